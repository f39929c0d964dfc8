"""Quick checks of usual answers and records, which accept them without a model.

They only say "beyond doubt" or nothing; everything else goes to the models of `protocol`, which say
what is wrong. With these models alone a decision takes 1.15 times as long (1.3 compiled) and
replaying a record 1.6 times (2.4 compiled), since most of a record are choices; shapes of msgspec,
as many lines, take 1.2 to 1.6 times as long as these checks. See decision 2 (docs/decisions/).
"""

from typing import Any, get_args

import orjson
from pydantic import ValidationError

from protocol import Json
from protocol.choices import shape_problem
from protocol.messages import NESTING_LIMIT, Aside
from protocol.record import Fault, Record

ParsedAnswer = tuple[int | None, int | Json, str | None, frozenset[str] | None, Aside | None]
"""Question id, choice, talk, wishes, and what is for the record alone, as in `Chosen`."""


def usual_answer(line: bytes) -> ParsedAnswer | None:
    """Return an answer that has only an id and an index or a choice object, else None."""
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
    # Keys that are null count as absent, and deep nesting could not be written again.
    if b"null" in line or line.count(b"[") + line.count(b"{") > NESTING_LIMIT:
        return None
    return number, choice, None, None, None


def surely_well_shaped(choice: Json) -> bool:
    """Return True if a choice object surely has no `shape_problem`."""
    do = choice.get("do")
    if do == "plant":
        return (
            len(choice) == 3 and type(choice.get("card")) is str and _is_count(choice.get("field"))
        )
    if do == "harvest":
        return len(choice) == 2 and _is_count(choice.get("field"))
    if do == "pass":
        return len(choice) == 1
    if do != "trade" and do != "answer":
        return False
    return all(key == "do" or _fits(key, value) for key, value in choice.items())


def _fits(key: str, value: Any) -> bool:
    """Return True if an answer or trade may have that value under the key."""
    if key == "offers":
        return type(value) is list and all(_is_offer(offer) for offer in value)
    if key == "accept" or key == "take":
        number = "offer" if key == "accept" else "id"
        return type(value) is list and all(
            type(each) is int or _is_agreed(number, each) for each in value
        )
    if key == "withdraw":
        return _is_list_of(value, int)
    return (key == "end" or key == "silent") and type(value) is bool


def _is_offer(offer: Any) -> bool:
    if type(offer) is not dict or "give" not in offer or "want" not in offer:
        return False
    give, want, to = offer["give"], offer["want"], offer.get("to", "all")
    return (
        len(offer) == 2 + ("to" in offer)
        and (give == "open" or (type(give) is list and all(_is_card(card) for card in give)))
        and (want == "open" or _is_list_of(want, str))
        and (to == "all" or _is_count(to))
    )


def _is_agreed(number: str, agreed: Any) -> bool:
    """Return True for an id under the key `number` with the cards handed over for it."""
    if type(agreed) is not dict or len(agreed) != 2 or type(agreed.get(number)) is not int:
        return False
    give = agreed.get("give")
    return type(give) is list and all(_is_card(card) for card in give)


def _is_card(card: Any) -> bool:
    """Return True for a kind, or an exact place in the hand or among the cards turned over."""
    if type(card) is str:
        return True
    if type(card) is not dict or not ("hand" in card) ^ ("turned_over" in card):
        return False
    place = card["hand"] if "hand" in card else card["turned_over"]
    return _is_count(place) and (
        len(card) == 1 or (len(card) == 2 and type(card.get("kind")) is str)
    )


def _is_list_of(value: Any, kind: type) -> bool:
    """Return True for a list of nothing else."""
    return type(value) is list and all(type(part) is kind for part in value)


def _is_count(value: Any) -> bool:
    """Return True for a whole number from 0."""
    return type(value) is int and value >= 0


FAULTS = frozenset(get_args(Fault))


def is_usual_record(data: Any) -> bool:
    """Return True for a record whose decisions have the keys that the referee writes."""
    if type(data) is not dict or type(data.get("decisions")) is not list:
        return False
    for decision in data["decisions"]:
        if not _is_decision(decision):
            return False
    try:  # the rest is short, so its model takes hardly any time
        validate_record({**data, "decisions": []})
    except (ValidationError, orjson.JSONEncodeError):
        return False
    return True


def validate_record(data: Any) -> None:
    """Raise ValidationError for data that is no record, JSONEncodeError if nested too deeply."""
    # The model gets data parsed by orjson: for JSON, it takes 800 bytes for each `{}`.
    Record.model_validate(data)
    orjson.dumps(data)


def _is_decision(decision: Any) -> bool:
    if type(decision) is not dict or "seat" not in decision or "choice" not in decision:
        return False
    for key, value in decision.items():
        if key == "seat":
            fits = _is_count(value)
        elif key == "choice":
            fits = type(value) is dict and (surely_well_shaped(value) or _is_choice(value))
        elif key == "ms":
            fits = (type(value) is float or type(value) is int) and value >= 0
        elif key in ("say", "note", "thought", "refused"):
            fits = type(value) is str
        elif key == "wants":
            fits = _is_list_of(value, str)
        else:
            fits = key == "fault" and type(value) is str and value in FAULTS
        if not fits:
            return False
    return True


def _is_choice(choice: Json) -> bool:
    """Return True if a choice fits its own model; the record's model judges deep nesting."""
    return _is_flat(choice, NESTING_LIMIT) and shape_problem(choice) is None


def _is_flat(value: Any, levels: int) -> bool:
    """Return True if a value is nested no deeper than `levels`."""
    if type(value) is not dict and type(value) is not list:
        return True
    parts = value.values() if type(value) is dict else value
    return levels > 0 and all(_is_flat(part, levels - 1) for part in parts)
