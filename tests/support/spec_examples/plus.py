"""Plus: an order laid, and the last chance to fill it."""

from functools import partial

from tests.support.scenario import pile, position
from tests.support.spec_examples.example import Example

EXAMPLES = {
    "lay_order": Example(
        partial(
            position, "plus", 4, hands={0: "order_2_1 soy red"}, fields={0: ["soy", "blue blue"]}
        ),
        shown=("hand", "laid_order"),
        answer=0,
    ),
    "return_order": Example(
        partial(
            position, "plus", 4, step="return_order", hands={0: "red"},
            fields={0: ["soy soy", "blue"]},
            extra={"laid_order": (pile("order_2_1"), b"", b"", b"")},
        ),
        shown=("fields", "laid_order"),
        answer={"do": "fill_order", "field": 0},
    ),
}  # fmt: skip
