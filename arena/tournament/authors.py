"""Who is one person: bots that came with the same key, or that name the same author, are one's; and
whether the bots of a tournament can meet as it asks for, when those of one person may not."""

from collections.abc import Sequence

from arena.errors import ArenaError
from arena.text.harmless import alike
from arena.text.phrases import listed
from arena.tournament.formats import format_named
from arena.tournament.plan import Plan
from ladder.database.store import Bot

WAY_OUT = "Let them meet with --same-author, or name other bots."


class FieldError(ArenaError):
    """The bots cannot be kept apart as they should be; the message says which, and what to do."""


def author_groups(bots: Sequence[Bot]) -> dict[int, str]:
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


def same_author_groups(bots: Sequence[Bot]) -> list[list[Bot]]:
    """The groups of two and more that are one person's.

    Versions of a bot that has neither key nor author may meet.
    """
    whose, groups = author_groups(bots), dict[str, list[Bot]]()
    keys = {bot.owner for bot in bots}
    for bot in bots:
        if not bot.bundled and _known(bot, with_key=len(keys) > 1):
            groups.setdefault(whose[bot.id], []).append(bot)
    return [group for group in groups.values() if len(group) > 1]


def require_meetings(plan: Plan, bots: Sequence[Bot], apart: Sequence[Sequence[Bot]]) -> None:
    """Raises FieldError where bots that are to be kept apart would have to meet, or never play.

    bots: those named first have the roles of the format. apart: groups of which no two may meet.
    Raises FormatError for an unknown format.
    """
    format = format_named(plan.format)
    if not apart:
        return
    if not format.keeps_apart:
        raise FieldError(
            f"{_labels(apart[0])} are by one author, and bots of one author do not meet; but a "
            f"{format.name} may bring any two together in its final. Enter one of them, or let "
            "them meet with --same-author."
        )
    for lead in bots[: format.leads]:
        for group in apart:
            if lead in group:
                others = [bot for bot in group if bot != lead]
                raise FieldError(
                    f"{lead.label} plays in every game of a {format.name}, and bots of one author "
                    f"do not meet: {_labels(others)} would never play. {WAY_OUT}"
                )
    authors = len(bots) - sum(len(group) - 1 for group in apart)
    for _, players in sorted(plan.games, key=lambda game: game[1]):
        if authors < min(players, len(bots)):
            whose = "one author" if authors == 1 else f"{authors} authors"
            raise FieldError(
                f"The {len(bots)} bots are by {whose}, too few for a game with {players} players, "
                f"as bots of one author do not meet. {WAY_OUT}"
            )


def _known(bot: Bot, with_key: bool) -> list[str]:
    """By what its person can be told."""
    if bot.bundled:
        return []
    author = alike(bot.author)
    found = [f"author {author}"] if author else []
    return [*found, f"key {bot.owner}"] if with_key and bot.owner else found


def _labels(bots: Sequence[Bot]) -> str:
    return listed(bot.label for bot in bots)
