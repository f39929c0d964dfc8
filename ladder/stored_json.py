"""The JSON in some columns of the ladder, which a hand may have edited."""

import json
from typing import Any, TypeVar

from ladder.errors import DamagedRow

T = TypeVar("T", bound=dict[str, Any] | list[Any])


def read(text: str | bytes | None, kind: type[T], what: str) -> T:
    """The object or list of a column. what: whose it is, as in "the manifest of bot 3".

    Raises DamagedRow.
    """
    try:
        found = json.loads(text or "")
    except (ValueError, TypeError, RecursionError):
        found = None
    if isinstance(found, kind):
        return found
    raise DamagedRow(
        f"In the ladder's database, {what} is not the JSON that the arena wrote: the file was "
        "edited or damaged. Go back to an earlier copy; arena db check says what is wrong."
    )
