"""A card is promised once: what goes with a reply that is taken is in no offer beside it (T1)."""

from typing import Any

import pytest

from arena.play.draft import Draft, Part, Unfit

GREEN: dict[str, Any] = {"kind": "green", "turned_over": 0}
OTHER: dict[str, Any] = {"kind": "green", "hand": 3}
LIMITS = {"offers": 3, "replies": 2}


def draft() -> Draft:
    """The active seat 0 holds two greens; seat 2 accepts one of them, seat 1 bids for one."""
    view = {
        "seat": 0,
        "round": 2,
        "rounds": 5,
        "offers": [
            {"id": 2, "seat": 0, "to": "all", "give": [GREEN], "want": []},
            {"id": 4, "seat": 1, "to": 0, "give": [{"kind": "red"}], "want": ["green"]},
        ],
        "accepts": [{"id": 3, "seat": 2, "offer": 2, "give": []}],
    }
    return Draft({"ask": "trade", "view": view}, LIMITS, [GREEN, OTHER])


def offering(*cards: Any) -> Part:
    return Part("offer", {"give": list(cards), "want": ["blue"]})


def test_what_goes_with_a_reply_is_not_offered_again_nor_with_another_reply() -> None:
    made = draft()
    made._view["accepts"].append({"id": 5, "seat": 1, "offer": 2, "give": []})
    made.add(Part("take", 3))
    for again in (offering(GREEN), Part("take", 5)):
        with pytest.raises(Unfit, match=r"goes with #3, which you take"):
            made.add(again)
    made.add(offering(OTHER))
    made = draft()
    made.add(offering(GREEN))
    with pytest.raises(Unfit, match=r"goes with #3"):
        made.add(Part("take", 3))
    assert made.undo() == offering(GREEN)
    made.add(Part("take", 3))


def test_cards_named_by_kind_are_counted_together() -> None:
    made = draft()
    made.add(Part("take", 3))
    made.add(Part("take", 4))
    with pytest.raises(Unfit, match=r"You have no green to give"):
        made.add(offering("green"))


def test_a_yes_takes_back_the_same_offer_of_ones_own() -> None:
    """Both would be taken, where one trade was meant (T2); what is not quite the same stands."""
    view = {
        "seat": 1,
        "offers": [
            {"id": 2, "seat": 0, "to": "all", "give": [GREEN, {"kind": "red"}], "want": ["soy"]},
            {"id": 4, "seat": 1, "to": 0, "give": [{"kind": "soy"}], "want": ["red", "green"]},
            {"id": 6, "seat": 1, "to": 0, "give": [{"kind": "soy"}], "want": ["green"]},
            {"id": 7, "seat": 1, "to": 0, "give": "open", "want": ["green", "red"]},
            {"id": 8, "seat": 2, "to": 0, "give": [{"kind": "soy"}], "want": ["red", "green"]},
        ],
        "accepts": [],
    }
    made = Draft({"ask": "answer", "view": view, "offers": [2]}, LIMITS, [{"kind": "soy"}])
    made.add(Part("accept", 2))
    assert made.choice() == {"do": "answer", "accept": [2], "withdraw": [4]}
    made.undo()
    assert made.parts == [Part("accept", 2)]
