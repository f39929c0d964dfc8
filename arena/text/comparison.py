"""Two bots compared, as tables and in a sentence."""

from collections.abc import Sequence

from arena.text.phrases import counted
from arena.text.ratings import PLACED_AHEAD, chance, signed, with_interval
from arena.text.standings import STANDINGS, older_rules
from arena.text.table import Column, DataTable, Remark, plain
from ladder.queries.bot_profile import BotProfile
from ladder.queries.compare import Comparison, Shared
from ladder.queries.pools import PoolInfo
from ladder.ratings.fitting import Duel

ABOUT = 2  # digits of a number that is only foretold
SIDES = {
    "Elo": "Elo",
    "±": "±",
    "rank": "#",
    "games": "games",
    "place score": "place",
    "wins": "wins",
    "coins of a game": "coins",
    "faults": "faults",
    "ms of a decision": "ms",
}
"""By name of a line, the column of the standings that it has of both bots."""


def together(found: Comparison, of: str = "") -> DataTable[Sequence[object]]:
    """Return what the games tell that two bots shared. of: which games, in words."""
    one, other, shared = found.one.label, found.other.label, found.together
    older = older_rules(found.not_counted)
    if found.official and found.calibration:
        older = [Remark(f"Elo is by calibration {found.calibration}."), *older]
    official = [] if found.official is None else [("official", _official(found.official))]
    if shared is None:
        meet = Remark(
            "To let them meet, unrated, until it is decided", "", f"arena sprt {one} {other}"
        )
        return plain(
            "By their games with others",
            ("", f"{one} and {other}"),
            official,
            (0, 1),
            verdict=f"{one} and {other} have shared no rated game{of}.",
            remarks=[*older, meet],
        )
    coins = "" if shared.coins_interval is None else f" ± {shared.coins_interval:.1f}"
    behind = 1 - shared.before - shared.level
    place = f"{shared.difference:+.3f}, from {shared.low:+.3f} to {shared.high:+.3f} at any time"
    placed = (
        f"before it in {shared.before:.0%}, level in {shared.level:.0%}, behind in {behind:.0%}"
    )
    rows = [
        ("place score", place),
        ("coins", f"{signed(shared.coins)}{coins}"),
        ("placed", placed),
        *official,
    ]
    left_out = (
        f"{shared.left_out} more games do not count: a bot beside these two forfeited, or both did."
    )
    return plain(
        "In the games that they shared",
        ("", f"{one} less {other}, in {_games(shared)}{of}"),
        rows,
        (0, 1),
        verdict=_verdict(found, shared),
        remarks=[*([Remark(left_out)] if shared.left_out else []), *older],
    )


def by_pool(found: Comparison) -> DataTable[tuple[PoolInfo, Shared]]:
    """Return a line for each pool in which they met, each judged by itself."""
    names = {1: found.one.label, -1: found.other.label, 0: "–"}
    columns: list[Column[tuple[PoolInfo, Shared]]] = [
        Column("pool", lambda row: row[0].label, words=True),
        Column("games", lambda row: row[1].games, spare=1),
        Column(
            "place", lambda row: f"{row[1].difference:+.3f}", "the mean difference in place score"
        ),
        Column(
            "at any time",
            lambda row: f"{row[1].low:+.2f} to {row[1].high:+.2f}",
            "its interval, which holds however often you look",
        ),
        Column("coins", lambda row: signed(row[1].coins), "the mean difference in coins", spare=2),
        Column("before", lambda row: f"{row[1].before:.0%}", PLACED_AHEAD, spare=3),
        Column("better", lambda row: names[row[1].better], style="strong"),
    ]
    return DataTable("By pool", columns, found.pools, searched="pools")


def side_by_side(one: BotProfile, other: BotProfile) -> DataTable[Sequence[object]]:
    """Return the numbers of both, as on their own pages."""
    sides = (one, other)
    lines: list[Sequence[object]] = [
        (name, *(STANDINGS[key].cell(each.overall) if each.overall else "" for each in sides))
        for name, key in SIDES.items()
    ]
    dealt = [each.trades.total if each.trades else None for each in sides]
    for name, key in (("trades of a game", "trades"), ("balance of them, in coins", "balance")):
        lines.append(
            (name, *("" if each is None else f"{getattr(each, key):.1f}" for each in dealt))
        )
    rows = [line for line in lines if any(cell != "" for cell in line[1:])]
    return plain("Side by side", ("", *(each.bot.label for each in sides)), rows)


def about(number: int) -> str:
    """Return an estimated number in words: `3`, `about 47`, `about 1,200`."""
    if number < 10:
        return str(number)
    digits = max(0, len(str(number)) - ABOUT)
    return f"about {round(number, -digits):,}"


def _games(shared: Shared) -> str:
    """Say how many games, and on how many deals where older matches had several games on one."""
    games = counted(shared.games, "game")
    return games if shared.deals == shared.games else f"{games} on {counted(shared.deals, 'deal')}"


def _official(duel: Duel) -> str:
    sides = [*map(with_interval, duel.elo, duel.interval, duel.bound)]
    ahead = "met too seldom, even through others"
    if duel.ahead is not None:
        ahead = f"a chance of {chance(duel.ahead)} to be stronger"
    elo = f"Elo {sides[0]} and {sides[1]}"
    if duel.ahead is not None and not any(duel.bound):
        elo += f": {duel.elo[0] - duel.elo[1]:+.0f} ± {duel.apart:.0f}"
    return f"{elo}; {ahead}"


def _verdict(found: Comparison, shared: Shared) -> str:
    if shared.better:
        # 1 or -1, which turns them around.
        better, worse = (found.one, found.other)[:: shared.better]
        return f"{better.label} is better than {worse.label}."
    if shared.more is None:
        return "Not decided yet: no difference so far."
    games = "1 more game" if shared.more == 1 else f"{about(shared.more)} more games"
    return f"Not decided yet. If the difference stays, {games} will tell."
