"""Who is one person: bots that came with the same key, or that name the same author, are one's."""

from collections.abc import Sequence

from arena.text.likeness import alike
from ladder.store import Bot


def persons(bots: Sequence[Bot]) -> dict[int, str]:
    """Bot id → whose it is, the same words for each bot of a person; "" for those of the arena.

    Versions of one bot are one person's, also without a key and an author. A key with which all of
    these bots came tells nobody apart: it is that of whoever tries out bots alone.
    """
    keys = {bot.owner for bot in bots}
    names: dict[str, str] = {}  # what is known of a person → another thing known of it, or the same

    def first(name: str) -> str:
        while names.setdefault(name, name) != name:
            name = names[name]
        return name

    for bot in bots:
        for other in _known(bot, with_key=len(keys) > 1):
            names[first(other)] = first(f"bot {bot.name}")
    return {bot.id: "" if bot.bundled else first(f"bot {bot.name}") for bot in bots}


def of_one_person(bots: Sequence[Bot]) -> list[list[Bot]]:
    """The groups of two and more that are one person's.

    Versions of a bot that has neither key nor author may meet.
    """
    whose, groups = persons(bots), dict[str, list[Bot]]()
    keys = {bot.owner for bot in bots}
    for bot in bots:
        if not bot.bundled and _known(bot, with_key=len(keys) > 1):
            groups.setdefault(whose[bot.id], []).append(bot)
    return [group for group in groups.values() if len(group) > 1]


def _known(bot: Bot, with_key: bool) -> list[str]:
    """By what its person can be told."""
    if bot.bundled:
        return []
    author = alike(bot.author)
    found = [f"author {author}"] if author else []
    return [*found, f"key {bot.owner}"] if with_key and bot.owner else found
