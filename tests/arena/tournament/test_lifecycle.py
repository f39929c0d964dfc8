"""Tournaments: every scheduled game exactly once and the same Elo, whatever happens on the way."""

import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.tournament.driver import GamesFail, Options, PlannedUnderOtherRules
from arena.tournament.formats import FormatError
from arena.tournament.lifecycle import TournamentError, abandon, create, play
from arena.tournament.plan import Plan
from arena.tournament.run_events import (
    GameFinished,
    NoticeKind,
    RunBegan,
)
from arena.tournament.size import Size
from arena.tournament.worker import Chunk
from ladder.database.errors import DiskFull
from ladder.maintenance.refit import recompute
from tests.support.fake_tournament import VOID, FakeTournament, Rated, after, interrupt
from tests.support.fake_worker_pool import FakePlayer, FragilePool, InProcessPool, spec_of

PLAN = Plan(
    games=(("anniversary", 3), ("anniversary", 4)),
    size=Size(rounds=4),
    time=TimeControl.parse("standard"),
    seed=7,
)
GAMES = 4 * (10 * 3 + 5 * 4)
"""Of five bots: rounds × (triples × rotations + quadruples × rotations)."""


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Rated:
    """The ratings after the same tournament played in one go."""
    arena = FakeTournament(tmp_path_factory.mktemp("whole"), PLAN)
    arena.play()
    rated = arena.rated
    arena.store.close()
    return rated


@pytest.fixture
def finish(arena: FakeTournament, uninterrupted: Rated) -> Callable[[], None]:
    """Plays on to the end: every game once, and the same Elo as in one go."""

    def finish() -> None:
        arena.play()
        assert arena.stored == (GAMES, GAMES)
        assert arena.rated == uninterrupted

    return finish


def test_every_game_is_played_rated_and_told(arena: FakeTournament, uninterrupted: Rated) -> None:
    outcome = arena.play()
    assert (outcome.played, outcome.left, outcome.interrupted) == (GAMES, 0, False)
    assert arena.stored == (GAMES, GAMES)
    assert arena.rated == uninterrupted
    assert len(arena.rated) == GAMES
    (began,) = arena.happened(RunBegan)
    assert (began.games, began.played, began.seed) == (GAMES, 0, 7)
    finished = arena.happened(GameFinished)
    assert [event.done for event in finished] == list(range(1, GAMES + 1))
    assert finished[-1].eta_s == 0
    assert len({event.game_id for event in finished}) == GAMES
    assert len(finished[0].bots) == len(finished[0].coins) == 3
    arena.events.clear()
    again = arena.play()
    assert (again.played, again.left, arena.events) == (0, 0, [])


def test_games_of_other_rules_are_never_played_by_these(arena: FakeTournament) -> None:
    arena.play(then=after(5, interrupt))
    with arena.store.transaction() as conn:
        conn.execute("UPDATE pools SET rules_version = '1'")
    before = arena.stored
    with pytest.raises(
        PlannedUnderOtherRules, match=r"begun under version 1 of the rules.*arena that began it"
    ):
        arena.play()
    assert arena.stored == before
    abandon(arena.store, arena.tournament)


