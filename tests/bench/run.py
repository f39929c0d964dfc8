"""What a run of the benchmarks is told, and what it has to say besides figures."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.peers import Missing
from tests.bench.rounds import in_turn, pinned
from tests.bench.trees import Tree

Peer = Callable[[], Callable[[], Any]]
"""Finds a program of others, and returns what measures it. Raises Missing."""


@dataclass
class Run:
    """The wishes of a run."""

    trees: list[Tree]
    """What is judged."""
    against: Tree | None
    """The tree before, which the others are compared with."""
    folder: Path
    """For whatever is built or written."""
    rounds: int
    core: int
    amount: float
    """Of the usual number of games in a round."""
    fastchess: Path | None
    open_spiel: Path | None
    tell: Callable[[str], None] = print
    said: list[str] = field(default_factory=list)

    @property
    def all_trees(self) -> list[Tree]:
        """Those that are judged, and the one before."""
        return self.trees + ([self.against] if self.against else [])

    def measured(
        self, of_tree: Callable[[Tree], Any], trees: Iterable[Tree], **peers: Peer
    ) -> dict[str, list[Any]]:
        """By name, what each tree gave in each round, pinned, and each peer that is there."""
        measures = {tree.name: partial(of_tree, tree) for tree in trees}
        for name, find in peers.items():
            try:
                measures[name] = find()
            except Missing as missing:
                self.skip(str(missing))
        with pinned(self.core):
            return in_turn(self.rounds, measures)

    def some(self, games: int) -> int:
        """As many as usual, or as much less as was asked for; at least one."""
        return max(1, round(games * self.amount))

    def skip(self, why: str) -> None:
        """Something is not measured."""
        self.note(f"skipped: {why}")

    def note(self, text: str) -> None:
        """Something that belongs to the conditions; said once."""
        if text not in self.said:
            self.said.append(text)
            self.tell(text)
