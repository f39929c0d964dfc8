"""`arena sprt A B`: is A better than B? Plays until that is decided, and not rated."""

from __future__ import annotations

from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, bots_argument
from arena.cli.options.parsing import OptionError, parts
from arena.cli.options.sprt_options import SprtOptions
from arena.cli.output.console import note, say
from arena.text.phrases import listed
from ladder.database.store import Bot

if not ONLY_SHOWN:
    from arena.cli.tournaments.begin import entered, require_different
    from arena.cli.tournaments.run import play_on
    from arena.registry.bundled import FILLERS
    from arena.registry.resolver import Resolver
    from arena.tournament.plan import Plan


def sprt(
    bot_a: str = bots_argument("A", "Is this bot better ..."),
    bot_b: str = bots_argument("B", "... than this one?"),
    *,
    options: SprtOptions,
    common: Common,
) -> None:
    """Test whether bot A is better than B, in as few games as it takes. Not rated.

    Every deal is played twice, with A and B in each other's seats. A bot that remembers the cards
    could use them the second time, so this is for bots that you trust. Exit code 0: there is a
    verdict (H1, H0, or identical play); 3: inconclusive after --units, or nothing but forfeits.
    `arena resume` continues one that was stopped.

    Examples:
        arena sprt mybot trader
        arena sprt mybot:2 mybot:1 --non-regression
        arena sprt mybot greedy --elo0 0 --elo1 50
        arena sprt mybot trader --variant rio_grande_duel --units 2000 --seed 7
        arena sprt mybot trader --players 5 --others greedy,first
        arena sprt mybot:2 mybot:1 --others trader

    JSON:
        Run
    """
    plan = options.plan()
    with opened(common.home, options.terms.asking) as (_, _, resolver):
        bots = [resolver.find(bot) for bot in (bot_a, bot_b)]
        require_different(bots)
        others = _others(resolver, plan, bots, parts(options.others))
        with entered(resolver, plan, bots, others, options.terms, common.json) as run:
            if not common.json:
                one, other = (bot.label for bot in bots)
                say(f"Is {one} better than {other}? These games are not rated.")
            if others:
                note(f"At the other seats: {listed([bot.label for bot in others])}.")
            play_on(run)


def _others(resolver: Resolver, plan: Plan, bots: list[Bot], names: list[str]) -> list[Bot]:
    """Return the third bots: those named, else bundled ones that are not tested themselves."""
    ((_, players),) = plan.games
    if players == len(bots):
        return []
    if not names:
        return [bot for bot in resolver.bundled(only=FILLERS) if bot not in bots][: players - 2]
    others = [resolver.find(name) for name in names]
    for bot in others:
        if bot in bots:
            raise OptionError(
                f"{bot.label} is tested, so it cannot hold another seat. Leave it out of --others."
            )
    return others
