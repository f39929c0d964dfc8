"""The benchmark of one player against a reference field: its data and its page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import arena
from arena.replay.replay import Replay
from arena.replay.seat_statistics import GIFT, SORTS, SeatStatistics, seat_statistics
from arena.text.standings import STANDINGS, standings
from arena.text.table import DataTable, Remark, plain
from arena.tournament.overview import published_secret
from arena.web.rendering import Page, Site, rendered
from arena.web.standings import costs
from ladder.database.store import Bot, Store
from ladder.queries.games import game, numbers_of, record
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import Standing, overall
from ladder.queries.usage import uses
from ladder.tournaments.tournaments import tournament

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


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The results of one player in one tournament, with all that is needed to repeat it."""

    row: Standing
    """The player's own row."""
    rows: list[Standing]
    means: dict[int, dict[str, float]]
    """The values of `MEANS`, by bot id."""
    data: dict[str, Any]
    """The benchmark as JSON has it."""


def benchmark(store: Store, number: int, bot: Bot, repeat: str) -> Benchmark | None:
    """Return the benchmark of a bot by a tournament; None if it has no rated game there.

    Args:
        store: The ladder.
        number: The tournament.
        bot: The bot.
        repeat: The command that plays such a tournament again.

    JSON:
        BenchmarkData = {
            # Elo, coins and place are by all its `games` in these pools; `negotiation` and
            # `usage`, means of a game, by those `played` in this tournament.
            "player": str, "hash": str, "model": any, "elo": float, "interval": float,
            "bound": int, "on_scale": int, "games": int, "played": int, "coins": float,
            "place_score": float, "wins": float, "forfeits": int, "negotiation": {str: float},
            "usage": Use | null,
            "field": [{
                "player": str, "hash": str, "elo": float, "interval": float, "coins": float,
                "negotiation": {str: float},
            }],
            "tournament": int, "settings": any, "secret": str | null, "secret_hash": str,
            "arena": str, "repeat": str,
        }
    """
    rows = overall(store, tournament_id=number)
    row = next((each for each in rows if each.bot_id == bot.id), None)
    if row is None:
        return None
    played, means = _means(store, number)
    used = uses(store, tournament_id=number)
    held = tournament(store, number)
    bots = {each.bot_id: store.bot(each.bot_id) for each in rows}
    data = {
        "player": row.label,
        "hash": bot.hash,
        "model": bot.manifest.get("with_model"),
        "elo": row.elo,
        "interval": row.interval,
        "bound": row.bound,
        "on_scale": row.on_scale,
        "games": row.games,
        "played": played.get(bot.id, 0),
        "coins": row.coins,
        "place_score": row.place_score,
        "wins": row.win_share,
        "forfeits": row.forfeits,
        "negotiation": means.get(bot.id, {}),
        "usage": asdict(used[bot.id]) if bot.id in used else None,
        "field": [
            {
                "player": each.label,
                "hash": bots[each.bot_id].hash,
                "elo": each.elo,
                "interval": each.interval,
                "coins": each.coins,
                "negotiation": means.get(each.bot_id, {}),
            }
            for each in rows
            if each.bot_id != bot.id
        ],
        "tournament": number,
        # Without the models' file, which is a path on this machine.
        "settings": dict(held.settings) | {"models": ""},
        "secret": published_secret(held),
        "secret_hash": held.secret_hash,
        "arena": arena.__version__,
        "repeat": repeat,
    }
    return Benchmark(row, rows, means, data)


def tables(
    store: Store, result: Benchmark
) -> tuple[DataTable[Standing], DataTable[Sequence[object]]]:
    """Return the standings, and what the bots did in the negotiations."""
    number, games, played = (result.data[name] for name in ("tournament", "games", "played"))
    covered = pools(store, Wanted(tournament_id=number))
    below = f"From all {games} games in these pools; trades, talk and costs are from {played}."
    rows = [
        (name, *(f"{result.means.get(row.bot_id, {}).get(key, 0.0):.1f}" for row in result.rows))
        for key, name in MEANS.items()
    ]
    names = ("mean of a game", *(row.label for row in result.rows))
    return (
        standings(
            result.rows,
            covered,
            used=uses(store, tournament_id=number),
            below=[] if games == played else [Remark(below)],
        ),
        plain("In the negotiations", names, rows),
    )


def page(store: Store, result: Benchmark) -> bytes:
    """Return the benchmark as one HTML file."""
    used = uses(store, tournament_id=result.data["tournament"])
    data = {
        "found": result.data,
        "cells": {name: each.cell(result.row) for name, each in STANDINGS.items()},
        "tables": tables(store, result),
        "costs": costs(result.rows, used),
    }
    title = f"Benchmark of {result.data['player']}"
    site = Site(lambda address: False, f"By tournament {result.data['tournament']}")
    return rendered(Page("benchmark.html", title, data), "benchmark.html", site)


def _means(store: Store, number: int) -> tuple[dict[int, int], dict[int, dict[str, float]]]:
    """Replay a tournament's games; return the number of games and the `MEANS`, both by bot id."""
    numbers: dict[int, list[dict[str, float]]] = defaultdict(list)
    for played in numbers_of(store, Wanted(tournament_id=number)):
        replay = Replay(record(store, played))
        said: dict[int, list[str]] = defaultdict(list)
        for decision in replay.data["decisions"]:
            if decision.get("say"):
                said[decision["seat"]].append(decision["say"])
        for seat, statistics in zip(
            game(store, played).seats, seat_statistics(replay), strict=True
        ):
            numbers[seat.bot_id].append(_numbers(statistics, said[statistics.seat]))
    return {bot: len(each) for bot, each in numbers.items()}, {
        bot: {key: fmean(of_game[key] for of_game in each) for key in MEANS}
        for bot, each in numbers.items()
    }


def _numbers(statistics: SeatStatistics, said: list[str]) -> dict[str, float]:
    """Return the values of `MEANS` for one seat in one game."""
    offers = [statistics.offers[sort] for sort in SORTS]
    return {
        "offers": sum(each.made for each in offers),
        "offers_taken": sum(each.taken for each in offers),
        "gifts_offered": statistics.offers[GIFT].made,
        "offers_accepted": sum(each.accepted for each in offers),
        "gifts_given": statistics.gifts_given,
        "gifts_received": statistics.gifts_received,
        "coins_received": statistics.coins_received,
        "coins_given": statistics.coins_given,
        "sayings": len(said),
        "characters": sum(map(len, said)),
    }
