"""Messages of a seat's page: each as the page sends it becomes an object of its own class."""

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from arena.play.answers import Option
from arena.play.draft import Part
from arena.web import page_messages as m

OFFER = {"giving": [0], "wanting": {"soy": 1}, "open": "", "to": None, "send": True}
SENT: list[tuple[type, dict[str, Any]]] = [
    (m.OpenRoom, {"do": "open", "wishes": {"variant": "classic", "people": 2}}),
    (m.ReturnToSlot, {"do": "return", "token": "secret"}),
    (m.TakeSlot, {"do": "sit", "token": "secret", "name": "Ada"}),
    (m.LeaveRoom, {"do": "leave"}),
    (m.BeginGame, {"do": "begin"}),
    (m.ShowPresence, {"do": "here"}),
    (m.Speak, {"do": "say", "text": "Red for soy?"}),
    (m.ReplacePerson, {"do": "replace", "person": 1}),
    (m.ChooseOption, {"do": "choose", "number": 0, "text": "no", "question": None}),
    (m.ComposeOffer, {"do": "compose", "question": 3, **OFFER}),
    (m.Touch, {"do": "touch", "pile": "hand", "place": 2, "field": 1}),
    (m.Touch, {"do": "touch", "field": 1}),
    (m.Undo, {"do": "undo"}),
    (m.AskForHint, {"do": "hint"}),
    (m.SetWishes, {"do": "wish", "windows": True}),
    (m.TypeCommand, {"do": "type", "text": "soy for red"}),
]


def test_each_message_has_a_class_and_no_key_of_another() -> None:
    assert {kind for kind, _ in SENT} == set(m.PageMessage.__args__)
    for kind, message in SENT:
        assert type(m.PAGE_MESSAGE.validate_python(message)) is kind
        with pytest.raises(ValidationError):
            m.PAGE_MESSAGE.validate_python(message | {"cheat": True})


@pytest.mark.parametrize(("what", "sent"), [("take", 1), ("accept", 1), ("withdraw", 0)])
def test_what_is_touched_is_sent_but_a_withdrawal_leaves_the_round_its_answer(
    what: str, sent: int
) -> None:
    """T2: a seat answers once in a round."""
    done: list[object] = []
    part = Part(what, 4)
    controller = SimpleNamespace(
        seat=SimpleNamespace(options=lambda: [Option("soy for red", part=part)]),
        do=lambda its: done.append(its) or True,
        send=lambda: done.append("sent"),
    )
    slot: Any = SimpleNamespace(controller=controller, open_id=7)
    m.ChooseOption(do="choose", question=7, number=0, text="soy for red").apply(slot)
    assert done == [part, *["sent"] * sent]
