"""Words for the magpies."""

from tests.support.said import ordered, told

VIEW = {"fields": [[], [{"kind": "soy", "count": 3}], [{"kind": None, "count": 0}]]}


def test_a_theft_names_the_bean_and_both_fields() -> None:
    steal = ordered("steal", VIEW, seat=1, field=0, into=2)
    assert steal == "steal soy from bob's field 1 for your field 3"
    assert ordered("steal", seat=2, field=0, into=2).startswith("steal a bean from cleo's field 1")
    assert ordered("steal", seat=1) == "steal (seat 1)"  # not well formed
    assert told("stole", **{"with": 1}, field=2, card="soy") == "ann steals soy from bob's field 3"
    assert told("stole") == "ann: stole"
    planted = told("planted", card="soy", field=1, **{"from": "stolen"})
    assert planted == "ann plants soy (stolen) in field 2"


def test_turns_with_nothing_to_draw_are_counted() -> None:
    assert told("idle", 1, turns=2) == "bob has nothing to draw (turn 2 in a row)"
    assert told("idle", 1, turns=0) == "bob has something to draw again"
