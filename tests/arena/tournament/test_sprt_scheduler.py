"""Tests of two bots: swap units, a verdict at the same unit on any way there, and no rating."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec, SeatPlayed
from arena.tournament.lifecycle import TournamentError, create
from arena.tournament.plan import Plan
from arena.tournament.run_events import NoticeKind
from arena.tournament.schedule import ScheduleError
from arena.tournament.size import Size
from arena.tournament.sprt_scheduler import AHEAD
from ladder.database.store import Store
from ladder.maintenance.checks import check
from ladder.maintenance.refit import recompute
from ladder.queries.games import games
from ladder.queries.pools import pools
from ladder.queries.standings import overall
from ladder.statistics.sprt import Verdict
from ladder.tournaments.sprt_progress import Contest
from ladder.tournaments.tournaments import tournament
from tests.support.fake_tournament import Dead, FakeTournament, after, die, interrupt, wrong
from tests.support.fake_worker_pool import FragilePool, InProcessPool, ended

Make = Callable[..., FakeTournament]


def plan(players: int = 3, most: int = 400, elo1: float = 100, seed: int = 7) -> Plan:
    return Plan(
        (("rio_grande" if players > 2 else "rio_grande_duel", players),),
        Size(games=2 * most),
        TimeControl.parse("standard"),
        format="sprt",
        seed=seed,
        options={"elo0": 0, "elo1": elo1, "alpha": 0.05, "beta": 0.05, "units": most},
    )


@pytest.fixture
def make(tournaments: Make) -> Make:
    """Makes tests of bots a and b, each on a fresh ladder; c, d and e hold the other seats."""
    return lambda **wanted: tournaments(plan(**wanted), entrants=2)


class Rolling:
    """Rolls scores from the deal, the seat and its seed; bots differ by what they add."""

    def __init__(self, more: dict[str, int] | None = None, moods: str = "") -> None:
        """moods: bots whose own randomness is not that of their seat."""
        self._more = more or {}
        self._moods = moods

    def play(self, spec: GameSpec) -> FinishedGame:
        scores = tuple(
            blake2b(
                spec.seed + f"{seat} {seed} {bot.name if bot.name in self._moods else ''}".encode()
            ).digest()[0]
            % 16
            + self._more.get(bot.name, 0)
            for seat, (bot, seed) in enumerate(zip(spec.bots, spec.bot_seeds, strict=True))
        )
        return ended(spec, scores, tuple(SeatPlayed(decisions=10) for _ in spec.bots))

    def close(self) -> None:
        pass


class Crashing(Rolling):
    """Bot b forfeits every game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        played = super().play(spec)
        seats = tuple(
            SeatPlayed(faults={"crashed": 1}, forfeit="crashed") if bot.name == "b" else seat
            for bot, seat in zip(spec.bots, played.seats, strict=True)
        )
        return replace(played, seats=seats)


def worker_pool(**rolls: object) -> Callable[[], InProcessPool]:
    return lambda: InProcessPool(partial(Rolling, **rolls))  # type: ignore[arg-type]


BETTER = {"more": {"a": 2}, "moods": "ab"}
ALIKE = {"moods": "ab"}


def contest(arena: FakeTournament) -> Contest:
    found = tournament(arena.store, arena.tournament)
    made = Contest.of(arena.store, found.id, found.settings)
    made.read_on()
    return made


def counted(arena: FakeTournament) -> list[dict[str, object]]:
    """All that must not depend on how it was played."""
    return arena.store.rows(
        """SELECT m.number, m.round, g.rotation, s.seat, s.bot_id, s.coins FROM matches AS m
           JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
           WHERE m.status = 'whole' ORDER BY 1, 3, 4"""
    )


@pytest.mark.parametrize(
    ("wanted", "rolls", "verdict", "units"),
    [
        ({}, BETTER, Verdict.H1, None),
        ({}, ALIKE, Verdict.H0, None),
        ({}, {}, Verdict.IDENTICAL, 16),  # a bot and its copy
        ({"most": 40, "elo1": 10}, ALIKE, Verdict.INCONCLUSIVE, 40),  # at the cap
    ],
)
def test_verdicts(
    make: Make, wanted: dict[str, int], rolls: dict[str, Any], verdict: Verdict, units: int | None
) -> None:
    arena = make(**wanted)
    outcome = arena.play(worker_pool(**rolls))
    test = contest(arena)
    assert (test.verdict, outcome.left, outcome.interrupted) == (verdict, 0, False)
    assert units in (None, test.tally.units)
    assert (test.llr >= test.bounds.upper) == (verdict is Verdict.H1)
    assert tournament(arena.store, arena.tournament).finished_at


