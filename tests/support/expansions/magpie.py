"""Magpies: stealing, and keeping one."""

from functools import partial

from arena.rules import Event, View
from tests.support.example import Example
from tests.support.folding import Folds, leave, plus
from tests.support.scenario import position

RULE_IDS = ["M1", "M2", "M3", "M4"]

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


def _stole(view: View, event: Event) -> None:
    robbed = event["with"]
    fields = list(view["fields"][robbed])
    assert fields[event["field"]][-1] == event["card"]
    fields[event["field"]] = fields[event["field"]][:-1]
    view["fields"][robbed] = tuple(fields)


def _kept(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    leave(view, seat, card, event["from"])
    view["hands"][seat] = plus(view["hands"][seat], card)


def _idle(view: View, event: Event) -> None:
    view["idle_turns"] = event["turns"]


FOLDS: Folds = {
    "stole": _stole,
    "kept": _kept,
    "idle": _idle,
}
