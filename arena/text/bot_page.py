"""The page of a bot as tables, and what is said of its rating."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from arena.text.games import replay, variant
from arena.text.phrases import counted, refused_answers, tallied
from arena.text.ratings import NOTHING_TOLD, PLACED_AHEAD, UNRANKED, known, not_ranked, signed
from arena.text.standings import STANDINGS, marks, pool_link
from arena.text.table import Column, DataTable, Link, Remark, bot_link, meanings, number, plain
from ladder.database.trades import MeanTrades
from ladder.queries.appearances import Notable, Opponent
from ladder.queries.bot_profile import BotProfile, Metric, PoolRow, Version
from ladder.queries.standings import PROVISIONAL


class Figure(NamedTuple):
    """A number that matters, and what belongs to it, such as its interval."""

    name: str
    value: str
    more: str = ""

    def __str__(self) -> str:
        between = " " if self.more.startswith("±") else ", "
        return f"{self.value}{between}{self.more}" if self.more else self.value


def figures(page: BotProfile, of: str = "") -> Iterator[Figure]:
    """Yield the figures of a bot that has been rated. of: the games it is limited to, in words."""
    if (row := page.overall) is None:
        return
    cells = {name: str(each.cell(row)) for name, each in STANDINGS.items()}
    half, ranks, coins = cells["±"], cells["ranks"], cells["coins ±"]
    rank = UNRANKED if row.rank is None else str(row.rank)
    pools = counted(row.of, "pool")
    if row.pools < row.of:
        pools = f"{row.pools} of {pools}"
    yield Figure("Elo", cells["Elo"], half and f"± {half}")
    yield Figure("rank", rank, f"{ranks} at 95%" if ranks not in ("", rank) else "")
    yield Figure("games", f"{row.games:,}{of}", f"in {pools}")
    yield Figure("wins", cells["wins"], f"place score {cells['place']}")
    yield Figure("coins", cells["coins"], coins and f"± {coins}")
    if cells["ms"]:
        yield Figure("a decision", f"{cells['ms']} ms", f"at most {row.max_ms:.0f}")


def faults_in_words(page: BotProfile) -> str:
    """Say how often a rated bot was at fault, and how: `2 games, 1 of them forfeited: 3 late`."""
    row = page.overall
    if row is None or not (row.faults or page.fault_kinds):
        return ""
    games = counted(row.faulty_games, "rated game")
    return f"{games}, {row.forfeits} of them forfeited: {tallied(page.fault_kinds)}"


def rating_remarks(page: BotProfile, of: str = "", plays: str = "") -> Iterator[Remark]:
    """Say what a bot's rating is worth, and what comes next.

    Args:
        page: What is known of the bot.
        of: The games that it is limited to, in words.
        plays: When it plays next.
    """
    if plays:
        yield Remark(f"It plays next {plays}.")
    row = page.overall
    if row is None:
        newer = " under newer rules" if page.not_counted else ""
        yield Remark(f"No game{of} has been rated yet{newer}.")
    elif row.unknown:
        yield Remark(f"Its strength is unknown: in all its games, {NOTHING_TOLD}.")
    elif row.bound:
        lost, far = ("lost", "stronger") if row.bound > 0 else ("won", "weaker")
        yield Remark(f"A bound: it has hardly {lost}, and may be far {far}.")
    elif page.more_games:
        more = counted(page.more_games, "more game")
        yield Remark(f"About {more} until it is ± {PROVISIONAL:.0f}.")
    # A bot that is retired, or has a newer version, has no rank either.
    if row and row.rank is None and not row.unknown and page.bot.status != "retired":
        yield Remark(not_ranked(row.of))
    if row is not None and row.above is not None:
        lead, ahead = STANDINGS["to next"].cell(row), STANDINGS["ahead"].cell(row)
        yield Remark(f"It is {lead} above the next, stronger than it with a chance of {ahead}.")
    traders, others = page.games.beside_traders, page.games.beside_others
    if row and traders and others:
        yield Remark(
            f"Beside traders {traders.elo:.0f} ± {traders.interval:.0f} "
            f"({counted(traders.games, 'game')}), beside others {others.elo:.0f} ± "
            f"{others.interval:.0f} ({others.games}). A trader makes at least half as many trades "
            "a game as the bot that makes the most."
        )
    if row is not None and row.refused:
        yield Remark(
            f"{refused_answers(row.refused_a_game)}.",
            *("See why", f"arena why {page.bot.label}"),
            Link("Why it lost", "why", (page.bot.id,)),
        )


def by_pool(page: BotProfile) -> DataTable[PoolRow]:
    """Return a bot's standing in each pool."""
    names = ("#", "Elo", "±", "ranks", "games", "place", "wins", "coins", "faults", "ms")
    since = sum(each.since for each in page.pools)
    fitted = f"{counted(since, 'match', 'matches')} have been rated since these pools were fitted."
    return DataTable(
        "By pool",
        [
            Column("pool", lambda row: pool_link(row.pool), words=True),
            *(STANDINGS[name].over(attrgetter("row")) for name in names),
        ],
        # Of a single pool nothing is left to say: its rating is the bot's.
        page.pools if len(page.pools) > 1 else (),
        remarks=[*marks([each.row for each in page.pools]), *([Remark(fitted)] if since else [])],
        searched="pools",
    )


