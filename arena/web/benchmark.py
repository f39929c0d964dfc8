"""The page of a leaderboard: benchmarks by one suite, and what is needed to repeat each."""

from collections.abc import Sequence

from arena.text.bench import leaderboard, negotiations
from arena.web.rendering import Page, Site, rendered
from arena.web.standings import Benchmarked, costs
from ladder.queries.usage import Use
from protocol import Json


def page(found: Sequence[Json]) -> bytes:
    """Return the leaderboard as one HTML file."""
    means = [each["numbers"]["mean"] for each in found]
    placed = [
        Benchmarked(at, each["player"], mean["elo"], mean["interval"])
        for at, (each, mean) in enumerate(zip(found, means, strict=True))
    ]
    used = {at: Use(**each["usage"]) for at, each in enumerate(found) if each["usage"]}
    data = {
        "found": leaderboard(found).rows,
        "table": leaderboard(found),
        "negotiations": negotiations(leaderboard(found).rows),
        "costs": costs(placed, used),
    }
    title = "Leaderboard" if len(found) > 1 else f"Benchmark of {found[0]['player']}"
    site = Site(lambda address: False, f"By the suite {found[0]['suite']}")
    return rendered(Page("benchmark.html", title, data), "benchmark.html", site)
