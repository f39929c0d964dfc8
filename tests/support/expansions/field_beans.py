"""Field beans, which open a third field."""

from arena.rules import Event, View
from tests.support.folding import Folds

RULE_IDS = ["F1", "F2"]


def _opened_field(view: View, event: Event) -> None:
    view["fields"][event["seat"]] += (b"",)
    view["third_field"][event["seat"]] = True


FOLDS: Folds = {
    "opened_field": _opened_field,
}
