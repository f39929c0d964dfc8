"""Two ladders become one: every game once, ratings as if all had been played in one place."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.clock import TimeControl
from arena.tournament.draw_audit import DrawAudit
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.errors import CannotMerge, NewerSchema, NotALadder
from ladder.database.migrations import SCHEMA_VERSION
from ladder.database.store import Store, now
from ladder.maintenance import merge as merging
from ladder.maintenance.backup import back_up
from ladder.maintenance.checks import check
from ladder.maintenance.merge import Examiner, Merged, Replayed, merge
from ladder.maintenance.refit import refit
from ladder.queries.games import sources
from ladder.tournaments import stays
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.seasons import open_season, seasons
from ladder.tournaments.tournaments import tournament
from tests.ladder.conftest import outcome
from tests.ladder.database.test_migrations import unpacked
from tests.support.fake_tournament import after, interrupt
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of

STANDARD = TimeControl.parse("standard")
GAMES = (("anniversary", 3), ("classic", 4))
FIELD = "abcdef"

ALIKE = {
    "results": """SELECT t.secret_hash, m.number, g.rotation, g.deal, m.status, m.round, p.name,
        s.seat, b.label, b.hash, s.coins, s.final_place, s.faults, hex(r.record)
        FROM seats AS s JOIN bots AS b ON b.id = s.bot_id JOIN games AS g ON g.id = s.game_id
        JOIN matches AS m ON m.id = g.match_id JOIN pools AS p ON p.id = m.pool_id
        JOIN tournaments AS t ON t.id = m.tournament_id JOIN records AS r ON r.game_id = g.id""",
    "ledger": """SELECT t.secret_hash, m.number, g.rotation, m.status, i.number, c.position, b.label
        FROM matches AS m JOIN tournaments AS t ON t.id = m.tournament_id
        JOIN games AS g ON g.match_id = m.id JOIN pairings AS c ON c.match_id = m.id
        JOIN bots AS b ON b.id = c.bot_id LEFT JOIN matches AS i ON i.id = m.instead_of""",
    "live": """SELECT p.name, b.label, elo, info, games, blocks, coins, r.faults FROM ratings AS r
        JOIN bots AS b ON b.id = r.bot_id JOIN pools AS p ON p.id = r.pool_id""",
    "history": """SELECT p.name, b.label, blocks, elo, info FROM rating_history AS r
        JOIN bots AS b ON b.id = r.bot_id JOIN pools AS p ON p.id = r.pool_id""",
    "played": """SELECT t.secret_hash, p.name, level, games FROM played AS x
        JOIN tournaments AS t ON t.id = x.tournament_id JOIN pools AS p ON p.id = x.pool_id""",
    "pools": "SELECT name, matches FROM pools",
    "bots": "SELECT label, hash, status, reason, judged_games, faulty_games FROM bots",
    "ends": """SELECT secret_hash, rated_until, matches, rounds, finished_at IS NULL, abandoned_at
        FROM tournaments""",
    "entrants": """SELECT t.secret_hash, b.label, filler, suspended_in FROM entrants AS e
        JOIN tournaments AS t ON t.id = e.tournament_id JOIN bots AS b ON b.id = e.bot_id""",
    "draws": """SELECT secret_hash, first, settled, gone, (SELECT json_group_array(label) FROM
        (SELECT label FROM json_each(suspended) JOIN bots ON bots.id = value ORDER BY 1))
        FROM draws JOIN tournaments ON tournaments.id = tournament_id""",
}
"""What must be the same in two ladders with the same games, whatever their rows are numbered."""


def alike(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    return {
        name: sorted(store.conn.execute(query).fetchall(), key=repr)
        for name, query in ALIKE.items()
    }


def official(store: Store) -> dict[tuple[str, str], tuple[float, float]]:
    """The latest official ratings of each pool by itself."""
    return {
        (row["pool"], row["label"]): (round(row["elo"], 6), round(row["interval"], 6))
        for row in store.rows(
            "SELECT p.name AS pool, b.label, o.elo, o.interval FROM pools AS p "
            "JOIN official_ratings AS o ON o.fit_id = "
            "(SELECT max(id) FROM fits WHERE pools = '[' || p.id || ']') "
            "JOIN bots AS b ON b.id = o.bot_id"
        )
    }


def sound(store: Store) -> bool:
    return [finding.wrong for finding in check(store) if not finding.ok] == []


BELIEVED = Examiner(
    entered=lambda bot: bot,
    reserved=frozenset(),
    alike=str,
    require_plan=lambda settings: None,
    replayed=lambda store, games: iter(Replayed(game, "") for game in games),
)
"""Believes everything: what stand-ins roll cannot be replayed."""


def bring(store: Store, other: Store) -> Merged:
    done = merge(store, Path(other.path), BELIEVED)
    for number in done.here:
        refit(store, number)
    return done


class Ladders:
    """Some ladders in a folder, each with tournaments of stand-ins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: dict[str, Store] = {}

    def __call__(self, name: str) -> Store:
        if name not in self.opened:
            path = self.folder / f"{name}.sqlite"
            self.opened[name] = Store(path, synchronous="NORMAL")
        return self.opened[name]

    def bots(self, name: str, bots: str) -> None:
        for bot in bots:
            self(name).add_bot(bot, hash=f"content of {bot}")

    def found(
        self, name: str, bots: str, seed: int | None = None, size: Size | None = None, **more: Any
    ) -> int:
        """A tournament with these bots, entered if they are not."""
        self.bots(name, bots)
        plan = Plan(GAMES, size or Size(rounds=1), STANDARD, seed=seed, **more)
        store = self(name)
        return create(store, plan, [store.find_bot(bot) for bot in bots])

    def play(self, name: str, number: int, games: int = 0, clumsy: str = "") -> None:
        """Plays a tournament, or so many games more of it."""
        then = after(games, interrupt) if games else (lambda event: None)
        worker_pool = partial(InProcessPool, partial(FakePlayer, clumsy=clumsy))
        play(self(name), number, spec_of, Options(), then, lambda options: worker_pool())


