"""Words for the field beans."""

from arena.text.cards import beans, field_text, queue


def test_the_cards_are_called_field_beans() -> None:
    assert beans(["field"]) == "field bean"
    assert beans(["field", "soy", "field"]) == "2 field beans, soy"
    assert queue(["field", "soy"]) == "field-bean soy"
    assert field_text({"kind": "field", "count": 3, "coins": 3}) == "3 field beans (3)"
    assert field_text({"kind": "field", "count": 1, "coins": 0}) == "1 field bean"
