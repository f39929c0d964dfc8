"""The page of one bot: `arena ladder BOT`."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.cli.home import reading
from arena.cli.ladder.standings import anchored, tell_of_rules
from arena.cli.options.filters import OfGame
from arena.cli.output.console import print_json, prose, say
from arena.cli.output.faults import faults_in_json, show_faults
from arena.cli.output.tables import print_table
from arena.replay.stored_game import Explained, explained
from arena.text import harmless
from arena.text.phrases import counted
from arena.text.ratings import BOUNDS, NOTHING_TOLD, UNKNOWN, cells_of, chance, signed, to_next
from ladder.database.trades import Dealt
from ladder.queries.appearances import Notable
from ladder.queries.bot_profile import BotProfile, Version, bot_page
from ladder.queries.lost_games import faulty_games
from ladder.queries.standings import PROVISIONAL, Standing

MOST_OPPONENTS = 12
MOST_METRICS = 20
MOST_FAULTS = 3
POINTS = 6
"""Points of the history that are printed; --json has more."""


def show_bot(
    home: Path | None,
    bot: str,
    game: OfGame,
    anchor: str | None,
    all_: bool,
    json: bool,
) -> None:
    """Show the page of a bot, by all games or those of a variant or number of players."""
    chosen = game.read()
    with reading(home) as store:
        fixed = anchored(store, anchor)
        found = bot_page(store, store.find_player(bot), wanted=chosen.games, anchor=fixed)
        faults = explained(store, faulty_games(store, found.bot.id, MOST_FAULTS))
    if json:
        print_json(_data(found, faults))
    else:
        show_page(found, chosen.of, all_, faults)


def _data(page: BotProfile, faults: Sequence[Explained]) -> dict[str, object]:
    """Return the page for --json.

    JSON:
        BotPage = {
            **BotProfile, "latest_faults": [LatestFault],
            "games": {**Appearances, "opponents": [{**Opponent, "score": float}]},
        }
    """
    data = asdict(page) | {"latest_faults": faults_in_json(faults)}
    for shown, opponent in zip(data["games"]["opponents"], page.games.opponents, strict=True):
        shown["score"] = opponent.score
    return data


def show_page(
    page: BotProfile, of: str = "", all_: bool = False, faults: Sequence[Explained] = ()
) -> None:
    """One bot's page. `of`: what it is limited to; `all_`: all opponents and metrics.

    `faults`: the latest of the bot, shown where it has any.
    """
    bot = page.bot
    by = f" by {harmless(bot.author)}" if bot.author else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    language = f", {harmless(bot.language)}" if bot.language else ""
    prose(f"{bot.label}{by}{language}, {bot.state}{reason}", style="bold")
    if page.overall is None:
        say(f"No game{of} has been rated yet{' under newer rules' if page.not_counted else ''}.")
    else:
        _show_rating(page, page.overall, of)
    tell_of_rules(page.not_counted)
    _show_faults(faults)
    _show_versions(page.versions)
    if page.overall is None:
        return
    _show_pools(page)
    _show_history(page)
    _show_seats(page)
    _show_opponents(page, None if all_ else MOST_OPPONENTS)
    if page.dealings is not None:
        _show_trades(page.dealings.total)
    _show_metrics(page, None if all_ else MOST_METRICS)
    _show_notable(page, "Best games, by score less expected score", page.games.best)
    _show_notable(page, "Worst games", page.games.worst)
    say(f"\nWhy it loses: arena why {bot.label}")


def _show_rating(page: BotProfile, row: Standing, of: str) -> None:
    """Print what matters most, a line each."""
    place = "not ranked" if row.rank is None else f"rank {row.rank}"
    if row.first_rank is not None and row.first_rank != row.last_rank:
        place += f" ({row.first_rank} to {row.last_rank} at 95%)"
    pools = counted(row.pools, "pool")
    if row.pools < row.of:
        pools = f"{row.pools} of {row.of} pools"
    games = f"{counted(row.games, 'game')}{of} in {pools}"
    if row.unknown:
        prose(f"Elo       {UNKNOWN}, by {games}: {NOTHING_TOLD}")
    else:
        elo = f"{BOUNDS[row.bound]}{row.elo:.0f} ± {row.interval:.0f}"
        say(f"Elo       {elo}, {place}, by {games}")
    if row.above is not None:
        say(
            f"          {to_next(row.above, row.above_interval)} above the next, stronger than it "
            f"with a chance of {chance(row.ahead)}."
        )
    if row.bound:
        lost, far = ("lost", "stronger") if row.bound > 0 else ("won", "weaker")
        say(f"          A bound: it has hardly {lost}, and may be far {far}.")
    elif page.more_games:
        more = counted(page.more_games, "more game")
        say(f"          About {more} until it is ± {PROVISIONAL:.0f}.")
    coins = "" if row.coins_interval is None else f" ± {row.coins_interval:.1f}"
    say(
        f"A game    place score {row.place_score:.3f}, wins {row.win_share:.0%}, "
        f"coins {row.coins:.1f}{coins}; live Elo {row.live:.0f}"
    )
    if row.ms_per_decision is not None:
        say(f"Time      {row.ms_per_decision:.2f} ms a decision, at most {row.max_ms:.0f} ms")
    if row.faults or page.fault_kinds:
        kinds = ", ".join(f"{kind} {times}" for kind, times in page.fault_kinds.items())
        prose(f"Faults    in {row.faulty_games} games, {row.forfeits} of them forfeited: {kinds}")


def _show_faults(faults: Sequence[Explained]) -> None:
    if faults:
        say("\nLatest faults, and what it wrote last on stderr")
        show_faults(faults, indent="")


def _table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    left: Sequence[int] = (0,),
    spare: Sequence[str] = (),
) -> None:
    """Print a part of the page, if it has rows."""
    if rows:
        say(f"\n{title}")
        print_table(columns, rows, left, spare)


def _show_versions(versions: Sequence[Version]) -> None:
    rows = [
        (
            each.bot.version,
            "" if each.elo is None else f"{BOUNDS[each.bound]}{each.elo:.0f}",
            "" if each.interval is None else f"{each.interval:.0f}",
            each.games,
            each.bot.added_at[:10],
            each.bot.state,
            "" if number == 0 else ", ".join(each.changed) or "its files alone",
        )
        for number, each in enumerate(versions)
        if len(versions) > 1
    ]
    columns = ("version", "Elo", "±", "games", "entered", "status", "what changed")
    _table("Versions", columns, rows, (4, 5, 6), ("status", "entered", "what changed"))


def _show_pools(page: BotProfile) -> None:
    if len(page.pools) < 2:
        return
    columns = ("#", "ranks", "Elo", "±", "games", "place", "wins", "coins", "faults", "ms")
    rows = [(each.pool.label, *map(cells_of(each.row).get, columns)) for each in page.pools]
    spare = ("ms", "faults", "ranks", "coins", "wins")
    _table("By pool", ("pool", *columns), rows, spare=spare)
    if any(each.row.provisional and not each.row.unknown for each in page.pools):
        say(f"? = provisional: wider than ± {PROVISIONAL:.0f}, or a bound.", style="dim")
    since = sum(each.since for each in page.pools)
    if since:
        say(f"{since} matches have been rated since these pools were fitted.", style="dim")


def _show_history(page: BotProfile) -> None:
    """Ratings from the first to the last, in plain numbers."""
    lines = [("official", [each.elo for each in page.official])]
    for pool in (each.pool for each in page.pools):
        name = f"live, {pool.label}" if len(page.pools) > 1 else "live"
        lines.append((name, [each.elo for each in page.history if each.pool_id == pool.id]))
    rows = [
        (name, " ".join(f"{elo:.0f}" for elo in thinned(elos)), f"{min(elos):.0f}–{max(elos):.0f}")
        for name, elos in lines
        if len(elos) > 1
    ]
    _table("Elo over time, and its range", ("", "over time", "range"), rows, (0, 1), ("range",))


def thinned(values: Sequence[float]) -> list[float]:
    """At most POINTS of the values at equal distances, including the first and the last."""
    if len(values) <= POINTS:
        return list(values)
    last = len(values) - 1
    return [values[round(number * last / (POINTS - 1))] for number in range(POINTS)]


def _show_seats(page: BotProfile) -> None:
    """Place scores, a line for each pool, a column for each seat."""
    scores = page.place_scores
    seats = range(1 + max((each.seat for each in page.games.seats), default=0))
    rows = []
    for pool in page.pools:
        by_seat = scores.get(pool.pool.id, {})
        cells = [f"{by_seat[seat]:.3f}" if seat in by_seat else "" for seat in seats]
        rows.append((pool.pool.label, *cells))
    columns = ("pool", *[str(seat + 1) for seat in seats])
    _table("Place score by seat (seat 1 begins)", columns, rows)


def _show_opponents(page: BotProfile, most: int | None) -> None:
    opponents = page.games.opponents
    if not opponents:
        return
    rows, partners = [], page.partners
    for each in opponents[:most]:
        traded = partners.get(each.bot_id)
        rows.append(
            (
                each.label,
                each.games,
                f"{each.score:.3f}",
                f"{each.expected:.3f}",
                "" if each.z is None else signed(each.z),
                f"{each.won:.0%}",
                signed(each.coins),
                *(("", "") if traded is None else (f"{traded.trades:.1f}", signed(traded.balance))),
            )
        )
    columns = ("bot", "games", "score", "expected", "z", "before", "coins", "trades", "balance")
    spare = ("balance", "trades", "coins", "before")
    _table("Against, in the same games", columns, rows, spare=spare)
    if more := len(opponents[most:]) if most else 0:
        say(f"{more} more have been met less often: arena ladder {page.bot.label} --all")
    prose(
        "expected: by the official ratings; z: score less that, in standard errors. One in twenty "
        "is beyond ± 2 by chance.",
        style="dim",
    )


def _show_trades(dealt: Dealt) -> None:
    given = (dealt.cards_given, dealt.gifts_given, dealt.coins_given)
    received = (dealt.cards_received, dealt.gifts_received, dealt.coins_received)
    _table(
        "Trades, means of a game; coins: what the cards brought those who received them",
        (f"{dealt.trades:.1f} trades", "cards", "gifts", "coins"),
        [
            ("given", *(f"{number:.1f}" for number in given)),
            ("received", *(f"{number:.1f}" for number in received)),
            ("balance", *(signed(got - gave) for got, gave in zip(received, given, strict=True))),
        ],
    )


def _show_metrics(page: BotProfile, most: int | None) -> None:
    rows = [
        (each.key, f"{each.mean:.6g}", f"{each.least:.6g}", f"{each.most:.6g}", each.games)
        for each in page.metrics[:most]
    ]
    title = "Metrics, as the bot reports them at the end of a game"
    _table(title, ("key", "mean", "least", "most", "games"), rows)
    if more := len(page.metrics[most:]) if most else 0:
        say(f"{more} more are in fewer games: arena ladder {page.bot.label} --all")


def _show_notable(page: BotProfile, title: str, games: Sequence[Notable]) -> None:
    pools = {each.pool.id: each.pool for each in page.pools}
    rows = []
    for each in games:
        pool = pools[each.pool_id]
        rows.append(
            (
                f"arena replay {each.game_id} --seat {each.seat + 1}",
                f"{each.place} of {pool.players}",
                each.coins,
                f"{each.score:.2f}",
                f"{each.expected:.2f}",
                pool.variant,
                ", ".join(each.others),
            )
        )
    columns = ("replay", "place", "coins", "score", "expected", "variant", "against")
    _table(title, columns, rows, (0, 5, 6), ("against", "variant"))
