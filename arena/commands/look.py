"""`arena ladder`, `games`, `replay`, `verify`: reading what has been played."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from arena.commands.console import print_json, print_table, say
from arena.commands.failures import NO
from arena.commands.home import opened
from arena.commands.wishes import check_size, parse_number, parse_variant
from arena.errors import ArenaError
from arena.retelling.replay import After, Replay
from arena.rules import RULES_VERSION, VariantError
from arena.text import harmless
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.standings import Page, PoolInfo, Row, bot_page, overall, pools
from ladder.store import Store

MOST_NAMED_POOLS = 12  # more are a wall of names above the table


def ladder(
    home: Path | None, bot: str | None, variant: str, players: int | None, json: bool
) -> None:
    """The standings, or one bot's page."""
    variant = parse_variant(variant) if variant else ""
    check_size(variant, players)
    with opened(home) as (_, store, _):
        if bot is not None:
            found = store.find_bot(bot)
            page = bot_page(store, found, variant=variant or None, players=players)
            print_json(asdict(page)) if json else show_page(page, _of(variant, players))
            return
        covered = pools(store, variant or None, players)
        rows = overall(store, variant or None, players)
    if json:
        print_json(
            {
                "pools": [asdict(pool) for pool in covered],
                "standings": [asdict(row) for row in rows],
            }
        )
    else:
        show_standings(rows, covered, _of(variant, players))


def _of(variant: str, players: int | None) -> str:
    """What a view keeps to, to be put behind its name; nothing when it keeps to nothing."""
    game = f" of {variant}" if variant else ""
    return game + (f" with {players} players" if players is not None else "")


def show_standings(rows: Sequence[Row], covered: Sequence[PoolInfo], of: str = "") -> None:
    """A table of standings under a line that says what it covers. `of`: what was asked for."""
    if not rows:
        say(f"Nothing has been rated yet{of}. Play a tournament: arena tournament")
        return
    several = len(covered) > 1
    say(f"Mean over {len(covered)} pools: {_pools(covered)}" if several else covered[0].label)
    say()
    print_table(
        (
            "#",
            "bot",
            "Elo",
            "±",
            "games",
            "place",
            "wins",
            "coins",
            "faults",
            "ms",
            *(("pools",) if several else ()),
        ),
        [_standing(row, several) for row in rows],
        left=(1,),
    )
    if any(row.provisional for row in rows):
        say("\n? = provisional: the rating is still wider than ± 50.")


def _pools(covered: Sequence[PoolInfo]) -> str:
    """`classic with 3, 4, 5; …`, with the time class where there are several; many are counted."""
    if len(covered) > MOST_NAMED_POOLS:
        games = len({pool.variant for pool in covered})
        sizes = ", ".join(map(str, sorted({pool.players for pool in covered})))
        return (
            f"{games} games with {sizes} players. "
            f"One of them: arena ladder --variant {covered[0].variant} "
            f"--players {covered[0].players}"
        )
    mixed = len({pool.time_class for pool in covered}) > 1
    tables: dict[str, list[str]] = {}
    for pool in covered:
        name = f"{pool.variant} ({pool.time_class})" if mixed else pool.variant
        tables.setdefault(name, []).append(str(pool.players))
    return "; ".join(f"{name} with {', '.join(counts)}" for name, counts in tables.items())


def _standing(row: Row, several: bool) -> tuple[object, ...]:
    return (
        row.rank,
        row.label + ("" if row.status == "active" else f" ({row.status})"),
        f"{row.elo:.0f}",
        f"{row.interval:.0f}" + ("?" if row.provisional else ""),
        row.games,
        f"{row.place_score:.3f}",
        f"{100 * row.win_share:.0f}%",
        f"{row.coins:.1f}" + ("" if row.coins_error is None else f" ± {row.coins_error:.1f}"),
        row.faults or "",
        "" if row.ms_per_decision is None else f"{row.ms_per_decision:.2f}",
        *((f"{row.pools}/{row.of}",) if several else ()),
    )


def show_page(page: Page, of: str = "") -> None:
    """All about one bot: versions, tables, seats, opponents, faults. `of`: what was asked for."""
    bot = page.bot
    by = f" by {harmless(bot.author)}" if bot.author else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    language = f", {harmless(bot.language)}" if bot.language else ""
    say(f"{bot.label}{by}{language}, {bot.status}{reason}", style="bold")
    if len(page.versions) > 1:
        say("versions: " + ", ".join(f"{each.version} ({each.status})" for each in page.versions))
    if page.overall is None:
        say(f"No rated game yet{of}.")
        return
    say()
    columns = ("pool", "#", "Elo", "±", "games", "place", "wins", "coins", "faults", "ms")
    rows = [_pool_cells(f"all pools{of}", page.overall)]
    rows += [_pool_cells(each.pool.label, each.row) for each in page.pools]
    print_table(columns, rows)
    if page.opponents:
        say("\nAgainst, at the same table:")
        print_table(
            ("bot", "games", "before", "tied", "coins more"),
            [
                (
                    f"{each.name}:{each.version}",
                    each.games,
                    f"{100 * each.won:.0f}%",
                    f"{100 * each.tied:.0f}%",
                    f"{each.coins:+.1f}",
                )
                for each in page.opponents
            ],
        )
    if page.seats:
        _show_seats(page)
    if page.fault_kinds:
        faults = ", ".join(f"{kind} {times}" for kind, times in page.fault_kinds.items())
        say(f"\nFaults: {faults}")