def by_seat(page: BotProfile) -> DataTable[Sequence[object]]:
    """Return a bot's place scores, a line for each pool, a column for each seat."""
    scores = page.place_scores
    seats = range(1 + max((each.seat for each in page.games.seats), default=0))
    rows = [
        (
            each.pool.label,
            *(
                f"{scores[each.pool.id][seat]:.3f}" if seat in scores.get(each.pool.id, {}) else ""
                for seat in seats
            ),
        )
        for each in page.pools
    ]
    names = ["pool", *(f"seat {seat + 1}" for seat in seats)]
    return plain("Place score by seat", names, rows, remarks=[Remark("Seat 1 begins.")])


def versions(page: BotProfile) -> DataTable[Version]:
    """Return a bot's versions, oldest first."""
    columns: list[Column[Version]] = [
        Column("version", lambda each: bot_link(each.bot.label, each.bot.id), words=True),
        Column(
            "Elo",
            lambda each: (
                "" if each.elo is None else known(each.elo, each.interval or 0.0, each.bound)
            ),
        ),
        Column("±", lambda each: "" if each.bound or not each.interval else f"{each.interval:.0f}"),
        number("games", "games"),
        Column("entered", lambda each: each.bot.added_at[:10], words=True, spare=2),
        Column("status", lambda each: each.bot.state, words=True, spare=1),
        Column("what changed", _changes(page), words=True, spare=3),
        Column("beside it", _compared(page), words=True, spare=4),
    ]
    return DataTable("Versions", columns, page.versions if len(page.versions) > 1 else ())


def _changes(page: BotProfile) -> Any:
    first = page.versions[0] if page.versions else None
    return lambda each: "" if each == first else ", ".join(each.changed) or "files only"


def _compared(page: BotProfile) -> Any:
    here = page.bot

    def cell(each: Version) -> Link | None:
        if each.bot.id == here.id:
            return None
        command = f"arena compare {here.label} {each.bot.label}"
        return Link("compare", "compare", (here.id, each.bot.id), command)

    return cell


