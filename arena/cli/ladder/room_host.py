"""Host games for visitors of `arena serve`: choose their opponents, store the games."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from arena.cli.games.play import USUAL_BOT, around
from arena.cli.games.stored_games import check_seat, keep
from arena.cli.home import opened
from arena.cli.options.confinement import USUAL_CONDITIONS
from arena.cli.options.parsing import OptionError, parse_variant
from arena.home import open_home
from arena.play.hints import Adviser
from arena.play.session import Session
from arena.referee.clock import CLASSES
from arena.referee.game_types import FinishedGame
from arena.registry.bundled import bundled_manifests, prepare
from arena.registry.permissions import granted
from arena.registry.resolver import submitted_labels
from arena.text import harmless
from arena.web.room import Host, NamedBot, SeatedGame
from ladder.database import casual_games
from protocol import Json

USUAL_CLASS = "standard"
# The bot of middling strength is written in JavaScript; where Node is missing, another steps in.
_FAIR = "js-sensible" if which("node") else "trader"
_LINES = {
    "random": "Does anything that is allowed. The weakest opponent",
    "greedy": "For a first game: never starts a trade, but takes what helps its fields",
    "js-sensible": "Once you know the game: trades for what its fields grow",
    "trader": "Lives by trading: looks for exchanges from which both sides gain",
    "trader3": "Hard to please with an offer, easy to please with a reply",
    "trader4": "Hard to beat: hears all offers first, then takes those that fit together best",
}
"""Bundled bots that a person may like to play, from the weakest on, each with a line about it."""
_LEVELS = {"greedy": "easy", _FAIR: "fair", [*_LINES][-1]: "hard"}


@dataclass
class RoomHost(Host):
    """The host of `arena.web.room`: it chooses opponents and stores games.

    Visitors name bots of the ladder, never paths: only submitted or bundled bots run.
    """

    home: Path | None
    explain: Callable[[Exception], str]
    at_once: int
    tables: int = 0

    def bots(self) -> list[NamedBot]:
        """List the bundled bots, the weakest first, then the ladder's."""
        bundled = bundled_manifests()
        with opened(self.home) as (_, store, _):
            others = {
                bot.name: f"{bot.language or 'a program'}, by {bot.author or 'nobody who says so'}"
                for bot in store.bots("active")
                if bot.name not in bundled
            }
        lines = (_LINES | others).items()
        return [NamedBot(name, line, _LEVELS.get(name, "")) for name, line in lines]

    def others(self, wishes: Json) -> list[str]:
        """Return the names of the bots to play with. Raise ArenaError, VariantError, LadderError.

        `wishes`: variant, bots, players, people, seat, seed, clock, and in a class level.
        """
        people = wishes["people"]
        words = around(parse_variant(wishes["variant"]), wishes["bots"], wishes["players"], people)
        check_seat(wishes["seat"], len(words) + people)
        # `find` refuses paths, too, but after it has looked for them, and in words for a terminal.
        for word in words:
            if "/" in word:
                raise OptionError(
                    f"{harmless(word, 80)} is not a bot of this ladder. Use the names "
                    "in the standings."
                )
        with opened(self.home) as (_, _, resolver):
            return [resolver.find(word).name for word in words]

    def seat(self, wishes: Json, people: list[str]) -> SeatedGame:
        """Set up the requested game. Raises the same errors as `others`."""
        words = self.others(wishes)
        with opened(self.home) as (_, _, resolver):
            bots = [resolver.find(word) for word in words]
            level = USUAL_CONDITIONS.confinement(submitted_labels(bots))
            specs = [granted(resolver.spec_of(bot), USUAL_CONDITIONS.cap) for bot in bots]
        home = open_home(self.home)
        own = {level: bot for bot, level in _LEVELS.items()}.get(wishes.get("level", ""), USUAL_BOT)
        session = Session(
            people,
            specs,
            parse_variant(wishes["variant"]),
            CLASSES[USUAL_CLASS],
            level,
            first_seat=wishes["seat"],
            seed=wishes["seed"],
            followed=True,
        )
        advisers = [Adviser(lambda: prepare(home, own).spec, level) for _ in people]
        return SeatedGame(session, [*advisers], own)

    def keep(self, played: FinishedGame) -> str:
        """Store the game as a casual one, and return its number."""
        with opened(self.home) as (_, store, _):
            return casual_games.name(keep(store, played))
