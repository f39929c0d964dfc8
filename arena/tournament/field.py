"""Whether the bots of a tournament can meet as it asks for, when those of one author may not."""

from collections.abc import Sequence

from arena.errors import ArenaError
from arena.text.phrases import listed
from arena.tournament.formats import format_named
from arena.tournament.plan import Plan
from ladder.store import Bot

WAY_OUT = "Let them meet with --same-author, or name other bots."


class FieldError(ArenaError):
    """The bots cannot be kept apart as they should be; the message says which, and what to do."""


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


def _labels(bots: Sequence[Bot]) -> str:
    return listed(bot.label for bot in bots)