@pytest.fixture
def ladders(tmp_path: Path) -> Iterator[Ladders]:
    made = Ladders(tmp_path)
    yield made
    for store in made.opened.values():
        store.close()


field = st.lists(st.sampled_from(FIELD), min_size=4, max_size=5, unique=True).map("".join)


@pytest.mark.slow
@settings(max_examples=5)  # each plays some tournaments
@given(fields=st.lists(field, min_size=2, max_size=4), homes=st.randoms(use_true_random=False))
def test_ratings_are_as_if_all_had_been_played_in_one_place(
    tmp_path_factory: pytest.TempPathFactory, fields: list[str], homes: random.Random
) -> None:
    """Also repeated, with tournaments half played at the first time, and by way of a third."""
    ladders = Ladders(tmp_path_factory.mktemp("ladders"))
    where = ["first", *(homes.choice(["first", "second", "third"]) for _ in fields[1:])]
    order = sorted(range(len(fields)), key=lambda each: where[each])  # as they are merged
    for each in order:
        number = ladders.found("one", fields[each], seed=each)
        ladders.play("one", number)
    numbers = [ladders.found(where[each], fields[each], seed=each) for each in range(len(fields))]
    first, second, third = (ladders(name) for name in ("first", "second", "third"))
    for each, number in enumerate(numbers):
        if where[each] != "first" and homes.random() < 0.5:
            ladders.play(where[each], number, games=homes.randint(1, 20))
            # Live Elo goes by the order in which matches come, so this is merged elsewhere.
            bring(ladders("elsewhere"), ladders(where[each]))
        ladders.play(where[each], number)
    for other in (second, third):
        bring(first, other)
        assert bring(first, other).games == 0
    one = ladders("one")
    assert alike(first) == alike(one)
    assert official(first) == official(one)
    assert sound(first)
    bring(ladders("elsewhere"), first)
    assert alike(ladders("elsewhere"))["results"] == alike(one)["results"]
    assert sound(ladders("elsewhere"))
    for store in ladders.opened.values():
        store.close()