def _show_seats(page: Page) -> None:
    """Place scores, a line for each pool, a column for each seat."""
    say("\nPlace score by seat (seat 0 begins):")
    scores: dict[int, dict[int, float]] = {}
    for each in page.seats:
        scores.setdefault(each.pool_id, {})[each.seat] = each.place_score
    seats = range(1 + max(each.seat for each in page.seats))
    rows = []
    for pool in page.pools:
        by_seat = scores.get(pool.pool.id, {})
        cells = [f"{by_seat[seat]:.3f}" if seat in by_seat else "" for seat in seats]
        rows.append((pool.pool.label, *cells))
    print_table(("pool", *map(str, seats)), rows)


def _pool_cells(label: str, row: Row) -> tuple[object, ...]:
    rank, _, *rest = _standing(row, several=False)
    return (label, rank, *rest)


def games(
    home: Path | None,
    bot: str,
    variant: str,
    tournament: str,
    faults: bool,
    limit: int,
    json: bool,
) -> None:
    """A list of games, the newest first."""
    variant = parse_variant(variant) if variant else ""
    with opened(home) as (_, store, _):
        bot_id = store.find_bot(bot).id if bot else None
        number = parse_number(tournament, "tournament") if tournament else None
        found: list[stored_games.Game] = []
        before: int | None = None
        while len(found) < limit:  # page by page, since faults are looked for afterwards
            page = stored_games.games(store, number, bot_id, variant or None, 200, before)
            found += [
                game for game in page if not faults or any(seat.faults for seat in game.seats)
            ]
            if len(page) < 200:
                break
            before = page[-1].id
    found = found[:limit]
    if json:
        print_json([asdict(game) for game in found])
        return
    if not found:
        say("No game with faults." if faults else "No such game.")
        return
    print_table(
        ("game", "tournament", "variant", "round", "decisions", "result"),
        [
            (
                game.id,
                game.tournament_id,
                game.variant,
                game.round,
                game.decisions,
                "  ".join(_seat(seat) for seat in game.seats),
            )
            for game in found
        ],
        left=(2, 5),
    )


def _seat(seat: stored_games.Seat) -> str:
    faults = f" !{seat.faults}" if seat.faults else ""
    lost = " forfeited" if seat.forfeited else ""
    return f"{seat.label} {seat.coins}{'*' if seat.won else ''}{lost}{faults}"


def replay(home: Path | None, game: str, seat: int | None, json: bool) -> None:
    """A game turn by turn."""
    from arena.retelling.account import tell

    with opened(home) as (_, store, _):
        found = load(store, game)
    check_seat(found, seat)
    if json:
        events = [
            found.event(event, seat)
            for step in found.steps()
            if isinstance(step, After)
            for event in step.events
        ]
        print_json({"record": found.data, "events": events})
        return
    for line in tell(found, seat):
        say(line)


def verify(home: Path | None, games: list[str], json: bool) -> None:
    """Replay games from their records; exit code 1 when one differs."""
    wrong: dict[int, str] = {}
    right = 0
    with opened(home) as (_, store, _):
        numbers = [parse_number(game, "game") for game in games]
        for number in numbers or _all_games(store):
            why = _verify(store, number)
            if why is None:
                right += 1
            else:
                wrong[number] = why
    if json:
        print_json({"rules": RULES_VERSION, "right": right, "wrong": wrong})
    else:
        for number, why in wrong.items():
            say(f"Game {number}: {harmless(why)}", style="red")
        say(f"{right} of {right + len(wrong)} games are right (rules version {RULES_VERSION}).")
    if wrong:
        raise typer.Exit(NO)


def _verify(store: Store, number: int) -> str | None:
    try:
        return Replay(stored_games.record(store, number)).check()
    except (ArenaError, VariantError, DamagedRecord) as error:
        return str(error)


def _all_games(store: Store) -> list[int]:
    numbers: list[int] = []
    before: int | None = None
    while page := stored_games.games(store, limit=1000, before=before):
        numbers += [game.id for game in page]
        before = page[-1].id
    return sorted(numbers)


def load(store: Store, game: str) -> Replay:
    """The replay of the stored game with this number."""
    return Replay(stored_games.record(store, parse_number(game, "game")))


def check_seat(replay: Replay, seat: int | None) -> None:
    """Raises ArenaError when the game has no such seat."""
    if seat is not None and not 0 <= seat < replay.book.players:
        raise ArenaError(f"This game has seats 0 to {replay.book.players - 1}, not {seat}.")
