"""Games for visitors of `arena serve --play`: who sits around them, and what is kept.

Visitors name bots of the ladder, never paths: nothing runs that was not submitted or bundled.
"""

from collections.abc import Callable
from pathlib import Path

from arena.commands.games.play import LONGEST_NAME, USUAL_BOT, around
from arena.commands.games.stored_games import check_seat, keep
from arena.commands.home import opened
from arena.home import open_home
from arena.options.confinement import USUAL_CONDITIONS
from arena.options.parsing import OptionError, parse_variant
from arena.play.hints import Adviser
from arena.play.sitting import Sitting
from arena.referee.clock import CLASSES
from arena.referee.game import Played
from arena.shelf.bundled import bundled_manifests, prepare
from arena.shelf.granting import granted
from arena.shelf.roster import strangers
from arena.text import harmless
from ladder import casual
from protocol import Json

USUAL_CLASS = "standard"
_LINES = {
    "trader2": "The strongest here: trades hard, and plants at once what grows already",
    "trader": "Lives by trading: looks for exchanges from which both sides gain",
    "js-sensible": "Plants where it fits, and trades for what its fields grow",
    "greedy": "Never starts a trade, but takes what helps its fields",
    "random": "Does anything that is allowed. The weakest opponent",
}
"""About those that came with the arena and that a person may like to meet."""


class Visitors:
    """A host of visitors, as `arena.pages.visits` asks for."""

    def __init__(self, home: Path | None, explain: Callable[[Exception], str]) -> None:
        self.explain = explain
        self._home = home

    def bots(self) -> list[tuple[str, str]]:
        """Those that came with the arena, the strongest first, then those of the ladder."""
        bundled = bundled_manifests()
        listed = [(name, line) for name, line in _LINES.items() if name in bundled]
        with opened(self._home) as (_, store, _):
            others = {
                bot.name: f"{bot.language or 'a program'}, {_by(bot.author)}"
                for bot in store.bots("active")
                if bot.name not in bundled
            }
        return [*listed, *others.items()]

    def seat(self, wishes: Json) -> tuple[Sitting, Adviser, str]:
        """A game as a visitor wishes, ready to begin. Raises ArenaError, VariantError, LadderError.

        `wishes`: variant, bots, players, seat, seed, name.
        """
        name = wishes["name"].strip()
        if not 0 < len(name) <= LONGEST_NAME:
            raise OptionError(f"Your name must have 1 to {LONGEST_NAME} characters.")
        variant = parse_variant(wishes["variant"])
        words = around(variant, wishes["bots"], wishes["players"])
        check_seat(wishes["seat"], len(words) + 1)
        for word in words:
            if "/" in word:
                raise OptionError(
                    f"{harmless(word, 80)} is no bot of this ladder. Name bots as they are called "
                    "in the standings."
                )
        with opened(self._home) as (_, _, roster):
            bots = [roster.find(word) for word in words]
            level = USUAL_CONDITIONS.confinement(strangers(bots))
            specs = [granted(roster.spec_of(bot), USUAL_CONDITIONS.cap) for bot in bots]
        home = open_home(self._home)
        sitting = Sitting(
            name,
            specs,
            variant,
            CLASSES[USUAL_CLASS],
            level,
            place=wishes["seat"],
            seed=wishes["seed"],
        )
        return sitting, Adviser(lambda: prepare(home, USUAL_BOT).spec, level), USUAL_BOT

    def keep(self, played: Played) -> str:
        """Keep a game beside the ladder; its number."""
        with opened(self._home) as (_, store, _):
            return casual.name(keep(store, played))


def _by(author: str) -> str:
    return f"by {author}" if author else "by nobody who says so"