def test_each_game_keeps_the_source_that_played_it(ladders: Ladders) -> None:
    """Whatever its number is here and there."""
    numbers = {}
    for name, bots in (("first", "abcd"), ("second", "bcde")):
        number = numbers[name] = ladders.found(name, bots, seed=len(bots) + ord(bots[0]))
        ladders.play(name, number, games=9)
        with ladders(name).transaction() as conn:
            conn.execute("UPDATE sources SET name = ?", [f"0.1+of the {name}"])
            conn.execute("UPDATE results SET source_id = 0 WHERE game_id = 1")
            conn.execute("UPDATE played SET games = games - 1 WHERE pool_id = 1")
            conn.execute("INSERT INTO played SELECT 1, 1, level, 0, 1 FROM played LIMIT 1")
        ladders.play(name, number)
    first, second = ladders("first"), ladders("second")
    assert sound(first) and sound(second)
    one, other = sources(first), sources(second)
    bring(first, second)
    assert sound(first)
    both = {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
    assert sources(first) == both and len(both) == 4
    assert sources(first, 2) == other


@pytest.fixture
def two(ladders: Ladders) -> tuple[Store, Store]:
    """Two ladders, each with a tournament of its own between bots that they share in part."""
    for name, field, seed in (("first", "abcd", 1), ("second", "bcde", 2)):
        ladders.play(name, ladders.found(name, field, seed=seed))
    return ladders("first"), ladders("second")


@pytest.mark.parametrize("steps", [0, 3, 7])
def test_interrupted_in_between_nothing_has_happened_and_the_next_time_all_does(
    ladders: Ladders, two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    first, second = two
    before = alike(first)
    monkeypatch.setattr(merging, "AT_A_TIME", 1)
    left = iter(range(steps))

    def progress(done: int, of: int) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merge(first, Path(second.path), BELIEVED, progress)
    assert alike(first) == before
    assert sound(first)
    assert bring(first, second).games > 0
    after_all = alike(first)
    assert bring(first, second).games == 0
    assert alike(first) == after_all
    ladders.play("one", ladders.found("one", "abcd", seed=1))
    ladders.play("one", ladders.found("one", "bcde", seed=2))
    assert alike(ladders("one")) == after_all


def test_what_came_in_is_counted_and_its_pairings_can_be_drawn_again(
    two: tuple[Store, Store],
) -> None:
    first, second = two
    games = second.db["results"].count
    done = bring(first, second)
    assert (done.bots, done.tournaments, done.games, done.known) == (1, 1, games, 0)
    assert done.here == [2]
    redraw = DrawAudit(first, 2)
    assert (list(redraw.wrong()), redraw.skipped) == ([], ""), "here bots come in their order"
    again = bring(first, second)
    assert (again.bots, again.tournaments, again.games, again.known) == (0, 0, 0, games)


def test_a_suspension_and_its_replacements_come_along(ladders: Ladders) -> None:
    size = Size(rounds=6)
    number = ladders.found("second", "abcd", seed=5, size=size)
    ladders.play("second", number, clumsy="c")
    ladders.bots("first", "zdcb")  # so that ids differ in order
    first, second = ladders("first"), ladders("second")
    done = bring(first, second)
    assert second.find_bot("c").status == "suspended"
    assert first.find_bot("c").status == "suspended"
    assert [said.split(":")[0] for said in done.said] == ["c"]
    here = alike(first)
    here["bots"] = [row for row in here["bots"] if row[0] != "z:1"]
    for name, rows in alike(second).items():
        assert (name, here[name]) == (name, rows)
    assert sound(first)
    redraw = DrawAudit(first, done.here[0])
    assert list(redraw.wrong()) == []
    assert "other numbers" in redraw.skipped


@pytest.mark.slow
def test_two_copies_played_on_by_themselves_do_not_become_one(ladders: Ladders) -> None:
    """The same games are one; where the ledgers go different ways it is refused."""
    number = ladders.found("first", "abcde", seed=3, size=Size(rounds=3))
    ladders.play("first", number, games=12)
    back_up(ladders("first"), ladders.folder / "second.sqlite")
    ladders("second").set_status(1, "suspended", "by hand")
    ladders.play("second", number)
    bring(ladders("elsewhere"), ladders("first"))
    bring(ladders("elsewhere"), ladders("second"))  # further on
    # What was done there by hand is not for that ladder to do here.
    assert ladders("elsewhere").bot(1).status == "active"
    ladders("elsewhere").set_status(1, "suspended", "by hand")
    assert alike(ladders("elsewhere")) == alike(ladders("second"))
    ladders.play("first", number)  # with the bot that was suspended there
    before = alike(ladders("first"))
    with pytest.raises(CannotMerge, match="differ in match"):
        bring(ladders("first"), ladders("second"))
    assert alike(ladders("first")) == before
    other = ladders.found("second", "abcf", seed=4)
    ladders.play("second", other)
    path = Path(ladders("second").path)
    done = merge(ladders("first"), path, BELIEVED, skip_conflicts=True)
    assert (done.tournaments, done.known) == (1, 0)
    assert done.said[0].endswith("both were continued separately. It was left out.")
    assert sound(ladders("first"))


def test_a_tournament_that_got_its_last_games_from_elsewhere_ends_when_resumed(
    ladders: Ladders,
) -> None:
    number = ladders.found("first", "abcde", seed=3)
    back_up(ladders("first"), ladders.folder / "second.sqlite")
    games = Ledger(ladders("first"), number).unplayed()
    for name, half in (("first", games[::2]), ("second", games[1::2])):
        for game in half:
            Ledger(ladders(name), number).save(outcome(game))
    bring(ladders("first"), ladders("second"))
    ladders.play("first", number)
    found = tournament(ladders("first"), number)
    assert found.finished_at is not None
    assert found.rated_until == found.matches
    bring(ladders("second"), ladders("first"))
    assert alike(ladders("second"))["ends"] == alike(ladders("first"))["ends"]


def test_the_same_seed_for_two_tournaments_is_refused(ladders: Ladders) -> None:
    for name, field in (("first", "abcd"), ("second", "cdef")):
        ladders.found(name, field, seed=7)
    with pytest.raises(CannotMerge, match="both made with --seed 7"):
        bring(ladders("first"), ladders("second"))
    assert ladders("first").db["bots"].count == 4


def test_names_that_are_here_stay_and_others_get_a_number(ladders: Ladders) -> None:
    first, second = ladders("first"), ladders("second")
    first.add_bot("ann", hash="1", owner="ann's", author="Ann")
    first.add_bot("bob", hash="b2", owner="bob's")
    first.add_bot("cat", hash="c1")
    second.add_bot("ann", hash="2", owner="another's", author="Ann")
    second.add_bot("bob", hash="b1", owner="bob's")
    second.add_bot("bob", hash="b2", owner="bob's")
    second.add_bot("bob", hash="b3", owner="bob's")
    second.add_bot("cat", hash="c1")
    for digest in ("d1", "d2"):
        second.add_bot("dog", hash=digest, owner="dog's")
    with second.transaction() as conn:
        conn.execute("UPDATE bots SET added_at = '2020-01-01T00:00:00Z' WHERE hash = 'b1'")
        conn.execute("UPDATE bots SET added_at = '2999-01-01T00:00:00Z' WHERE hash = 'b3'")
        conn.execute("UPDATE bots SET status = 'active' WHERE hash = 'd1'")
    done = bring(first, second)
    assert [(bot.label, bot.hash, bot.status, bot.owner) for bot in first.bots()] == [
        ("ann:1", "1", "active", "ann's"),
        ("ann-2:1", "2", "active", ""),
        ("bob:1", "b2", "active", "bob's"),
        ("bob-2:1", "b1", "retired", "bob's"),
        ("bob-2:2", "b3", "active", "bob's"),
        ("cat:1", "c1", "active", ""),
        ("dog:1", "d1", "retired", "dog's"),
        ("dog:2", "d2", "active", "dog's"),
    ]
    assert max(bot.added_at for bot in first.bots()) <= now()
    assert done.said == [
        "The name ann is taken here, so the other ladder's ann is called ann-2.",
        "The name bob is taken here, so the other ladder's bob is called bob-2.",
        "ann-2:1 is by Ann, as is ann:1, which has another key; so the key of ann-2:1 was not "
        "taken over.",
    ]
    second.add_bot("bob", hash="b4", owner="bob's")
    assert bring(first, second).bots == 1
    assert first.find_bot("bob-3").hash == "b4"
    again = bring(first, second)
    assert (again.bots, again.said) == (0, [])


def test_a_league_comes_along_and_goes_on_without_its_seasons(ladders: Ladders) -> None:
    first, second = ladders("first"), ladders("second")
    league = ladders.found("second", "abcde", seed=4, size=Size(rounds=2))
    stays.update(second, league, [bot.id for bot in second.bots()])
    open_season(second, "spring", league)
    ladders.play("second", league, games=9)
    bring(first, second)
    stays.update(second, league, [bot.id for bot in second.bots()[1:]])
    ladders.play("second", league)
    bring(first, second)
    assert [each.until for each in stays.stays(first, 1)] == [
        each.until for each in stays.stays(second, league)
    ]
    assert seasons(first) == []


def test_faults_add_up(ladders: Ladders) -> None:
    """c is at fault in all games: in neither ladder it has played enough to be suspended."""
    for name, seed in (("first", 1), ("second", 2)):
        number = ladders.found(name, "abcd", seed=seed, size=Size(games=20))
        ladders.play(name, number, clumsy="c")
    first, second = ladders("first"), ladders("second")
    assert first.find_bot("c").status == second.find_bot("c").status == "active"
    done = bring(first, second)
    assert first.find_bot("c").status == "suspended"
    assert done.said == [f"c:1 is suspended now: {first.find_bot('c').reason}."]


def test_only_ladders_of_this_version_are_merged(ladders: Ladders, tmp_path: Path) -> None:
    first = ladders("first")
    with pytest.raises(CannotMerge, match="this ladder itself"):
        merge(first, Path(first.path), BELIEVED)
    older = unpacked(5, tmp_path)
    with pytest.raises(CannotMerge, match=f"has schema 5, this ladder has {SCHEMA_VERSION}"):
        merge(first, older, BELIEVED)
    for text in ("no database at all, but long enough to be looked at", ""):
        (tmp_path / "text").write_text(text)
        with pytest.raises(NotALadder, match="is not a ladder"):
            merge(first, tmp_path / "text", BELIEVED)
    second = ladders("second")
    second.conn.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(NewerSchema, match="by a newer arena"):
        merge(first, Path(second.path), BELIEVED)
    assert [row["name"] for row in first.rows("PRAGMA database_list")] == ["main"]
