"""Which bot of another ladder is which of this one, and under which names the others come in.

A bot is the same if its content and its name are. A name that belongs to somebody else here gets a
number; further versions of a name take their places among those that are here, by when they were
submitted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ladder.store import SUPERSEDED, Bot


@dataclass(slots=True)
class Kin:
    """The bots of another ladder, found here or to be entered."""

    here: dict[int, int] = field(default_factory=dict)
    """Id there → id here, of those that are here."""
    fresh: dict[int, Bot] = field(default_factory=dict)
    """Id there → the row to be entered."""
    changed: list[Bot] = field(default_factory=list)
    """The bots of this ladder that get another version, or are superseded now."""
    said: list[str] = field(default_factory=list)
    """A sentence for each that goes by another label than before."""


def kin(here: Iterable[Bot], there: Iterable[Bot]) -> Kin:
    """Find each bot of another ladder here, or a name and a version for it."""
    found = Kin()
    mine, theirs = _by_name(here), _by_name(there)
    names = {name: name for name in theirs if _one(mine.get(name, ()), theirs[name])}
    for name in theirs.keys() - names.keys():
        others = (f"{name}-{number}" for number in count(2))
        names[name] = next(
            each
            for each in others
            if each not in names.values() and _one(mine.get(each, ()), theirs[name])
        )
    for name, bots in theirs.items():
        _join(found, mine.get(names[name], []), bots, names[name])
    _tell_authors(found, [bot for bots in mine.values() for bot in bots])
    return found


def _by_name(bots: Iterable[Bot]) -> dict[str, list[Bot]]:
    named: dict[str, list[Bot]] = {}
    for bot in sorted(bots, key=lambda bot: (bot.name, bot.version)):
        named.setdefault(bot.name, []).append(bot)
    return named


def _one(mine: Sequence[Bot], theirs: Sequence[Bot]) -> bool:
    """True if the versions of a name may be one person's: by the keys, else by the authors."""
    if not mine:
        return True
    one, other = mine[-1], theirs[-1]
    if one.owner and other.owner:
        return one.owner == other.owner
    return one.author == other.author or not (one.author and other.author)


def _join(found: Kin, mine: Sequence[Bot], theirs: Sequence[Bot], name: str) -> None:
    """Find the versions of one name, and give the rest their places."""
    left = list(mine)
    for same_version in (True, False):
        for bot in theirs:
            twins = [one for one in left if one.hash == bot.hash]
            if same_version:
                twins = [one for one in twins if one.version == bot.version]
            if twins and bot.id not in found.here:
                left.remove(twins[0])
                found.here[bot.id] = twins[0].id
    fresh = [bot for bot in theirs if bot.id not in found.here]
    if not fresh:
        return
    if name != fresh[0].name:
        theirs_now = f"so the one there is called {name} now"
        found.said.append(f"{fresh[0].name} here is another author's bot, {theirs_now}.")
    order = sorted(
        [(at, 0, one) for one, at in _times(mine)] + [(at, 1, bot) for bot, at in _times(fresh)],
        key=lambda each: (each[0], each[1], each[2].version),
    )
    for version, (_, which, bot) in enumerate(order, start=1):
        status, reason = bot.status, bot.reason
        if version < len(order) and status == "active":
            status, reason = "retired", SUPERSEDED
        now = replace(bot, name=name, version=version, status=status, reason=reason)
        if which:
            found.fresh[bot.id] = now
        elif now != bot:
            found.changed.append(now)
        if now.label != bot.label and (not which or name == bot.name):
            ladder = "there" if which else "here"
            found.said.append(f"{bot.label} {ladder} is {now.label} now, by when it was submitted.")


def _times(bots: Sequence[Bot]) -> list[tuple[Bot, str]]:
    """Each version with the time that it was submitted, never before an earlier version."""
    timed: list[tuple[Bot, str]] = []
    latest = ""
    for bot in bots:
        latest = max(latest, bot.added_at)
        timed.append((bot, latest))
    return timed


def _tell_authors(found: Kin, mine: Sequence[Bot]) -> None:
    """Say where an author's name comes with two keys: those bots may meet."""
    for bot in found.fresh.values():
        others = [
            one for one in mine if one.author == bot.author and one.owner not in ("", bot.owner)
        ]
        if bot.author and bot.owner and others:
            found.said.append(
                f"{bot.label} is by {bot.author}, and so is {others[0].label}, with another key. "
                f"If this is one person: arena disown {bot.name}"
            )
