"""Magpies: stealing, and keeping one."""

from functools import partial

from tests.support.scenario import position
from tests.support.spec_examples.example import Example

EXAMPLES = {
    "steal": Example(
        partial(
            position, "anniversary+magpie", 3, hands={0: "magpie red"},
            fields={0: ["soy", "blue blue"], 1: ["soy soy soy"], 2: ["blue", "red"]},
        ),
        shown=("fields",),
        answer={"do": "steal", "seat": 1, "field": 0, "into": 0},
        before=({"do": "play_magpie", "card": "magpie"},),
    ),
    "keep_magpie": Example(
        partial(
            position, "anniversary+magpie", 3, step="set_aside", set_aside={0: "magpie soy"},
            fields={0: ["soy"]},
        ),
        shown=("set_aside",),
        answer=1,
    ),
}  # fmt: skip
