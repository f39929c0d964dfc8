"""The reference field: bundled bots that play beside others, so that ratings compare over years.

A mean of 1500 moves with whoever plays. The reference field does not: its bots have one version for
each change of their code, and ratings beside one of them stay what they are.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ladder.errors import NotRated
from ladder.store import Bot, Store

if TYPE_CHECKING:
    from arena.shelf.roster import Roster

REFERENCE = "reference"
"""Stands for the field, or its ANCHOR; a bot of this name goes by its version, `reference:1`."""
FIELD = ("random", "greedy", "trader")
"""One that plays at random, one that plants well and hardly trades, one that trades: they run
wherever the arena does."""
ANCHOR = "greedy"
"""The one in the middle: it neither wins nor loses nearly everything, so its rating is surest."""


def with_reference(roster: "Roster", bots: Sequence[Bot]) -> list[Bot]:
    """The bots, and those of the reference field that are not among them."""
    return [*bots, *(bot for bot in roster.bundled(only=FIELD) if bot not in bots)]


def anchor(store: Store, word: str | None) -> int | None:
    """The id of the bot to be rated 1500: the one named, or the reference field's.

    Raises UnknownBot, NotRated.
    """
    if word is None:
        return None
    if word != REFERENCE:
        return store.find_bot(word).id
    for bot in reversed(store.bots()):
        if bot.name == ANCHOR and bot.manifest.get("bundled"):
            return bot.id
    raise NotRated(
        "The reference field has not played in this home. Let it: arena tournament --reference"
    )
