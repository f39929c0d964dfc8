"""The reference field: bundled bots that play beside others, so that ratings compare over years.

How strong they are is known (`ladder/calibration.py`), and others are measured by them wherever
they have played.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ladder.calibration import FIELD
from ladder.store import Bot, Store

if TYPE_CHECKING:
    from arena.shelf.roster import Roster


def with_reference(roster: "Roster", bots: Sequence[Bot]) -> list[Bot]:
    """The bots, and those of the reference field that are not among them."""
    return [*bots, *(bot for bot in roster.bundled(only=FIELD) if bot not in bots)]


def anchor(store: Store, word: str | None) -> int | None:
    """The id of the bot to be rated 1500, if one is named. Raises UnknownBot."""
    return None if word is None else store.find_bot(word).id