def test_official_ratings_are_kept_whenever_it_ends(arena: FakeTournament) -> None:
    """After an interruption those of what was rated by then; at the end, what the games give."""
    kept = (
        "SELECT f.pools, f.matches, count(*) AS bots FROM fits AS f "
        "JOIN official_ratings AS o ON o.fit_id = f.id GROUP BY f.id ORDER BY f.id"
    )
    arena.play(then=after(GAMES // 2, interrupt))
    then = arena.store.rows(kept)
    assert [row["pools"] for row in then] == ["[1]", "[2]", "[1,2]"]
    assert 0 < then[-1]["matches"] < 60
    arena.play()
    rows = arena.store.rows(kept)
    assert rows[:3] == then
    assert [(row["matches"], row["bots"]) for row in rows[3:]] == [(40, 5), (20, 5), (60, 5)]
    done = recompute(arena.store)
    assert (done.matches, done.compared) == (60, 15)
    assert done.difference <= 1e-9


def test_ctrl_c_ends_running_games_and_resuming_goes_on(
    arena: FakeTournament, finish: Callable[[], None]
) -> None:
    outcome = arena.play(then=after(23, interrupt))
    assert (outcome.interrupted, outcome.signal) == (True, signal.SIGINT)
    assert arena.notices(NoticeKind.STOPPING)
    assert 23 <= outcome.played == GAMES - outcome.left < GAMES
    finish()


def test_a_second_ctrl_c_drops_running_games(
    arena: FakeTournament, finish: Callable[[], None]
) -> None:
    def twice() -> None:
        interrupt()
        interrupt()

    outcome = arena.play(then=after(23, twice))
    assert outcome.interrupted
    assert outcome.played == 23
    finish()


def test_results_wait_to_be_stored_together_and_none_is_lost(
    arena: FakeTournament, finish: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(InProcessPool):
        """Is interrupted twice when it has brought 60 games."""

        brought = 0

        def wait(self, timeout: float) -> list[Chunk]:
            if self.brought > 60:
                interrupt()
                interrupt()
            chunks = super().wait(timeout)
            self.brought += sum(len(chunk.games) for chunk in chunks)
            return chunks

    monkeypatch.setattr("arena.tournament.driver.HELD_SECONDS", 3600)
    monkeypatch.setattr("arena.tournament.driver.RATED_SECONDS", 3600)
    commits: list[str] = []
    arena.store.conn.set_trace_callback(
        lambda line: commits.append(line) if line == "COMMIT" else None
    )
    worker_pool = Interrupted(FakePlayer)
    assert arena.play(lambda: worker_pool).played == worker_pool.brought > 60
    assert len(commits) < 10
    arena.store.conn.set_trace_callback(None)
    finish()


def test_the_first_results_of_a_run_are_stored_at_once(
    arena: FakeTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Watched(InProcessPool):
        """Notes how many games are stored whenever the driver waits."""

        def __init__(self) -> None:
            super().__init__(FakePlayer)
            self.stored: list[int] = []

        def wait(self, timeout: float) -> list[Chunk]:
            self.stored.append(arena.store.value("SELECT count(*) FROM records"))
            return super().wait(timeout)

    monkeypatch.setattr("arena.tournament.driver.HELD_SECONDS", 3600)
    worker_pool = Watched()
    arena.play(lambda: worker_pool)
    nothing, first, second, *_ = worker_pool.stored
    assert nothing == 0 < first == second  # what follows waits


def test_games_that_wait_to_be_rated_are_rated_in_the_end(
    arena: FakeTournament, finish: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tournament.driver.RATED_SECONDS", 3600)
    arena.play(then=after(60, interrupt))
    assert arena.store.value("SELECT rated_until FROM tournaments") > 0
    finish()


def test_a_second_ctrl_c_while_the_workers_end_ends_them_at_once(arena: FakeTournament) -> None:
    class Lingering(InProcessPool):
        def __init__(self) -> None:
            super().__init__(FakePlayer)
            self.closed: list[bool] = []

        def close(self, drop: bool) -> None:
            self.closed.append(drop)
            if len(self.closed) < 3:
                interrupt()
            super().close(drop)

    worker_pool = Lingering()
    outcome = arena.play(lambda: worker_pool, then=after(23, interrupt))
    assert worker_pool.closed == [False, True, True]
    assert outcome.interrupted
    assert outcome.left == GAMES - outcome.played


@pytest.mark.parametrize("games", [23, 0], ids=["in the midst", "after the last game"])
def test_a_second_ctrl_c_while_ratings_are_fitted_leaves_them_to_the_next_run(
    arena: FakeTournament, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    def fit(*_: object) -> None:
        interrupt()
        interrupt()

    with monkeypatch.context() as patch:
        patch.setattr("arena.tournament.lifecycle.refit", fit)
        outcome = arena.play(then=after(games, interrupt))
    assert (outcome.interrupted, outcome.signal) == (True, signal.SIGINT)
    assert (outcome.left == 0) == (games == 0)
    assert arena.store.db["fits"].count == 0
    assert not arena.play().interrupted
    assert arena.store.db["fits"].count == 3


def test_after_a_loss_its_games_are_played_alone(arena: FakeTournament) -> None:
    """What failed alone can be blamed."""
    lost: list[GameSpec] = []

    def dies(games: Sequence[GameSpec]) -> bool:
        if len(games) > 1 and not lost:
            lost.extend(games)
            return True
        return False

    worker_pool = FragilePool(dies)
    arena.play(lambda: worker_pool)
    again = [chunk for chunk in worker_pool.chunks if chunk[0].id in {spec.id for spec in lost}][1:]
    assert [len(chunk) for chunk in again] == [1] * len(lost)
    assert [chunk[0] for chunk in again] == lost, "on the same deals"


def test_a_game_that_always_kills_its_worker_is_given_up(arena: FakeTournament) -> None:
    outcome = arena.play(lambda: FragilePool(lambda games: any(spec.id == "5" for spec in games)))
    voids = [(each.facts["game"], each.kind) for each in arena.notices(*VOID)]
    again = (5, NoticeKind.GAME_AGAIN)
    assert voids == [again, again, (5, NoticeKind.GAME_GIVEN_UP)]
    assert (outcome.left, outcome.given_up) == (0, 1)
    assert arena.stored == (GAMES, GAMES - 1)


class Broken(FakePlayer):
    """Fails in these games, or in all."""

    def __init__(self, *games: str) -> None:
        super().__init__()
        self._games = games

    def play(self, spec: GameSpec) -> FinishedGame:
        if spec.id in self._games or not self._games:
            raise RuntimeError("a bug")
        return super().play(spec)


def test_an_error_of_the_arena_is_a_void_not_the_end(arena: FakeTournament) -> None:
    outcome = arena.play(lambda: InProcessPool(partial(Broken, "7")))
    assert "a bug" in arena.notices(*VOID)[0].text
    assert (outcome.left, outcome.given_up) == (0, 1)


def test_a_run_in_which_everything_fails_ends_with_the_reason(arena: FakeTournament) -> None:
    with pytest.raises(GamesFail, match="a bug"):
        arena.play(lambda: InProcessPool(Broken))
    assert len(arena.notices(*VOID)) == 10
    outcome = arena.play()
    assert (outcome.left, outcome.given_up) == (0, 0)


def test_games_go_out_in_chunks_that_grow_with_seats_rotated_and_deals_anew(
    arena: FakeTournament,
) -> None:
    worker_pool = FragilePool(lambda games: False)
    arena.play(lambda: worker_pool)
    assert len(worker_pool.chunks[0]) == 1
    assert max(map(len, worker_pool.chunks)) > 10
    assert len(worker_pool.chunks[-1]) == 1, "at the end, no worker has many while another has none"
    first, second, third, *_ = specs = [spec for chunk in worker_pool.chunks for spec in chunk]
    ids = [int(spec.id) for spec in specs]
    assert ids == sorted(ids)
    assert len({spec.seed for spec in specs}) == GAMES, "no deal is played twice"
    seeds = [seed for spec in specs for seed in spec.bot_seeds]
    assert len(set(seeds)) == len(seeds), "nor does a bot get the same seed twice"
    assert second.bots == first.bots[1:] + first.bots[:1]
    assert third.bots == first.bots[2:] + first.bots[:2]
    assert first.time == PLAN.time


def test_a_full_disk_ends_the_run_and_loses_nothing(
    arena: FakeTournament, finish: Callable[[], None]
) -> None:
    def fill() -> None:
        (pages,) = arena.store.conn.execute("PRAGMA page_count").fetchone()
        arena.store.conn.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(DiskFull):
        arena.play(then=after(30, fill))
    assert arena.stored[1] >= 30
    arena.store.conn.execute("PRAGMA max_page_count = 1000000")
    finish()


def test_a_reason_is_told_in_one_line_and_kept_whole(arena: FakeTournament) -> None:
    class Losing(InProcessPool):
        lost = False

        def wait(self, timeout: float) -> list[Chunk]:
            (chunk, *rest) = super().wait(timeout)
            if self.lost:
                return [chunk, *rest]
            self.lost = True
            return [Chunk(0, chunk.games, lost="it was killed\nlong details", running=True), *rest]

    arena.play(lambda: Losing(FakePlayer))
    (void,) = arena.notices(*VOID)
    assert void.facts["cause"] == "the worker that played it was lost: it was killed"
    lost, _ = arena.notices(NoticeKind.WORKER_LOST, *VOID)  # the cause first
    assert lost.facts["cause"] == "it was killed"
    ((kept,),) = arena.store.conn.execute("SELECT reason FROM voids").fetchall()
    assert kept.endswith("it was killed\nlong details")


def test_what_cannot_be_played_is_refused_before_anything_is_written(arena: FakeTournament) -> None:
    store, bots = arena.store, arena.bots
    short = Plan((("anniversary", 4),), Size(rounds=1), PLAN.time)
    with pytest.raises(TournamentError, match="two bots"):
        create(store, short, bots[:1])
    for format in ("knockout", "swiss"):
        with pytest.raises(TournamentError, match=f"A {format} of 1 bot has no match to play"):
            create(store, replace(short, format=format), bots[:1], bots[1:])
    with pytest.raises(FormatError, match="roundrobin"):
        create(store, replace(short, format="none"), bots)
    with pytest.raises(Exception, match=r"needs 4 bots\. There are 2"):
        create(store, short, bots[:2])
    with pytest.raises(Exception, match="seed 7"):
        create(store, PLAN, bots)
    assert arena.stored == (GAMES, 0)


def test_the_order_of_the_bots_makes_no_difference(
    arena: FakeTournament, tournaments: Callable[..., FakeTournament]
) -> None:
    other, again = tournaments(PLAN), replace(PLAN, size=Size(rounds=1), seed=8)
    create(arena.store, again, arena.bots)
    create(other.store, again, other.bots[::-1])
    drawn = "SELECT match_id, position, bot_id FROM pairings ORDER BY 1, 2"
    assert arena.store.rows(drawn) == other.store.rows(drawn)


@pytest.mark.parametrize("time", ["standard", "network"])
def test_bots_that_wait_on_a_network_are_all_asked_at_once(
    tournaments: Callable[..., FakeTournament], time: str
) -> None:
    tournament = tournaments(replace(PLAN, time=TimeControl.parse(time)))
    seen: list[Options] = []

    def worker_pool(options: Options) -> InProcessPool:
        seen.append(options)
        return InProcessPool(FakePlayer)

    play(tournament.store, tournament.tournament, spec_of, make_worker_pool=worker_pool)
    assert [options.ask_all for options in seen] == [time == "network"]
