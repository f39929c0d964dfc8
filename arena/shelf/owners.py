"""Whose names are whose: a name, and an author's, go to the key that came with them first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.shelf.manifest import Manifest
from arena.text.likeness import alike

if TYPE_CHECKING:
    from ladder.store import Bot, Store


class NotYours(ArenaError):
    """A name or an author belongs to another key; the message names the ways out.

    why: whose it is. choose: what to choose instead.
    """

    def __init__(self, why: str, choose: str, bot: "Bot") -> None:
        self.why, self.choose = why, choose
        super().__init__(
            f"{why}. Choose {choose}, or give the key that it came with: --key-file FILE. "
            "The keeper of this ladder can set it free if that key is lost: "
            f"arena disown {bot.name}"
        )


def require_yours(bots: Sequence["Bot"], manifest: Manifest, owner: str) -> None:
    """Raise NotYours if the bot's name or author came with another key than that of `owner`.

    Bots without an owner, from an older ladder or set free, bind nobody.
    """
    newest = {bot.name: bot for bot in sorted(bots, key=lambda bot: bot.version)}.values()
    theirs = [bot for bot in newest if bot.owner not in ("", owner)]
    for bot in theirs:
        if alike(bot.name) == alike(manifest.name):
            also = "" if bot.name == manifest.name else f" (and looks like {manifest.name})"
            raise NotYours(
                f"{bot.label} was submitted with another key{also}", "another --name", bot
            )
    for bot in theirs:
        if manifest.author and alike(bot.author) == alike(manifest.author):
            raise NotYours(
                f"{bot.label} by {bot.author} came with another key", "another --author", bot
            )


def disown(store: "Store", bot: "Bot") -> list["Bot"]:
    """Set a bot free, all its versions, with those of its author that came with the same key.

    The bots that were set free.
    """
    freed = [
        each
        for each in store.bots()
        if each.owner
        and (
            each.name == bot.name
            or (bot.author and alike(each.author) == alike(bot.author) and each.owner == bot.owner)
        )
    ]
    store.set_owner([each.id for each in freed], "")
    return freed
