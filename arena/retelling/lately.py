"""A bot's latest games in numbers: which can be replayed, what it makes of them, its worst."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from arena.retelling.numbers import Average, Counted, averages
from arena.retelling.remarks import rival
from arena.retelling.replay import Replay, ReplayError
from arena.retelling.tally import tallies
from ladder import games as stored_games
from ladder.errors import DamagedRecord
from ladder.games import Game
from ladder.store import Store

LATEST = 100
"""Games that are looked at, unless somebody wishes otherwise."""


@dataclass(frozen=True)
class Lately:
    """The latest games of one bot, in numbers."""

    counted: Sequence[tuple[int, Counted]]
    """The games that can be replayed, by number."""
    not_replayed: int
    """The others: played by other rules, or damaged."""

    @property
    def games(self) -> int:
        """The number of games counted."""
        return len(self.counted)

    @property
    def won(self) -> int:
        """The number of these that it won."""
        return sum(each.tallies[each.seat].won for _, each in self.counted)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """A line for each number."""
        return averages([each for _, each in self.counted])

    @cached_property
    def lost(self) -> Sequence["Lost"]:
        """The games that it did not win, the one in which it was farthest behind first; of several
        the newest."""
        found = [
            Lost(number, each.seat, each.tallies[each.seat].coins, _rival_coins(each))
            for number, each in self.counted
            if not each.tallies[each.seat].won
        ]
        return sorted(found, key=lambda each: (each.coins - each.winner_coins, -each.game))


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that the bot did not win."""

    game: int
    seat: int
    coins: int
    winner_coins: int


def lately(store: Store, bot_id: int, games: Iterable[Game]) -> Lately:
    """Sum up these games of the bot; they are replayed one after the other."""
    found, not_replayed = [], 0
    for game in games:
        counted = _counted(store, game, bot_id)
        if counted is None:
            not_replayed += 1
        else:
            found.append((game.id, counted))
    return Lately(found, not_replayed)


def _counted(store: Store, game: Game, bot_id: int) -> Counted | None:
    """The tallies of a game; None if it cannot be replayed."""
    try:
        found = tallies(Replay(stored_games.record(store, game.id)))
    except (ReplayError, DamagedRecord):
        return None
    seat = next(each.seat for each in game.seats if each.bot_id == bot_id)
    return Counted(found, seat, game.match_id)


def _rival_coins(game: Counted) -> int:
    """Coins of whom the bot is measured by."""
    return game.tallies[rival(game.tallies, game.seat)].coins
