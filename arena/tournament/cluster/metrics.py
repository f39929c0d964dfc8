"""A run's numbers as Ray's own metrics, which its dashboard and Prometheus read: each by node.

Ray offers them at its nodes' metrics port, where `ray[default]` is installed; elsewhere they are
counted in vain. Their names there begin with `ray_`.
"""

from collections.abc import Iterable
from typing import Any

from ladder.database.result import GameResult

SECONDS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
"""The bounds between which games are counted by their length."""


class Meters:
    """made: ray.util.metrics, or what a test has instead."""

    def __init__(self, made: Any) -> None:
        self._games = made.Counter(
            "arena_games", description="Games played.", tag_keys=("node", "ended")
        )
        self._seconds = made.Histogram(
            "arena_game_seconds",
            description="How long a game took.",
            boundaries=list(SECONDS),
            tag_keys=("node",),
        )
        self._lost = made.Counter(
            "arena_lost_workers", description="Workers that were lost.", tag_keys=("node",)
        )
        self._workers = made.Gauge(
            "arena_workers", description="Workers that could play.", tag_keys=("node",)
        )
        self._idle = made.Gauge(
            "arena_idle_workers", description="Those with nothing to do.", tag_keys=("node",)
        )

    def played(self, node: str, outcomes: Iterable[Any]) -> None:
        """Count games; what failed through the arena's fault apart, as `ended` says."""
        for outcome in outcomes:
            if isinstance(outcome, GameResult):
                self._games.inc(1, {"node": node, "ended": "well"})
                self._seconds.observe(outcome.time_ms / 1000, {"node": node})
            else:
                self._games.inc(1, {"node": node, "ended": "failed"})

    def lost(self, node: str) -> None:
        """Count a worker that was lost."""
        self._lost.inc(1, {"node": node})

    def busy(self, node: str, workers: int, idle: int) -> None:
        """Note how many workers of a node are ready, and how many of them wait for games."""
        self._workers.set(workers, {"node": node})
        self._idle.set(idle, {"node": node})
