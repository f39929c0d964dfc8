"""Matching the bots of another ladder with those here, and entering those that are not here.

A bot is the same if its content and its name are. Bots here keep their names, versions, states and
owners, whatever the other ladder says, since anyone may have written it: it suspends, supersedes
or releases none. A name that is taken here, or is a bundled bot's, is not given to other content,
which gets a number instead, whatever key, version or time it claims, since a key's hash is no
secret. A key is left behind if its author's name is here with another key, or none.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby

from ladder.database.store import SUPERSEDED, Bot, now

Alike = Callable[[str], str]
"""Folds a name, so that names that look the same become equal."""


@dataclass(slots=True)
class BotMatches:
    """The bots of another ladder, matched with bots here or to be entered."""

    here: dict[int, int] = field(default_factory=dict)
    """Id there → id here, for bots that are here."""
    new: dict[int, Bot] = field(default_factory=dict)
    """Id there → the row to be entered."""
    said: list[str] = field(default_factory=list)
    """A sentence for each name and each key that was not taken over."""


def match_bots(
    mine: Sequence[Bot], theirs: Sequence[Bot], reserved: Collection[str], alike: Alike
) -> BotMatches:
    """Match each bot of another ladder with one here, or find a free name for it.

    Args:
        mine: The bots here.
        theirs: The bots of the other ladder.
        reserved: The names of bundled bots, folded.
        alike: Folds names.
    """
    matches = BotMatches(here=_twins(mine, theirs))
    taken = {alike(bot.name) for bot in mine} | set(reserved)
    new = [bot for bot in theirs if bot.id not in matches.here]
    new.sort(key=lambda bot: (bot.name, bot.version))
    for name, versions in groupby(new, key=lambda bot: bot.name):
        free = _free_name(name, taken, alike)
        taken.add(alike(free))
        if free != name:
            matches.said.append(
                f"The name {name} is taken here, so the other ladder's {name} is called {free}."
            )
        *older, newest = versions
        for version, bot in enumerate((*older, newest), start=1):
            matches.new[bot.id] = _placed(bot, free, version, bot is newest)
    _leave_keys(matches, mine, alike)
    return matches


def _twins(mine: Sequence[Bot], theirs: Sequence[Bot]) -> dict[int, int]:
    """Return the bots that are here by their id there, each once, preferring equal labels."""
    here: dict[int, int] = {}
    left = {one.id: one for one in mine}
    for same in (_same_label, _same_but_numbered):
        for bot in theirs:
            twins = [one for one in left.values() if one.hash == bot.hash and same(one, bot)]
            if twins and bot.id not in here:
                here[bot.id] = twins[0].id
                del left[twins[0].id]
    return here


def _same_label(one: Bot, bot: Bot) -> bool:
    return one.label == bot.label


def _same_but_numbered(one: Bot, bot: Bot) -> bool:
    """Return True if a bot here may be one there that got a number when it came in."""
    return re.fullmatch(rf"{re.escape(bot.name)}(-[0-9]+)?", one.name) is not None


def _free_name(name: str, taken: Collection[str], alike: Alike) -> str:
    """Return the name, with the first number that makes it free if it is taken."""
    if alike(name) not in taken:
        return name
    return next(free for number in count(2) if alike(free := f"{name}-{number}") not in taken)


def _placed(bot: Bot, name: str, version: int, newest: bool) -> Bot:
    """Return the bot under a new label, with a status that fits the other versions."""
    # Not added in the future, whatever the other ladder says.
    placed = replace(bot, name=name, version=version, added_at=min(bot.added_at, now()))
    if newest or bot.status != "active":
        return placed
    return replace(placed, status="retired", reason=SUPERSEDED)


def _leave_keys(matches: BotMatches, mine: Sequence[Bot], alike: Alike) -> None:
    """Drop the key of a bot whose author is already here with another key, or with none."""
    for number, bot in matches.new.items():
        authors = [one for one in mine if bot.author and alike(one.author) == alike(bot.author)]
        others = [one for one in authors if one.owner != bot.owner]
        if bot.owner and others:
            matches.new[number] = replace(bot, owner="")
            matches.said.append(
                f"{bot.label} is by {bot.author}, as is {others[0].label}, which has another key; "
                f"so the key of {bot.label} was not taken over."
            )
