"""A row of the standings that nobody has played for, also with all that it may ever have."""

from dataclasses import fields
from typing import Any, get_args

from ladder.queries.standings import Standing

_KNOWN: dict[str, Any] = {
    "rank": 1,
    "bot_id": 1,
    "name": "ant",
    "version": 1,
    "status": "active",
    "elo": 1500,
    "interval": 40,
    "live": 1500,
    "games": 9,
    "blocks": 3,
    "pools": 1,
    "of": 1,
    "place_score": 0.5,
    "win_share": 0.3,
    "coins": 9,
    "ms_per_decision": 1.0,
    "max_ms": 2.0,
}


def standing(**values: Any) -> Standing:
    """Return a row; what is not given and has no value of its own is None, 0 or empty."""
    return Standing(**{each.name: _empty(each.type) for each in fields(Standing)} | _KNOWN | values)


def _empty(kind: Any) -> Any:
    first, *others = get_args(kind) or (kind,)  # of `int | None`, or of `Annotated[int, …]`
    return None if type(None) in others else first()
