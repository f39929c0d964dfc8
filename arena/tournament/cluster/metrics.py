"""Metrics of a run for Ray's dashboard and Prometheus, by node.

Ray exports them at its nodes' metrics port if `ray[default]` is installed, with names that begin
with `ray_`; otherwise nobody sees them.
"""

from collections.abc import Iterable
from typing import Any

from ladder.database.result import GameResult

SECONDS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
"""Upper bounds of the histogram of game lengths."""


class Meters:
    """The counters and gauges of a run."""

    def __init__(self, metrics: Any) -> None:
        """Create them in ray.util.metrics, or in a test's substitute."""
        self._games = metrics.Counter(
            "arena_games", description="Games played.", tag_keys=("node", "ended")
        )
        self._seconds = metrics.Histogram(
            "arena_game_seconds",
            description="How long a game took.",
            boundaries=list(SECONDS),
            tag_keys=("node",),
        )
        self._lost = metrics.Counter(
            "arena_lost_workers", description="Workers that were lost.", tag_keys=("node",)
        )
        self._workers = metrics.Gauge(
            "arena_workers", description="Workers that could play.", tag_keys=("node",)
        )
        self._idle = metrics.Gauge(
            "arena_idle_workers", description="Those with nothing to do.", tag_keys=("node",)
        )

    def played(self, node: str, outcomes: Iterable[Any]) -> None:
        """Count games, with those that failed through the arena's fault under another tag."""
        for outcome in outcomes:
            if isinstance(outcome, GameResult):
                self._games.inc(1, {"node": node, "ended": "well"})
                self._seconds.observe(outcome.time_ms / 1000, {"node": node})
            else:
                self._games.inc(1, {"node": node, "ended": "failed"})

    def lost(self, node: str) -> None:
        """Count a lost worker."""
        self._lost.inc(1, {"node": node})

    def busy(self, node: str, workers: int, idle: int) -> None:
        """Record how many workers of a node are ready, and how many of them have no game."""
        self._workers.set(workers, {"node": node})
        self._idle.set(idle, {"node": node})
