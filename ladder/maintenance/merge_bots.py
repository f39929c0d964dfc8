"""The bots of another ladder: each found here, or entered where it overrules nothing.

A bot is the same if its content and its name are. What is here keeps its name, its versions, its
state and its owner, whatever the other ladder says, for anyone may have written that: a name that
is here, or is a bundled bot's, is not given to other content, which gets a number instead; and a
key that would take over an author's name is left behind.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ladder.database.store import SUPERSEDED, Bot, now

Alike = Callable[[str], str]
"""Folds a name: the same for names that look the same."""


@dataclass(slots=True)
class Kin:
    """The bots of another ladder, found here or to be entered."""

    here: dict[int, int] = field(default_factory=dict)
    """Id there → id here, of those that are here."""
    fresh: dict[int, Bot] = field(default_factory=dict)
    """Id there → the row to be entered."""
    said: list[str] = field(default_factory=list)
    """A sentence for each name and each key that was not taken over."""


def kin(mine: Sequence[Bot], theirs: Sequence[Bot], reserved: Collection[str], alike: Alike) -> Kin:
    """Find each bot of another ladder here, or a name for it that is free.

    reserved: the names of bundled bots, folded.
    """
    found = Kin(here=_twins(mine, theirs))
    taken = {alike(bot.name) for bot in mine} | set(reserved)
    for name, versions in _by_name(bot for bot in theirs if bot.id not in found.here).items():
        free = _free(name, taken, alike)
        taken.add(alike(free))
        if free != name:
            found.said.append(
                f"{name} is the name of a bot here, so others of that name there are called {free}."
            )
        for version, bot in enumerate(versions, start=1):
            found.fresh[bot.id] = _placed(bot, free, version, newest=version == len(versions))
    _leave_keys(found, mine, alike)
    return found


def _twins(mine: Sequence[Bot], theirs: Sequence[Bot]) -> dict[int, int]:
    """By id there, the bots that are here, each once; those of the same label first."""
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
    """True if a bot here may be one there that got a number when it came."""
    return re.fullmatch(rf"{re.escape(bot.name)}(-\d+)?", one.name) is not None


def _by_name(bots: Iterable[Bot]) -> dict[str, list[Bot]]:
    named: dict[str, list[Bot]] = {}
    for bot in sorted(bots, key=lambda bot: (bot.name, bot.version)):
        named.setdefault(bot.name, []).append(bot)
    return named


def _free(name: str, taken: Collection[str], alike: Alike) -> str:
    """The name itself, or with the first number that makes it free."""
    if alike(name) not in taken:
        return name
    return next(each for number in count(2) if alike(each := f"{name}-{number}") not in taken)


def _placed(bot: Bot, name: str, version: int, newest: bool) -> Bot:
    """A row under that name, in a state that no other version of it contradicts."""
    placed = replace(bot, name=name, version=version, added_at=min(bot.added_at, now()))
    if newest or bot.status != "active":
        return placed
    return replace(placed, status="retired", reason=SUPERSEDED)


def _leave_keys(found: Kin, mine: Sequence[Bot], alike: Alike) -> None:
    """Take no key with the name of an author who is here with another, or with none."""
    for number, bot in found.fresh.items():
        authors = [one for one in mine if bot.author and alike(one.author) == alike(bot.author)]
        others = [one for one in authors if one.owner != bot.owner]
        if bot.owner and others:
            found.fresh[number] = replace(bot, owner="")
            found.said.append(
                f"{bot.label} is by {bot.author}, as is {others[0].label}, which has another key; "
                f"so the key of {bot.label} was not taken over."
            )
