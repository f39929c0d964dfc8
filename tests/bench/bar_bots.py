"""What the bundled trader takes for a decision: it must not hold a tournament up."""

from collections.abc import Iterator

import orjson

from tests.bench.rounds import Row, ratios
from tests.bench.run import Run
from tests.support.answers import conversations

VARIANT, PLAYERS = "anniversary", 4
COST = 200.0


def rows(run: Run) -> Iterator[Row]:
    """What is measured, and the bar. Bots are the same in a compiled tree and a pure one."""
    trees = {tree.path: tree for tree in run.all_trees}.values()
    file = run.folder / "conversations.json"
    heard = conversations("trader", VARIANT, PLAYERS)
    file.write_bytes(
        orjson.dumps([[orjson.dumps(message).decode() for message, _ in said] for said in heard])
    )
    found = run.measured(lambda tree: tree.measure("trading", file=str(file))["cost"], trees)
    for tree in trees:
        judged = tree in run.trees
        yield Row(
            f"a decision of trader, {tree.name}",
            "µs",
            found[tree.name],
            most=COST if judged else None,
        )
        if judged and run.against:
            before = found[run.against.name]
            yield Row(f"  to {run.against.name}", "×", ratios(found[tree.name], before))