def test_the_verdict_is_that_of_the_first_unit_that_brings_it(make: Make) -> None:
    """What was written ahead, and played, is dropped and not counted; b may be suspended."""
    arena = make()
    arena.store.set_status(arena.bots[1].id, "suspended", "faults")
    arena.play(worker_pool(**BETTER))
    status = Counter(row["status"] for row in arena.store.rows("SELECT status FROM matches"))
    test = contest(arena)
    assert status.keys() == {"whole", "dropped"}
    assert status["whole"] == test.tally.units
    assert 0 < status["dropped"] <= AHEAD + 3
    (row,) = arena.store.rows("SELECT max(number) AS last FROM matches WHERE status = 'whole'")
    assert row["last"] == test.tally.units - 1
    shorter = Contest(arena.store, arena.tournament, test.bots, test.bounds, test.most)
    shorter.read_on(test.tally.units - 1)
    assert shorter.verdict is None


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_unit_exchanges_two_seats_and_nothing_else(make: Make, players: int) -> None:
    arena = make(players=players, most=20, elo1=5)
    played = FragilePool(lambda games: False)
    arena.play(lambda: played)
    specs = [spec for chunk in played.chunks for spec in chunk]
    assert (len(specs), arena.stored) == (40, (40, 40))
    stored = arena.store.rows("SELECT name FROM seat_results ORDER BY game_id, seat")
    sat = sorted(specs, key=lambda spec: int(spec.id))
    assert [row["name"] for row in stored] == [bot.name for spec in sat for bot in spec.bots]
    pairs = []
    for first, second in zip(specs[::2], specs[1::2], strict=True):
        names = [[bot.name for bot in spec.bots] for spec in (first, second)]
        a, b = names[0].index("a"), names[0].index("b")
        assert (names[1][a], names[1][b]) == ("b", "a")
        assert [name for name in names[0] if name > "b"] == [
            name for name in names[1] if name > "b"
        ]
        assert (first.seed, first.bot_seeds) == (second.seed, second.bot_seeds)
        assert len(set(first.bot_seeds)) == players
        pairs.append(tuple(sorted((a, b))))
    seated = {bot.name for spec in specs for bot in spec.bots}
    assert seated == set("ab" if players == 2 else "abcde"), "the others take turns"
    seats = players * (players - 1) // 2
    for start in range(0, 20 - seats + 1, seats):
        assert len(set(pairs[start : start + seats])) == seats, "each pair of seats in turn"


@pytest.mark.parametrize("rolls", [BETTER, ALIKE, {}], ids=["better", "alike", "identical"])
def test_it_ends_alike_through_any_interruption(make: Make, rolls: dict[str, object]) -> None:
    whole, stopped = make(), make()
    whole.play(worker_pool(**rolls))
    dice = random.Random(3)
    for _ in range(5):
        stopped.play(worker_pool(**rolls), then=after(dice.randint(1, 9), interrupt))
        try:
            stopped.play(worker_pool(**rolls), then=after(dice.randint(1, 9), die))
        except Dead:
            continue
    while stopped.play(worker_pool(**rolls)).left:
        pass
    assert counted(stopped) == counted(whole)
    assert wrong(stopped) == []
    assert contest(stopped).verdict is contest(whole).verdict is not None


def test_a_unit_that_cannot_be_played_is_left_out(make: Make) -> None:
    arena = make(most=30, elo1=5)
    outcome = arena.play(lambda: FragilePool(lambda games: any(spec.id == "5" for spec in games)))
    assert arena.notices(NoticeKind.GAME_GIVEN_UP)
    assert outcome.given_up == 1
    test = contest(arena)
    assert (test.verdict, test.tally.units) == (Verdict.INCONCLUSIVE, 30)


def test_forfeits_count_as_lost_and_suspend_nobody(make: Make) -> None:
    arena = make()
    arena.play(lambda: InProcessPool(Crashing))
    test = contest(arena)
    assert test.verdict is Verdict.H1
    assert test.tally.ptnml == [0, 0, 0, 0, test.tally.units]
    assert not arena.notices(NoticeKind.BOT_SUSPENDED)
    assert arena.store.find_bot("b").status == "active"
    by_bot = {each.label: each for each in test.conduct()}
    assert list(by_bot)[:2] == ["a:1", "b:1"]
    assert by_bot["b:1"].forfeits == by_bot["b:1"].faults == by_bot["b:1"].games
    assert by_bot["b:1"].games == 2 * test.tally.units
    assert by_bot["a:1"].forfeits == 0


def test_nothing_of_it_is_rated(make: Make) -> None:
    arena = make()
    store = arena.store
    arena.play(worker_pool(**BETTER))
    assert not tournament(store, arena.tournament).rated
    assert arena.rated == []
    assert store.rows("SELECT * FROM ratings") == store.rows("SELECT * FROM pair_scores") == []
    assert store.rows("SELECT * FROM fits") == []
    assert pools(store) == overall(store) == []
    assert recompute(store).matches == 0
    assert {bot.judged_games for bot in store.bots()} == {0}
    assert len(games(store, limit=10)) == 10


def test_every_check_of_the_ladder_holds(make: Make) -> None:
    arena = make(players=4)
    arena.play(worker_pool(**ALIKE), then=after(45, interrupt))
    assert [finding for finding in check(arena.store) if not finding.ok] == []
    arena.play(worker_pool(**BETTER))
    assert [finding for finding in check(arena.store) if not finding.ok] == []
    swapped = "game_id IN (SELECT id FROM games WHERE match_id = 3 AND rotation = 1)"
    for seat in range(4):
        with arena.store.transaction() as conn:
            conn.execute(
                f"UPDATE seats SET bot_id = 1 + bot_id % 5 WHERE seat = {seat} AND {swapped}"
            )
        wrong = {finding.name for finding in check(arena.store) if not finding.ok}
        assert "seats" in wrong


def test_what_cannot_be_tested_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in "ab"]
        with pytest.raises(ScheduleError, match="no fillers"):
            create(store, plan(players=4), bots)
        with pytest.raises(TournamentError, match="two bots"):
            create(store, plan(players=2), bots[:1])
        assert store.rows("SELECT * FROM tournaments") == []
