"""Benchmarks as tables: one player's numbers, or a leaderboard of several."""

from collections.abc import Sequence
from typing import Any

from arena.text.phrases import tallied
from arena.text.sanitize import harmless
from arena.text.table import Column, DataTable, Remark, axis, plain
from protocol import Json

MEANS = {
    "offers": "offers made",
    "offers_taken": "of them, that became a trade",
    "gifts_offered": "offers of a gift",
    "offers_accepted": "offers of others accepted",
    "gifts_given": "gifts given",
    "gifts_received": "gifts received",
    "coins_received": "coins that received cards brought it",
    "coins_given": "coins that its cards brought others",
    "sayings": "times it spoke",
    "characters": "characters it said",
}
"""Names of the means per game, by their key in JSON."""


def _strength(name: str, key: str, meaning: str) -> Column[Json]:
    def cell(found: Json) -> str:
        return "{elo:.0f} ± {interval:.0f}".format(**found["numbers"][key])

    return Column(name, cell, meaning, sort=lambda found: found["numbers"][key]["elo"])


def _mean(name: str, of: str, key: str, format: str, meaning: str = "", spare: int = 0) -> Any:
    def value(found: Json) -> float | None:
        held: Json | None = found[of]
        return None if held is None else held[key]

    def cell(found: Json) -> str:
        known = value(found)
        return "" if known is None else format.format(known)

    return Column[Json](name, cell, meaning, spare=spare, sort=value)


def _games(found: Json) -> str:
    played, scheduled = found["numbers"]["games"], found["scheduled"]
    return f"{played}" if played == scheduled else f"{played} of {scheduled}"


def _fallbacks(found: Json) -> str:
    return tallied(found["numbers"]["fallbacks"])


BENCH: dict[str, Column[Json]] = {
    each.name: each
    for each in (
        Column[Json](
            "player", lambda found: found["player"], "a program, or program@model", words=True
        ),
        _strength("no trade", "where_nobody_trades", "Elo where nobody trades"),
        _strength("traders", "beside_traders", "Elo beside traders"),
        _strength("mean", "mean", "the mean of both"),
        _mean("coins", "numbers", "coins", "{:.1f}", "the mean of a game", spare=1),
        _mean("trades", "numbers", "trades", "{:.1f}", "how many it made in a game", spare=1),
        Column("games", _games, "how many it played", spare=4),
        _mean("forfeits", "numbers", "forfeits", "{}", "games that it forfeited", spare=3),
        Column(
            "fallbacks",
            _fallbacks,
            "times it played choice 0 in all games, by cause",
            words=True,
            spare=2,
        ),
        _mean("tokens", "usage", "tokens", "{:,.0f}", "the mean of a game", spare=5),
        _mean("cost", "usage", "cost", "{:.3g}", "the mean of a game, in the prices' currency"),
        Column("on", lambda found: found["begun"][:10], "the day", words=True, spare=1),
    )
}
"""The columns of a leaderboard, by name."""


def leaderboard(found: Sequence[Json]) -> DataTable[Json]:
    """Return the table of some benchmarks by one suite, the best mean first."""
    rows = sorted(found, key=lambda each: -each["numbers"]["mean"]["elo"])
    # Programs have no tokens, cost or fallbacks.
    columns = [each for each in BENCH.values() if any(each.cell(row) for row in rows)]

    def mean(row: Json) -> tuple[float, float]:
        return row["numbers"]["mean"]["elo"], row["numbers"]["mean"]["interval"]

    columns.insert(columns.index(BENCH["mean"]) + 1, axis("The mean, drawn", rows, mean))
    suite, calibration = (harmless(rows[0][name]) for name in ("suite", "calibration"))
    shared = [
        max(row["numbers"][key]["of_scale"] for row in rows)
        for key in ("where_nobody_trades", "beside_traders")
    ]
    stopped = [row for row in rows if row["numbers"]["games"] < row["scheduled"]]
    said = [
        *(f"{harmless(row['player'])} was stopped after {_games(row)} games." for row in stopped),
        f"Elo by {suite}, calibration {calibration}; greedy has 1500 both where nobody trades and "
        "beside traders. It compares with all benchmarks by them, and with nothing else.",
        "± is that of a player's own games. How far apart the suite's bots are is known to ± "
        f"{shared[0]:.0f} and ± {shared[1]:.0f} here, the same for all players as strong.",
    ]
    return DataTable("Benchmark", columns, rows, remarks=[*map(Remark, said)], searched="players")


def negotiations(found: Sequence[Json]) -> DataTable[Sequence[object]]:
    """Return what the players did in the negotiations."""
    rows = [
        (name, *(f"{each['numbers']['negotiation'].get(key, 0.0):.1f}" for each in found))
        for key, name in MEANS.items()
    ]
    return plain(
        "In the negotiations", ("mean of a game", *(each["player"] for each in found)), rows
    )
