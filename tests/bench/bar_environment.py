"""Random steps in an environment, with observation and mask; also beside OpenSpiel's hearts."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.peers import hearts
from tests.bench.rounds import Row, ratios
from tests.bench.run import Run
from tests.bench.trees import Tree

STEPS, HEARTS_GAMES = 20_000, 400
SPEED = 30.0
UNIT = "thousand steps/s"
BESIDE_HEARTS = 4.0


def rows(run: Run) -> Iterator[Row]:
    """What is measured, and the bars, which are those of a compiled tree."""

    def steps(tree: Tree) -> Any:
        return tree.measure("environment", variant="anniversary", steps=run.some(STEPS))

    def decisions() -> Callable[[], Any]:
        peer = hearts(run.open_spiel)
        return lambda: peer.costs(run.some(HEARTS_GAMES))["with_arrays"]

    found = run.measured(steps, run.trees, hearts=decisions)
    if "hearts" in found:
        speeds = [1e3 / cost for cost in found["hearts"]]
        yield Row("hearts with tensor and mask, OpenSpiel", UNIT, speeds)
    for tree in run.trees:
        judged = tree.built == "compiled"
        raw = [each["raw"] for each in found[tree.name]]
        for name, costs in (
            ("", raw),
            (" in its wrapper", [x["wrapped"] for x in found[tree.name]]),
        ):
            least = SPEED if judged and not name else None
            speeds = [1e3 / cost for cost in costs]
            yield Row(f"PettingZoo's environment{name}, {tree.name}", UNIT, speeds, least=least)
        if "hearts" in found:
            yield Row(
                f"  to hearts with tensor and mask, {tree.name}",
                "×",
                ratios(found["hearts"], raw),
                least=BESIDE_HEARTS if judged else None,
            )
