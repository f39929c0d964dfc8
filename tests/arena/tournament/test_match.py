"""Single matches: every rotation of the seats, at a table of their own or one that is lent."""

from functools import partial

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.tournament.match import MatchVoid, one_by_one, play_match
from tests.support.fake_worker_pool import FakePlayer

BOTS = [BotSpec(name, 1, name, ("true",), "/") for name in ("ant", "bee", "cat")]
TIME = TimeControl.parse("standard")
PLAYS = partial(one_by_one, FakePlayer)


def test_each_match_has_all_rotations_each_on_its_own_deal() -> None:
    games = list(play_match("anniversary", BOTS, 2, TIME, PLAYS, seed=1))
    assert len({game.spec.seed for game in games}) == len(games) == 6
    for bot in BOTS:
        assert sorted(game.spec.bots.index(bot) for game in games[:3]) == [0, 1, 2]
        own = {game.spec.bot_seeds[game.spec.bots.index(bot)] for game in games[:3]}
        assert len(own) == 3


def test_the_same_seed_deals_the_same_cards() -> None:
    def scores(seed: int | None) -> list[tuple[int, ...]]:
        games = play_match("anniversary", BOTS, 3, TIME, PLAYS, seed=seed)
        return [game.scores for game in games]

    assert scores(1) == scores(1) != scores(2)
    assert scores(None) != scores(None)


def test_a_void_game_is_an_error() -> None:
    class Broken(FakePlayer):
        def play(self, spec: GameSpec) -> FinishedGame:
            return FinishedGame(spec, {}, (), (), (), (), void="no processes left")

    with pytest.raises(MatchVoid, match="no processes left"):
        list(play_match("anniversary", BOTS, 1, TIME, partial(one_by_one, Broken)))
