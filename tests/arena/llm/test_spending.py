"""What a budget buys: games that are finished and rated, not games that have begun."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.models import worth
from arena.llm.budget import Limit
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.referee.llm_player import GatewayLink
from arena.tournament.driver import Options
from arena.tournament.lifecycle import play
from arena.tournament.plan import Plan
from arena.tournament.run_events import RunOutcome
from arena.tournament.size import Size
from arena.tournament.worker import Chunk, FailedGame, result_of
from ladder.database.result import GameResult
from tests.arena.llm.conftest import Played, prompt, said
from tests.support.fake_provider import FakeProvider
from tests.support.fake_tournament import FakeTournament
from tests.support.fake_worker_pool import FakePlayer, spec_of

PLAYER = "a@small"


class Asking:
    """Workers side by side; in every game a player asks its model some twenty times."""

    def __init__(self, place: str, size: int, name: str) -> None:
        self.place, self.size, self.name = place, size, name
        self._player = FakePlayer()
        self._games: dict[int, tuple[GameSpec, GatewayLink, dict[str, float]]] = {}

    def load(self, worker: int) -> int:
        return worker in self._games

    def kind(self, worker: int) -> str:
        return ""

    def able(self, worker: int, bots: Sequence[object]) -> bool:
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        (spec,) = games
        link = GatewayLink(self.place)
        who = {"player": PLAYER, "program": self.name, "model": "small", "game": spec.id}
        link.send(who)
        used = {"tokens_in": 0.0, "tokens_out": 0.0, "cost": 0.0, "requests": 0.0}
        self._games[worker] = spec, link, used

    def wait(self, timeout: float) -> list[Chunk]:
        """Ask once for each running game."""
        for spec, link, used in self._games.values():
            text = f"game {spec.seed.hex()} question {used['requests']} " + "bean " * 200
            link.send(prompt(text))
        return [chunk for worker in [*self._games] for chunk in self._heard(worker)]

    def _heard(self, worker: int) -> list[Chunk]:
        spec, link, used = self._games[worker]
        answer = said(link)
        if "halt" in answer:
            del self._games[worker]
            failed = FailedGame(int(spec.id), answer["halt"], halt=True)
            return [Chunk(worker, (spec,), (failed,))]
        for key in ("tokens_in", "tokens_out", "cost"):
            used[key] += answer[key]
        used["requests"] += 1
        if used["requests"] < 18 + spec.seed[0] % 6:
            return []
        del self._games[worker]
        link.close()
        return [Chunk(worker, (spec,), (self._result(spec, used),))]

    def _result(self, spec: GameSpec, used: dict[str, float]) -> GameResult:
        result = result_of(spec, self._player.play(spec))
        mine = [bot.name for bot in spec.bots].index(PLAYER)
        seats = [*result.seats]
        seats[mine] = replace(seats[mine], metrics=used)
        return replace(result, seats=tuple(seats))

    def close(self, drop: bool) -> None:
        for _, link, _ in self._games.values():
            link.close()


Benched = tuple[RunOutcome, int, float]
Bench = Callable[..., Benched]


@pytest.fixture
def bench(tmp_path: Path, opened: Callable[..., Played], provider: FakeProvider) -> Bench:
    """Plays a gauntlet of a model, 16 games at once: the outcome, rated games, tokens spent."""

    def run(name: str, size: Size, *limits: str, at_once: int = 16) -> Benched:
        clock = TimeControl.parse("standard")
        plan = Plan((("anniversary", 4),), size, clock, "gauntlet", seed=3)
        arena = FakeTournament(tmp_path / name, plan, entrants=4)
        arena.store.conn.execute(
            "UPDATE bots SET manifest = json_object('with_model', 'small'), name = ? "
            "WHERE name = 'a'",
            [PLAYER],
        )
        place = opened(limits=tuple(map(Limit.parse, limits))).place
        before = sum(provider.tokens)
        outcome = play(
            *(arena.store, arena.tournament, spec_of),
            options=Options(gateway=place),
            make_worker_pool=lambda options: Asking(place, at_once, name),
        )
        rated = "SELECT count(*) FROM games AS g JOIN matches AS m ON m.id = g.match_id "
        found = arena.store.value(rated + "WHERE m.status = 'rated'")
        arena.store.close()
        return outcome, found, sum(provider.tokens) - before

    return run


@pytest.mark.slow
def test_half_of_what_a_bench_needs_rates_two_games_in_five_and_the_whole_meets_the_goal(
    bench: Bench,
) -> None:
    _, games, needed = bench("alone", Size(interval=75), at_once=1)
    assert games > 15
    outcome, rated, spent = bench("half", Size(interval=75), f"{needed // 2:.0f}tokens")
    assert "does not cover more games" in outcome.halted
    assert rated >= 0.4 * games and spent <= needed / 2
    outcome, _, spent = bench("whole", Size(interval=75), f"{1.15 * needed:.0f}tokens")
    assert outcome.halted == "" and not outcome.interrupted
    assert spent <= 1.15 * needed


# Thousands of tokens, in the order of a bench at whose tables nobody trades, some do or all.
TOOK = (
    *(285, 310, 244, 272, 302, 266, 238, 258, 219, 177, 241, 220, 227, 220, 176, 177, 327, 258),
    *(306, 350, 293, 263, 383, 303, 306, 249, 294, 249, 242, 265, 245, 265, 273, 248, 255, 275),
    *(234, 224, 257, 248, 201, 223, 237, 159, 226, 228, 169, 187, 338, 219, 265, 278, 306, 259),
)


@pytest.mark.parametrize("at_once", [1, 8, 16, 32])
def test_what_games_take_is_foreseen_though_the_shortest_end_first(at_once: int) -> None:
    to_begin, took = [*TOOK], list[int]()
    running = [(size, size) for size in (to_begin.pop(0) for _ in range(at_once))]
    while running:
        ends, size = min(running)
        running.remove((ends, size))
        took.append(size)
        if to_begin:
            size = to_begin.pop(0)
            running.append((ends + size, size))
        if len(took) > 1:
            mean, to_come = sum(took) / len(took), len(TOOK) - len(took)
            foreseen = mean * worth(len(took), to_come, at_once)
            assert 1 / 1.3 < foreseen / sum(TOOK) < 1.3


def test_a_budget_for_less_than_a_match_is_spent_on_one(bench: Bench) -> None:
    outcome, rated, spent = bench("little", Size(games=40), "10ktokens")
    assert "The budget is used up" in outcome.halted
    assert rated == 0 and spent > 9_000
