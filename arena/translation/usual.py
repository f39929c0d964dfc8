"""Answers as bots usually give them, understood without a model.

Models say what is wrong with an answer, and cost ten times as much as reading one that is right.
So what is in here only says "beyond doubt" or nothing; all else is for `protocol` to judge.
"""

from typing import Any

import orjson

from protocol import Json
from protocol.messages import NESTING_LIMIT, Aside

Said = tuple[int | None, int | Json, str | None, frozenset[str] | None, Aside | None]
"""An answer: the id of its question, the choice, talk, wishes, what is for the record alone; as in
`protocol.messages.Chosen`."""


def usual_answer(line: bytes) -> Said | None:
    """An index or a choice object under an id, with nothing else; None for all other lines."""
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if type(data) is not dict or len(data) != 3 or data.get("type") != "choose":
        return None
    number, choice = data.get("id"), data.get("choice")
    if type(number) is not int:
        return None
    if type(choice) is int:
        return (number, choice, None, None, None) if choice >= 0 else None
    if type(choice) is not dict or type(choice.get("do")) is not str:
        return None
    # Keys that are null stand for absent ones, and what is nested deeply could not be written.
    if b"null" in line or line.count(b"[") + line.count(b"{") > NESTING_LIMIT:
        return None
    return number, choice, None, None, None


def surely_well_shaped(choice: Json) -> bool:
    """True if a choice object has its shape beyond doubt; see `protocol.choices.shape_problem`."""
    do = choice.get("do")
    if do == "plant":
        return (
            len(choice) == 3 and type(choice.get("card")) is str and is_count(choice.get("field"))
        )
    if do == "harvest":
        return len(choice) == 2 and is_count(choice.get("field"))
    if do == "pass":
        return len(choice) == 1
    if do != "trade" and do != "answer":
        return False
    return all(key == "do" or _fits(key, value) for key, value in choice.items())


def _fits(key: str, value: Any) -> bool:
    """True if that is what a negotiator may say under the key."""
    if key == "offers":
        return type(value) is list and all(_is_offer(offer) for offer in value)
    if key == "accept" or key == "take":
        number = "offer" if key == "accept" else "id"
        return type(value) is list and all(
            type(each) is int or _is_agreed(number, each) for each in value
        )
    if key == "withdraw":
        return is_list_of(value, int)
    return (key == "end" or key == "silent") and type(value) is bool


def _is_offer(offer: Any) -> bool:
    if type(offer) is not dict or "give" not in offer or "want" not in offer:
        return False
    give, want, to = offer["give"], offer["want"], offer.get("to", "all")
    return (
        len(offer) == 2 + ("to" in offer)
        and (give == "open" or (type(give) is list and all(_is_card(card) for card in give)))
        and (want == "open" or is_list_of(want, str))
        and (to == "all" or is_count(to))
    )


def _is_agreed(number: str, agreed: Any) -> bool:
    """The id of what is agreed to, under the key `number`, and the cards handed over for it."""
    if type(agreed) is not dict or len(agreed) != 2 or type(agreed.get(number)) is not int:
        return False
    give = agreed.get("give")
    return type(give) is list and all(_is_card(card) for card in give)


def _is_card(card: Any) -> bool:
    """A kind, or an exact place in the hand or among the cards turned over."""
    if type(card) is str:
        return True
    if type(card) is not dict or not ("hand" in card) ^ ("turned_over" in card):
        return False
    place = card["hand"] if "hand" in card else card["turned_over"]
    return is_count(place) and (
        len(card) == 1 or (len(card) == 2 and type(card.get("kind")) is str)
    )


def is_list_of(value: Any, kind: type) -> bool:
    """True of a list of nothing else."""
    return type(value) is list and all(type(part) is kind for part in value)


def is_count(value: Any) -> bool:
    """True of a whole number from 0."""
    return type(value) is int and value >= 0
