"""Tournaments of every size: written at once or round by round, stopped and resumed alike."""

import os
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from arena.referee.clock import TimeControl
from arena.tournament import driver
from arena.tournament.formats import FORMATS
from arena.tournament.lifecycle import TournamentError, abandon, play
from arena.tournament.lock import TournamentBusy, running
from arena.tournament.plan import Plan
from arena.tournament.run_events import GameFinished, NoticeKind, RunBegan
from arena.tournament.size import Size, SizeError
from ladder.database.errors import UnknownTournament
from ladder.queries.standings import overall, widest
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import tournament
from tests.ladder.conftest import outcome
from tests.support.fake_tournament import Dead, FakeTournament, after, die, interrupt, wrong
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of

Make = Callable[..., FakeTournament]
GAMES = (("anniversary", 3), ("classic", 4))


def plan(size: Size, games: tuple[tuple[str, int], ...] = GAMES, **more: object) -> Plan:
    return Plan(games, size, TimeControl.parse("standard"), seed=7, **more)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that take no time would come back many together, and be stored together."""
    monkeypatch.setattr(driver, "LONGEST_CHUNK", 1)


@pytest.fixture
def make(tournaments: Make) -> Make:
    return lambda size, **more: tournaments(plan(size, **more))


def matches(arena: FakeTournament) -> Counter[tuple[str, int]]:
    """The rated matches by bot and pool."""
    rows = arena.store.rows("SELECT bot_id, pool_id, blocks FROM ratings")
    return Counter({(row["bot_id"], row["pool_id"]): row["blocks"] for row in rows})


def test_a_size_is_exactly_one() -> None:
    for given in ({}, {"rounds": 1, "games": 2}):
        with pytest.raises(SizeError):
            Size(**given)
    words = [Size(rounds=1), Size(rounds=4), Size(games=9), Size(seconds=90), Size(interval=50)]
    assert [str(size) for size in words] == ["1 round", "4 rounds", "9 games", "90 s", "until ± 50"]


@pytest.mark.parametrize("games", [1, 3, 7, 50, 51, 200])
def test_some_games_end_with_the_match_that_reaches_them(make: Make, games: int) -> None:
    arena = make(Size(games=games))
    written, _ = arena.stored
    assert games <= written < games + 4
    assert arena.play().left == 0
    assert arena.stored == (written, written)


def test_until_every_rating_is_sure(make: Make) -> None:
    arena = make(Size(interval=60))
    done = arena.play()
    assert (done.left, done.interrupted) == (0, False)
    rows = overall(arena.store, tournament_id=arena.tournament)
    assert len(rows) == 5
    assert max(row.interval for row in rows) == pytest.approx(widest(arena.store, arena.tournament))
    assert widest(arena.store, arena.tournament) <= 60
    rounds = arena.store.value("SELECT max(round) FROM matches WHERE status = 'rated'")
    left = arena.store.column("SELECT DISTINCT status FROM matches WHERE round > ?", [rounds])
    assert left == ["dropped"], "what was written ahead is not played"
    assert wrong(arena) == []
    assert rounds > 1, "else this test shows nothing"
    assert len(set(matches(arena).values())) == 2, "whole rounds: the same for all in each pool"
    first, *_, last = arena.happened(GameFinished)
    assert first.games is None and last.games == last.done, "known only once it is decided"
    shorter = make(Size(rounds=rounds - 1))
    shorter.play()
    assert widest(shorter.store, shorter.tournament) > 60, "it goes on no longer than it must"


@pytest.mark.usefixtures("time_by_looks")
def test_a_time_ends_with_whole_matches_and_the_same_games_as_any_size(make: Make) -> None:
    arena = make(Size(seconds=0.3))
    done = arena.play()
    assert arena.notices(NoticeKind.TIME_UP)
    assert (done.left, done.interrupted, done.open_ended) == (0, False, True)
    stored = tournament(arena.store, arena.tournament)
    assert stored.finished_at is not None
    assert stored.abandoned_at is None
    status = {row["status"] for row in arena.store.rows("SELECT status FROM matches")}
    assert status == {"rated", "dropped"}
    _, played = arena.stored
    same = make(Size(games=played))
    same.play()
    assert same.rated == arena.rated
    assert wrong(same) == wrong(arena) == []
    assert arena.play().played == 0, "its time is over for good"


@pytest.mark.slow
@pytest.mark.usefixtures("time_by_looks")
def test_a_stopped_time_goes_on_for_the_rest(make: Make) -> None:
    arena = make(Size(seconds=2))
    assert arena.play(then=after(10, interrupt)).interrupted
    assert not arena.notices(NoticeKind.TIME_UP)
    assert not arena.play().interrupted
    assert arena.notices(NoticeKind.TIME_UP)


DUELS = (("rio_grande_duel", 2), ("anniversary_duel", 2))


def length(format: str) -> dict[str, Any]:
    """Until it is decided, where a format says so; else some rounds."""
    if FORMATS[format].ends:
        return {"size": Size(decided=True), "games": DUELS}
    return {"size": Size(rounds=4 if FORMATS[format].sees_results else 3)}


SURE = [
    (name, "", {"size": Size(interval=75)}) for name in FORMATS if not FORMATS[name].sees_results
]


@pytest.mark.parametrize(
    ("format", "clumsy", "length"),
    [*((name, clumsy, length(name)) for name in FORMATS for clumsy in ("", "c")), *SURE],
)
def test_each_format_goes_the_same_way_through_any_interruption(
    make: Make, format: str, clumsy: str, length: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a bot is suspended on the way, and where a run writes several rounds at once."""
    monkeypatch.setattr("arena.tournament.round_scheduler.FAR_AHEAD", 3)
    monkeypatch.setattr("arena.tournament.round_scheduler.BATCH", 5)
    monkeypatch.setattr("ladder.ratings.live.PROBATION", 8)

    def worker_pool() -> InProcessPool:
        return InProcessPool(partial(FakePlayer, clumsy=clumsy))

    whole, stopped = (make(format=format, **length) for _ in range(2))
    assert whole.play(worker_pool).left == 0
    dice = random.Random(5)
    for _ in range(3):
        with pytest.raises(Dead):
            stopped.play(worker_pool, then=after(dice.randint(1, 6), die))
    stopped.play(worker_pool, then=after(2, interrupt))
    assert wrong(stopped) == []
    assert stopped.play(worker_pool).left == 0
    assert wrong(stopped) == []
    assert ledger(stopped) == ledger(whole)
    assert stopped.rated == whole.rated
    assert tournament(whole.store, 1).finished_at is not None
    assert (whole.store.find_bot("c").status == "suspended") == bool(clumsy)
    rounds = tournament(whole.store, 1).rounds
    assert rounds == length["size"].rounds or FORMATS[format].ends or length["size"].interval


