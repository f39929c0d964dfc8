"""Random games in process, as one trains with them: beside another tree and OpenSpiel's hearts."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.peers import hearts
from tests.bench.rounds import Row, ratios
from tests.bench.run import Run
from tests.bench.trees import Tree

GAMES, HEARTS_GAMES = 250, 1500
COST, SPEED = 3.0, 1200.0
BESIDE_HEARTS = 1.6


def rows(run: Run) -> Iterator[Row]:
    """What is measured, and the bars, which are those of a compiled tree."""

    def games(tree: Tree) -> Any:
        return tree.measure("random_games", variant="anniversary", games=run.some(GAMES))

    def decisions() -> Callable[[], Any]:
        peer = hearts(run.open_spiel)
        return lambda: peer.costs(run.some(HEARTS_GAMES))

    found = run.measured(games, run.all_trees, hearts=decisions)
    if "hearts" in found:
        from_python = [each["from_python"] for each in found["hearts"]]
        in_cpp = [each["in_cpp"] for each in found["hearts"]]
        yield Row("a decision of hearts, OpenSpiel driven from Python", "µs", from_python)
        yield Row("a decision of hearts, OpenSpiel's rollouts in C++", "µs", in_cpp)
    for tree in run.all_trees:
        judged = tree in run.trees and tree.built == "compiled"
        costs = [each["cost"] for each in found[tree.name]]
        speeds = [each["speed"] for each in found[tree.name]]
        yield Row(f"a random decision, {tree.name}", "µs", costs, most=COST if judged else None)
        yield Row(
            f"  random games, {tree.name}", "games/s", speeds, least=SPEED if judged else None
        )
        if tree in run.trees and "hearts" in found:
            yield Row(
                f"  to hearts from Python, {tree.name}",
                "×",
                ratios(costs, from_python),
                most=BESIDE_HEARTS if judged else None,
            )
            yield Row(f"  to hearts in C++, {tree.name}", "×", ratios(costs, in_cpp))
        if tree in run.trees and run.against:
            before = [each["cost"] for each in found[run.against.name]]
            yield Row(f"  to {run.against.name}, {tree.name}", "×", ratios(costs, before))
