"""A decision of the smallest bots: beside a move of fastchess, and beside another tree."""

from collections.abc import Callable, Iterator

from tests.bench.peers import compiled, fastchess
from tests.bench.rounds import Row, ratios
from tests.bench.run import Run
from tests.bench.trees import Tree

VARIANT = "anniversary"
GAMES, CHESS_GAMES = 80, 150
BESIDE_FASTCHESS = {"compiled": 0.8}
BESIDE_BEFORE = {"compiled": 0.4, "pure": 0.75}


def rows(run: Run) -> Iterator[Row]:
    """What is measured, and the bars. Raises Missing without a C compiler."""
    bot = compiled("picker", run.folder)

    def cost(tree: Tree) -> float:
        found = tree.measure("decisions", bot=str(bot), variant=VARIANT, games=run.some(GAMES))
        run.note(f"bots confined at level {found['level']}")
        return float(found["cost"])

    def move() -> Callable[[], float]:
        chess = fastchess(run.fastchess, run.folder)
        return lambda: chess.cost(run.some(CHESS_GAMES))

    costs = run.measured(cost, run.all_trees, fastchess=move)
    if "fastchess" in costs:
        yield Row("a move, fastchess", "µs", costs["fastchess"])
    for tree in run.all_trees:
        yield Row(f"a decision, {tree.name}", "µs", costs[tree.name])
    for tree in run.trees:
        if "fastchess" in costs:
            yield Row(
                f"  to a move of fastchess, {tree.name}",
                "×",
                ratios(costs[tree.name], costs["fastchess"]),
                most=BESIDE_FASTCHESS.get(tree.built),
            )
        if run.against:
            yield Row(
                f"  to {run.against.name}, {tree.name}",
                "×",
                ratios(costs[tree.name], costs[run.against.name]),
                most=BESIDE_BEFORE[tree.built],
            )
