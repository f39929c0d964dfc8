"""`arena sprt A B`: is A better than B? Plays until that is decided, and not rated."""

from pathlib import Path

from arena.commands.home import opened
from arena.commands.models import require_here, with_gateway
from arena.commands.tournaments.ready import FILLERS, made_ready
from arena.commands.tournaments.run import play_on
from arena.commands.tournaments.tournament import require_different
from arena.options.parsing import OptionError
from arena.options.sprt import SprtOptions
from arena.printing.console import note, say
from arena.shelf.roster import Roster
from arena.text.phrases import listed
from arena.tournament.lock import alone
from arena.tournament.plan import Plan
from arena.tournament.run import create
from ladder.store import Bot


def sprt(home: Path | None, words: tuple[str, str], wanted: SprtOptions, json: bool) -> None:
    """Write the first units, play until there is a verdict, print it."""
    plan = wanted.plan()
    with opened(home) as (folder, store, roster):
        roster.models = wanted.terms.asking.named
        bots = [roster.find(word) for word in words]
        require_different(bots)
        others = _others(roster, plan, bots, wanted.names_of_others())
        require_here([*bots, *others], wanted.terms.conditions.elsewhere)
        options = made_ready(folder, roster, plan, bots, others, wanted.terms.conditions)
        ready = with_gateway(roster, [*bots, *others], wanted.terms.asking, plan, options)
        with alone(store) as run, ready as options:
            number = create(store, plan, bots, others, run)
            if not json:
                one, other = (bot.label for bot in bots)
                say(f"Is {one} better than {other}? These games are not rated.")
            if others:
                note(f"At the other seats: {listed([bot.label for bot in others])}.")
            play_on(store, roster, number, options, json, run)


def _others(roster: Roster, plan: Plan, bots: list[Bot], names: list[str]) -> list[Bot]:
    """The third bots: those named, else bundled ones that are not tested themselves."""
    ((_, players),) = plan.games
    if players == len(bots):
        return []
    if not names:
        return [bot for bot in roster.bundled(only=FILLERS) if bot not in bots][: players - 2]
    others = [roster.find(name) for name in names]
    for bot in others:
        if bot in bots:
            raise OptionError(
                f"{bot.label} is tested, so it cannot hold another seat. Leave it out of --others."
            )
    return others
