"""Records as the referee writes them, understood without a model.

As in `usual.py`: "beyond doubt" or nothing. Models say what is wrong with a record, and take longer
to read one that is right than the rules to play it.
"""

from typing import Any

import orjson

from arena.translation.usual import is_count, is_list_of, surely_well_shaped
from protocol import Json
from protocol.choices import shape_problem
from protocol.messages import NESTING_LIMIT
from protocol.record import FORMAT

HEX = frozenset("0123456789abcdef")
FAULTS = frozenset(("malformed", "illegal", "late", "crashed", "exceeded", "silent", "forfeit"))
CLOCK = ("bank_ms", "increment_ms", "limit_ms")


def usual_record(line: bytes) -> Json | None:
    """A record with the keys that the referee writes and no others; None for all other lines."""
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if type(data) is not dict or data.get("format", FORMAT) != FORMAT:
        return None
    for key in ("variant", "players", "rules", "seed", "bots", "decisions", "result"):
        if key not in data:
            return None
    for key, value in data.items():
        if not _fits(key, value):
            return None
    return data


def _fits(key: str, value: Any) -> bool:
    """True if a record may have that under the key."""
    if key == "decisions":
        return type(value) is list and all(_is_decision(each) for each in value)
    if key == "variant" or key == "rules":
        return type(value) is str
    if key == "players":
        return is_count(value)
    if key == "seed":
        return type(value) is str and len(value) % 2 == 0 and HEX.issuperset(value)
    if key == "bots":
        return type(value) is list and all(_is_player(each) for each in value)
    if key == "result":
        return _is_result(value)
    if key == "clock":
        return value is None or (
            type(value) is dict and len(value) == 3 and all(is_count(value.get(k)) for k in CLOCK)
        )
    if key == "forfeits":
        return type(value) is list and all(_is_forfeit(each) for each in value)
    return (key == "talk" and type(value) is bool) or (key == "format" and type(value) is int)


def _is_decision(decision: Any) -> bool:
    if type(decision) is not dict or "seat" not in decision or "choice" not in decision:
        return False
    for key, value in decision.items():
        if key == "seat":
            fits = is_count(value)
        elif key == "choice":
            fits = type(value) is dict and (surely_well_shaped(value) or _is_choice(value))
        elif key == "ms":
            fits = (type(value) is float or type(value) is int) and value >= 0
        elif key in ("say", "note", "refused"):
            fits = type(value) is str
        elif key == "wants":
            fits = is_list_of(value, str)
        else:
            fits = key == "fault" and type(value) is str and value in FAULTS
        if not fits:
            return False
    return True


def _is_choice(choice: Json) -> bool:
    """True if its own model says so; what is nested deeply is for the one of the record."""
    return _is_flat(choice, NESTING_LIMIT) and shape_problem(choice) is None


def _is_flat(value: Any, levels: int) -> bool:
    """True if it is nested no deeper than that."""
    if type(value) is not dict and type(value) is not list:
        return True
    parts = value.values() if type(value) is dict else value
    return levels > 0 and all(_is_flat(part, levels - 1) for part in parts)


def _is_player(player: Any) -> bool:
    return (
        type(player) is dict
        and len(player) == 4 + ("wants" in player)
        and type(player.get("name")) is str
        and type(player.get("version")) is int
        and type(player.get("hash")) is str
        and is_count(player.get("seed"))
        and is_list_of(player.get("wants", []), str)
    )


def _is_forfeit(forfeit: Any) -> bool:
    return (
        type(forfeit) is dict
        and len(forfeit) == 3 + ("reason" in forfeit)
        and is_count(forfeit.get("seat"))
        and is_count(forfeit.get("decision"))
        and type(forfeit.get("fault")) is str
        and forfeit["fault"] in FAULTS
        and type(forfeit.get("reason", "")) is str
    )


def _is_result(result: Any) -> bool:
    return (
        type(result) is dict
        and len(result) == 3
        and _are_counts(result.get("scores"), 0)
        and _are_counts(result.get("places"), 1)
        and _are_counts(result.get("winners"), 0)
    )


def _are_counts(value: Any, least: int) -> bool:
    return type(value) is list and all(type(part) is int and part >= least for part in value)
