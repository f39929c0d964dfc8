"""Authors of bots: which bots belong to the same person, and whether a field can keep them apart.

Bots belong together if they came with the same key or name the same author. Those of one person do
not meet, so that none helps another; in a tournament they do if all submitted bots are theirs, as
whoever enters only their own wants to see them play. Bundled bots are nobody's: they meet anyone,
and take the seats for which there are too few authors.
"""

from collections.abc import Callable, Iterable, Sequence, Sized

from arena.errors import ArenaError
from arena.rules import table_sizes
from arena.text.phrases import listed
from arena.text.sanitize import alike
from arena.tournament.formats import format_named
from arena.tournament.plan import Plan
from ladder.database.store import Bot


class FieldError(ArenaError):
    """The bots of one author cannot be kept apart; the message says which, and what to do."""


def author_groups(bots: Sequence[Bot]) -> dict[int, str]:
    """Return for each bot id a name shared by all bots of one person; "" for bundled bots.

    All versions of a bot belong together.
    """
    identities = _identities(bots)
    # A union-find forest: bots, authors and keys that are joined lead to the same name.
    names: dict[str, str] = {}

    def first(name: str) -> str:
        while names.setdefault(name, name) != name:
            name = names[name]
        return name

    for bot in bots:
        for identity in identities[bot.id]:
            names[first(identity)] = first(f"bot {bot.name}")
    return {bot.id: "" if bot.bundled else first(f"bot {bot.name}") for bot in bots}


def same_author(bots: Sequence[Bot]) -> Callable[[int, int], bool]:
    """Return a function that says whether two of these bots, by id, belong to one person."""
    group_of = author_groups(bots)
    return lambda one, other: group_of[one] == group_of[other] != ""


def same_author_groups(bots: Sequence[Bot]) -> list[list[Bot]]:
    """List the groups of two or more bots of one person, which do not meet in a tournament.

    Versions of a bot that has neither key nor author may meet.
    """
    submitted = [bot for bot in bots if not bot.bundled]
    group_of, groups = author_groups(submitted), dict[str, list[Bot]]()
    if len(set(group_of.values())) == 1:
        return []
    identities = _identities(submitted)
    for bot in submitted:
        if identities[bot.id]:
            groups.setdefault(group_of[bot.id], []).append(bot)
    return [group for group in groups.values() if len(group) > 1]


def most_together(bots: Sized, apart: Iterable[Sized]) -> int:
    """Return how many of these bots can sit at one table if no two of a group in `apart` may."""
    return len(bots) - sum(len(group) - 1 for group in apart)


def require_meetings(
    plan: Plan, bots: Sequence[Bot], apart: Sequence[Sequence[Bot]], filled: bool = False
) -> None:
    """Raise FieldError if bots that must be kept apart would have to meet, or would never play.

    The bots named first have the format's special roles; no two bots of a group in `apart` may
    meet. If tables are `filled`, others take the seats for which there are too few. Raises
    FormatError for an unknown format.
    """
    if not apart:
        return
    format = format_named(plan.format)
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
                    f"do not meet: {_labels(others)} would never play. Let them "
                    "meet with --same-author, or name other bots."
                )
    if not filled and (why := too_few_authors(plan, bots, apart)):
        raise FieldError(why)


def too_few_authors(plan: Plan, bots: Sequence[Bot], apart: Sequence[Sequence[Bot]]) -> str:
    """Say of which game these bots cannot fill a table, for want of authors; "" if there is none.

    The ways out are named as well.
    """
    most, sizes = most_together(bots, apart), {players for _, players in plan.games}
    for players in sorted(sizes):
        # With fewer bots than seats it is not for want of authors: fillers or the schedule say so.
        if most < players <= len(bots):
            possible = {size for variant, _ in plan.games for size in table_sizes(variant)}
            fewer = ",".join(str(size) for size in sorted(possible) if size <= most)
            return (
                f"At most {most} of these {len(bots)} bots can meet, too few for a game with "
                f"{players} players: {_labels(apart[0])} are by one author, so they do not meet. "
                + (f"Play smaller games with --players {fewer}, or let" if fewer else "Let")
                + " them meet with --same-author."
            )
    return ""


def _identities(bots: Sequence[Bot]) -> dict[int, list[str]]:
    """Return for each bot id what identifies the person to whom the bot belongs."""
    # A key that all of them came with says nothing: one person is trying out bots alone.
    keys_tell = len({bot.owner for bot in bots}) > 1
    identities: dict[int, list[str]] = {bot.id: [] for bot in bots}
    for bot in bots:
        if bot.bundled:
            continue
        if author := alike(bot.author):
            identities[bot.id].append(f"author {author}")
        if bot.owner and keys_tell:
            identities[bot.id].append(f"key {bot.owner}")
    return identities


def _labels(bots: Sequence[Bot]) -> str:
    return listed(bot.label for bot in bots)