def ledger(arena: FakeTournament) -> list[dict[str, object]]:
    """Every match that was written, and who left when."""
    return arena.store.rows(
        "SELECT m.number, m.round, m.status, m.pool_id, p.position, b.name, e.suspended_in "
        "FROM matches AS m JOIN pairings AS p ON p.match_id = m.id "
        "JOIN bots AS b ON b.id = p.bot_id LEFT JOIN entrants AS e ON e.bot_id = b.id "
        "ORDER BY m.number, p.position"
    )


@pytest.mark.parametrize("size", [Size(rounds=9), Size(games=333)])
@pytest.mark.parametrize("format", [name for name, each in FORMATS.items() if not each.ends])
def test_what_will_be_played_is_known_from_the_first_game(
    make: Make, format: str, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tournament.round_scheduler.FAR_AHEAD", 3)
    monkeypatch.setattr("arena.tournament.round_scheduler.BATCH", 5)
    arena = make(size, format=format)
    stopped = arena.play(then=after(11, interrupt))
    assert arena.stored[0] < 150, "not all is written yet"
    left = arena.play()
    (began, resumed) = arena.happened(RunBegan)
    _, played = arena.stored
    assert began.games == resumed.games == played
    assert {event.games for event in arena.happened(GameFinished)} == {played}
    assert stopped.left == left.played
    assert arena.happened(GameFinished)[-1].done == played
    assert size.games is None or size.games <= played < size.games + 4


def test_a_long_tournament_begins_at_once(make: Make) -> None:
    """Of 20,000 games only so many are written as make 500 matches ahead, and a round."""
    assert 3 * 1000 <= make(Size(games=20_000)).stored[0] < 4 * 1100


def test_as_much_is_written_ahead_as_is_settled(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else hundreds of workers, each with games in hand, would have none to follow."""
    monkeypatch.setattr("arena.tournament.round_scheduler.FAR_AHEAD", 3)
    monkeypatch.setattr("arena.tournament.round_scheduler.FARTHEST", 50)
    monkeypatch.setattr("arena.tournament.round_scheduler.BATCH", 1)
    arena = make(Size(games=2000))
    ahead = {}
    for settled in (20, 40, 200):
        arena.play(then=after(3 * settled - arena.stored[1], interrupt))
        ahead[settled] = (arena.stored[0] - arena.stored[1]) // 3
    assert 10 <= ahead[20] < 40 <= ahead[40] < 60
    assert 50 <= ahead[200] < 70


def test_rounds_that_follow_are_those_that_would_have_been_written_at_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = make(Size(games=300))
    monkeypatch.setattr("arena.tournament.round_scheduler.FAR_AHEAD", 3)
    monkeypatch.setattr("arena.tournament.round_scheduler.BATCH", 5)
    later = make(Size(games=300))
    assert later.stored[0] < at_once.stored[0]
    for arena in (at_once, later):
        arena.play()
    assert ledger(at_once) == ledger(later)
    assert at_once.rated == later.rated


def test_an_abandoned_tournament_keeps_what_was_played(make: Make) -> None:
    arena = make(Size(rounds=4))
    arena.play(then=after(25, interrupt))
    _, played = arena.stored
    done = abandon(arena.store, arena.tournament)
    assert done.abandoned_at is not None
    assert done.finished_at is not None
    rated = len(arena.rated)
    assert arena.play().played == 0
    assert (arena.stored[1], len(arena.rated)) == (played, rated)
    assert wrong(arena) == []
    with pytest.raises(TournamentError, match="already abandoned"):
        abandon(arena.store, arena.tournament)
    with pytest.raises(UnknownTournament, match="no tournament 9"):
        abandon(arena.store, 9)


def test_whole_matches_count_when_a_tournament_is_abandoned(make: Make) -> None:
    arena = make(Size(rounds=1))
    ledger = Ledger(arena.store, arena.tournament)
    for game in ledger.unplayed():
        if game.match_number == 1:
            ledger.save(outcome(game))
    assert arena.rated == []
    abandon(arena.store, arena.tournament)
    assert {row["blocks"] for row in arena.rated} == {arena.stored[1]}


def test_what_is_being_played_is_known(make: Make) -> None:
    arena = make(Size(rounds=1))
    assert running(arena.store) is None
    seen: list[int | None] = []

    def look() -> None:
        seen.append(running(arena.store))
        with pytest.raises(TournamentBusy, match=rf"{os.getpid()}.* plays tournament 1\b"):
            play(arena.store, arena.tournament, spec_of)

    arena.play(then=after(2, look))
    assert seen == [arena.tournament]
    assert running(arena.store) is None