def opponents(page: BotProfile, most: int | None = None) -> DataTable[Opponent]:
    """Return a bot's results against each other bot, the most frequent first."""
    partners = page.partners

    def traded(words: Any) -> Any:
        return lambda each: words(partners[each.bot_id]) if each.bot_id in partners else ""

    columns: list[Column[Opponent]] = [
        Column("bot", lambda each: bot_link(each.label, each.bot_id), words=True),
        number("games", "games"),
        number("score", "score", 3, "won, and half of the ties"),
        number("expected", "expected", 3, "the score by the official ratings"),
        Column(
            "z",
            lambda each: "" if each.z is None else signed(each.z),
            "how far the score is from that, in standard errors",
            style=lambda each: "bad" if each.z is not None and each.z < -2 else "",
        ),
        Column("before", lambda each: f"{each.won:.0%}", PLACED_AHEAD, spare=4),
        Column("coins", lambda each: signed(each.coins), "the mean difference", spare=3),
        Column(
            "trades", traded(lambda dealt: f"{dealt.trades:.1f}"), "the mean of a game", spare=2
        ),
        Column(
            "balance",
            traded(lambda dealt: signed(dealt.balance)),
            "coins that the cards traded brought it, less those they brought the other",
            spare=1,
        ),
    ]
    shown = page.games.opponents[:most]
    told = meanings([each for each in columns if each.name in ("expected", "z")])
    remarks = [Remark(f"{told} One in twenty is beyond ± 2 by chance.")]
    if more := len(page.games.opponents) - len(shown):
        show = f"arena ladder {page.bot.label} --all"
        remarks.insert(0, Remark(f"{more:,} more have been met less often.", "Show all", show))
    title = "Opponents, in the same games"
    return DataTable(title, columns, shown, remarks=remarks, searched="bots")


def trades(dealt: MeanTrades) -> DataTable[Sequence[object]]:
    """Return what a bot gave and received in trades."""
    given = (dealt.cards_given, dealt.gifts_given, dealt.coins_given)
    received = (dealt.cards_received, dealt.gifts_received, dealt.coins_received)
    rows = [
        ("given", *(f"{number:.1f}" for number in given)),
        ("received", *(f"{number:.1f}" for number in received)),
        ("balance", *(signed(got - gave) for got, gave in zip(received, given, strict=True))),
    ]
    said = f"Means of a game, with {dealt.trades:.1f} trades. "
    said += "Coins: what the cards brought whoever received them."
    return plain("Trades", ("", "cards", "gifts", "coins"), rows, above=[Remark(said)])


def metrics(page: BotProfile, most: int | None = None) -> DataTable[Metric]:
    """Return the numbers that a bot reports of itself."""
    columns: list[Column[Metric]] = [
        Column("key", lambda each: each.key, words=True),
        Column("mean", lambda each: f"{each.mean:.6g}"),
        Column("least", lambda each: f"{each.least:.6g}", spare=2),
        Column("most", lambda each: f"{each.most:.6g}", spare=1),
        number("games", "games"),
    ]
    shown = page.metrics[:most]
    above = [Remark("As the bot reports them at the end of a game.")]
    remarks = []
    if more := len(page.metrics) - len(shown):
        show = f"arena ladder {page.bot.label} --all"
        remarks.append(Remark(f"{more:,} more are in fewer games.", "Show all", show))
    return DataTable("Metrics", columns, shown, above=above, remarks=remarks)


def notable(page: BotProfile, title: str, games: Sequence[Notable]) -> DataTable[Notable]:
    """Return games that went far better or worse than expected."""
    pools = {each.pool.id: each.pool for each in page.pools}

    def seen(each: Notable) -> Link:
        return replay(
            each.game_id, each.seat, f"arena replay {each.game_id} --seat {each.seat + 1}"
        )

    def played(each: Notable) -> Link:
        return variant(pools[each.pool_id].variant, pools[each.pool_id].players)

    columns: list[Column[Notable]] = [
        Column("game", seen, words=True),
        Column("place", lambda each: f"{each.place} of {pools[each.pool_id].players}"),
        number("coins", "coins"),
        number("score", "score", 2),
        number("expected", "expected", 2),
        Column("variant", played, words=True, spare=2),
        Column("against", lambda each: ", ".join(each.others), words=True, spare=1, style="long"),
    ]
    above = [Remark("By score less expected score.")]
    return DataTable(title, columns, games, above=above)


def tables(
    page: BotProfile, most_opponents: int | None, most_metrics: int | None
) -> Iterator[DataTable[Any]]:
    """Yield the parts of the page that are tables and have rows."""
    every: list[DataTable[Any]] = [
        versions(page),
        by_pool(page),
        by_seat(page),
        notable(page, "Worst games", page.games.worst),
        notable(page, "Best games", page.games.best),
        opponents(page, most_opponents),
        *([trades(page.trades.total)] if page.trades else []),
        metrics(page, most_metrics),
    ]
    yield from (each for each in every if each.rows)
