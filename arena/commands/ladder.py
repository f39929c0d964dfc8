"""`arena ladder`: the standings, and all official ratings made anew."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.dealings import fill
from arena.commands.home import existing, opened, reading
from arena.commands.options import OptionError, check_players, of_game, parse_variant
from arena.commands.tables import print_table
from arena.sandbox.level import Level
from arena.tournament.lock import alone
from ladder.games import levels
from ladder.pools import PoolInfo, pools
from ladder.refit import recompute
from ladder.standings import PROVISIONAL, Row, overall

SAME = 1e-9  # Elo points
MOST_NAMED_POOLS = 12  # more are a wall of names above the standings
SPARE = ("ms", "faults", "ranks", "coins", "pools", "place", "wins", "live", "games", "ahead", "±")
"""The columns that a narrow terminal leaves out, the first one first."""
SPARE_IN_ONE_POOL = tuple(name for name in SPARE if name != "pools")
UNRANKED = "–"
BOUNDS = {1: "≥ ", 0: "", -1: "≤ "}
COLUMNS = ("Elo", "±", "ahead", "ranks", "live", "games", "place", "wins", "coins", "faults", "ms")
"""Of every table of ratings; what they mean is in the help of `arena ladder`."""


def ladder(
    home: Path | None,
    variant: str,
    players: int | None,
    anchor: str | None,
    json: bool,
) -> None:
    """The standings."""
    variant = parse_variant(variant) if variant else ""
    check_players(variant, players)
    with reading(home) as store:
        fixed = None if anchor is None else store.find_bot(anchor)
        fixed_id = None if fixed is None else fixed.id
        covered = pools(store, variant or None, players)
        rows = overall(store, variant or None, players, anchor=fixed_id)
        played = levels(store, None, variant or None, players)
    if json:
        print_json(
            {
                "pools": [asdict(pool) for pool in covered],
                "standings": [asdict(row) for row in rows],
                "levels": played,
            }
        )
    else:
        show_standings(rows, covered, of_game(variant, players))
        tell_of_levels(played)


def tell_of_levels(played: Mapping[str, int]) -> None:
    """A line if games were played unconfined: a bot may have meddled with them."""
    if Level.C in played:
        say(
            f"\n{played[Level.C]} of {sum(played.values())} games were played unconfined "
            "(level C), and can be trusted as far as their bots. See: arena doctor"
        )


def show_standings(rows: Sequence[Row], covered: Sequence[PoolInfo], of: str = "") -> None:
    """The standings under a line that says what they cover. `of`: what was asked for."""
    if not rows:
        say(f"No match{of} has been rated yet. Play a tournament: arena tournament")
        return
    several = len(covered) > 1
    say(f"Over {len(covered)} pools: {_pools(covered)}" if several else covered[0].label)
    say()
    print_table(
        ("#", "bot", *COLUMNS, *(("pools",) if several else ())),
        [standing(row, several) for row in rows],
        left=(1,),
        spare=SPARE if several else SPARE_IN_ONE_POOL,
    )
    if any(row.provisional for row in rows):
        say(f"\n? = provisional: the rating is still wider than ± {PROVISIONAL:.0f}, or a bound.")
    if any(row.bound for row in rows):
        say(
            "≥, ≤ = a bound: the bot has hardly lost (or won), and may be far stronger (or weaker)."
        )
    _tell_of_groups(rows)
    if any(row.rank is None for row in rows):
        say(
            f"\n{UNRANKED} = not ranked: only bots that have played all {len(covered)} pools are. "
            f"See who is best in one of them: arena ladder --variant {covered[0].variant} "
            f"--players {covered[0].players}"
        )


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
    counts: dict[str, list[str]] = {}
    for pool in covered:
        name = f"{pool.variant} ({pool.time_class})" if mixed else pool.variant
        counts.setdefault(name, []).append(str(pool.players))
    return "; ".join(f"{name} with {', '.join(each)}" for name, each in counts.items())


def standing(row: Row, several: bool) -> tuple[object, ...]:
    return (
        UNRANKED if row.rank is None else row.rank,
        row.label + ("" if row.status == "active" else f" ({row.status})"),
        f"{BOUNDS[row.bound]}{row.elo:.0f}",
        f"{row.interval:.0f}" + ("?" if row.provisional else ""),
        chance(row.ahead),
        _ranks(row),
        f"{row.live:.0f}",
        row.games,
        f"{row.place_score:.3f}",
        f"{100 * row.win_share:.0f}%",
        f"{row.coins:.1f}" + ("" if row.coins_error is None else f" ± {row.coins_error:.1f}"),
        row.faults or "",
        "" if row.ms_per_decision is None else f"{row.ms_per_decision:.2f}",
        *((f"{row.pools}/{row.of}",) if several else ()),
    )


def _tell_of_groups(rows: Sequence[Row]) -> None:
    """A line if some of the bots have never met, not even through others."""
    groups: dict[int, list[str]] = {}
    for row in rows:
        groups.setdefault(row.group_number, []).append(row.label)
    if len(groups) > 1:
        named = "; ".join(", ".join(labels) for labels in groups.values())
        say(
            f"\nThese {len(groups)} groups have never met, so their ratings cannot be compared: "
            f"{named}. Let them meet: arena tournament"
        )


def chance(ahead: float | None) -> str:
    """A probability that never claims to be certainty: `98%`, `>99%`."""
    if ahead is None:
        return ""
    return ">99%" if ahead > 0.995 else f"{100 * ahead:.0f}%"


def _ranks(row: Row) -> str:
    """The ranks that a bot may have: `2–4`."""
    first, last = row.first_rank, row.last_rank
    if first is None:
        return ""
    return str(first) if first == last else f"{first}–{last}"


def refitted(
    home: Path | None, variant: str, players: int | None, anchor: str | None, json: bool
) -> None:
    """Makes all official ratings anew from the games alone, and says by how much they differ."""
    if variant or players or anchor:
        raise OptionError(
            "All ratings are made anew at once. Leave out --variant, --players and --anchor."
        )
    existing(home)
    with opened(home) as (_, store, _), alone(store):
        done = recompute(store)
        filled = fill(store)
    if json:
        print_json(asdict(done) | {"dealings": asdict(filled)})
        return
    matches = "1 match" if done.matches == 1 else f"{done.matches} matches"
    say(f"The official ratings were made anew from the games of {matches}.")
    if done.compared:
        verb = "are the same as" if done.difference <= SAME else "differ from"
        say(f"They {verb} those kept before; the largest difference is {done.difference:.2g} Elo.")
    if filled.found:
        say(f"What was traded has been found out for {_games(filled.found)} stored without it.")
    if filled.lost:
        say(
            f"What was traded in {_games(filled.lost)} stays unknown: the records are damaged, or "
            "of other rules. See: arena verify --all"
        )


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
