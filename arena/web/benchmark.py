"""The page of a leaderboard: benchmarks by one suite, and what is needed to repeat each."""

from collections.abc import Mapping, Sequence
from os.path import relpath
from pathlib import Path
from urllib.parse import quote

from arena.referee.clock import TimeControl
from arena.text.bench import leaderboard, negotiations
from arena.text.phrases import counted, listed
from arena.tournament.benchmark import FILE, GAME, RECORDS
from arena.tournament.suites import suite_named, suite_names
from arena.web.rendering import Page, Site, rendered
from arena.web.standings import Benchmarked, costs
from ladder.queries.usage import Use
from protocol import Json

BESIDE = {GAME: "Its first game", FILE: "All its numbers", RECORDS: "All its games"}
"""What a page links to, where it is there."""


def page(found: Sequence[Json], folders: Mapping[str, Path], html: Path) -> bytes:
    """Return the leaderboard as one HTML file. folders: those of the benchmarks, by player."""
    means = [each["numbers"]["mean"] for each in found]
    placed = [
        Benchmarked(at, each["player"], mean["elo"], mean["interval"])
        for at, (each, mean) in enumerate(zip(found, means, strict=True))
    ]
    used = {at: Use(**each["usage"]) for at, each in enumerate(found) if each["usage"]}
    table = leaderboard(found)
    data = {
        "found": table.rows,
        "table": table,
        "negotiations": negotiations(table.rows),
        "costs": costs(placed, used),
        "settings": _settings(table.rows[0]),
        "links": {player: _links(folder, html) for player, folder in folders.items()},
    }
    title = f"Benchmark of {found[0]['player']}"
    if len(found) > 1:
        title = f"Leaderboard of {len(found)} players"
    site = Site(lambda address: False, f"By the suite {found[0]['suite']}")
    return rendered(Page("benchmark.html", title, data), "benchmark.html", site)


def _links(folder: Path, html: Path) -> dict[str, str]:
    """Return what is in the folder of a benchmark: addresses from the page, by what they are."""
    there = {text: folder / name for name, text in BESIDE.items()}
    return {
        text: quote(relpath(each, html.parent)) for text, each in there.items() if each.exists()
    }


def _settings(found: Json) -> Json:
    """Return in words what all of these benchmarks have in common."""
    clock = TimeControl(**found["settings"]["time"])
    games = [f"{variant} with {players} players" for variant, players in found["settings"]["games"]]
    told = {
        "game": f"Bohnanza, a card game of planting and trading beans: {listed(games)}",
        "suite": f"{found['suite']} ({counted(found['scheduled'], 'game')}), {found['suite_hash']}",
    }
    suite = suite_named(found["suite"]) if found["suite"] in suite_names() else None
    if suite is not None and suite.hash == found["suite_hash"]:
        tables = [
            f"{counted(matches, 'match', 'matches')} with {listed(table)}"
            for table, matches in suite.tables
        ]
        told["tables"] = f"of each game {'; '.join(tables)}; a match has the player in every seat"
        known = suite.strengths["-".join(map(str, suite.games[0]))]
        told["the others' Elo"] = "; ".join(
            f"{name} {1500 + known[name][0][0]} where nobody trades, {1500 + known[name][0][1]} "
            "beside traders"
            for name in suite.bots
        )
    return told | {
        "clock": f"{clock.bank_ms / 1000:g} s for a game and {clock.increment_ms / 1000:g} s more "
        "for each decision, while a model thinks it stands still",
        "rules": f"version {found['rules']} of the arena's",
        "Elo": "of two at a table, 100 points apart, the stronger comes first in 64 games of 100",
        "±": "a 95% interval",
    }
