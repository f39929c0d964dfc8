"""A tournament drawn again from its secret: nothing differs, and whatever was altered is named."""

import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.rules import RULES_VERSION
from arena.tournament.deals import deal_seed, seeds_of_game
from arena.tournament.draw_audit import DrawAudit, check_records
from arena.tournament.formats import FORMATS
from arena.tournament.lifecycle import create
from arena.tournament.plan import Plan
from arena.tournament.scheduler import DRAWING, ONE_DEAL
from arena.tournament.size import Size
from ladder.database.records import unpacked
from ladder.tournaments.tournaments import tournament
from tests.arena.tournament.test_sprt_scheduler import plan as swapped_units
from tests.support.fake_tournament import FakeTournament, after, interrupt, wrong
from tests.support.fake_worker_pool import FakePlayer, InProcessPool

GAMES = (("anniversary", 3), ("classic", 4))
STANDARD = TimeControl.parse("standard")
RECORDED = Plan((("anniversary", 3),), Size(rounds=1), STANDARD)
Make = Callable[..., FakeTournament]


@pytest.fixture
def make(tournaments: Make) -> Make:
    def make(size: Size, games: tuple[tuple[str, int], ...] = GAMES, **more: Any) -> FakeTournament:
        return tournaments(Plan(games, size, STANDARD, seed=7, **more))

    return make


def clumsy() -> InProcessPool:
    """c makes a fault in every game, and is suspended."""
    return InProcessPool(partial(FakePlayer, clumsy="c"))


@pytest.mark.parametrize("format", [name for name, each in FORMATS.items() if each.sees_results])
def test_a_format_that_sees_results(make: Make, format: str) -> None:
    """Other results would have sent others on."""
    arena = make(Size(rounds=4), (("rio_grande_duel", 2),), format=format)
    arena.play()
    assert wrong(arena) == []
    found = []
    for score in ("bot_id / 5.0", "1 - bot_id / 5.0"):
        arena.store.conn.execute(f"UPDATE seats SET place_score = {score}")
        found.append(wrong(arena))
    assert found != [[], []]


def test_what_happens_beside_it(make: Make) -> None:
    """A suspension by hand, a return, and games that make the ratings surer, so that it ends sooner
    than it would alone."""
    arena = make(Size(interval=100))
    assert wrong(arena) == [], "before the first game"
    arena.play(then=after(15, interrupt))
    bot = arena.store.find_bot("b").id
    arena.store.set_status(bot, "suspended", "by hand")
    arena.play(then=after(15, interrupt))
    arena.store.set_status(bot, "active")
    other = create(arena.store, Plan(GAMES, Size(rounds=9), STANDARD, seed=8), arena.bots)
    arena.tournament = other
    arena.play()
    arena.tournament = 1
    arena.play()
    assert wrong(arena) == wrong(arena, other) == []


ALTERED = {
    "UPDATE tournaments SET secret = x'00'": "The secret is not the one whose SHA-256",
    "UPDATE matches SET deal_seed = x'77' WHERE number = 3": "Match 3: its deal does not follow",
    "UPDATE matches SET round = 9 WHERE number = 3": "Match 3: its round does not follow",
    "UPDATE matches SET pool_id = 3 - pool_id WHERE number = 3": "Match 3: its game does not",
    "UPDATE matches SET number = 10000 WHERE number = "
    "(SELECT max(number) FROM matches)": "The ledger has ",
    "UPDATE matches SET instead_of = 1 WHERE number = 5": "Match 5: what it replaces does not",
    "UPDATE matches SET instead_of = 2 WHERE instead_of IS NOT NULL": "not follow from the secret",
}


@pytest.mark.parametrize("sql", ALTERED)
def test_what_is_altered_is_named(make: Make, sql: str) -> None:
    arena = make(Size(rounds=3))
    arena.play(clumsy)
    assert wrong(arena) == []
    assert arena.store.conn.execute(sql).rowcount > 0
    assert any(ALTERED[sql] in each for each in wrong(arena))


def test_another_arenas_way_of_drawing_leaves_the_deals(make: Make) -> None:
    arena = make(Size(rounds=3))
    arena.store.conn.execute(
        "UPDATE tournaments SET settings = json_set(settings, '$.drawn_by', ?)", [DRAWING + 1]
    )
    redraw = DrawAudit(arena.store, 1)
    assert list(redraw.wrong()) == []
    assert "older or newer arena" in redraw.skipped
    arena.store.conn.execute("UPDATE matches SET deal_seed = x'77' WHERE number = 3")
    assert list(redraw.wrong()) == ["Match 3: its deal does not follow from the secret."]


class Recording(FakePlayer):
    """Leaves records with what is compared."""

    def play(self, spec: GameSpec) -> FinishedGame:
        played = super().play(spec)
        pairs = zip(spec.bots, spec.bot_seeds, strict=True)
        bots = [{"hash": bot.hash, "seed": seed} for bot, seed in pairs]
        result = {"scores": list(played.scores), "winners": list(played.winners)}
        game = {"variant": spec.variant, "players": spec.players, "rules": RULES_VERSION}
        told = {"bots": bots, "decisions": [], "result": result}
        return replace(played, record=played.record | game | told)


def recorded(folder: Path, plan: Plan, **more: int) -> FakeTournament:
    arena = FakeTournament(folder, plan, **more)
    arena.play(lambda: InProcessPool(Recording))
    return arena


def misdealt_in(arena: FakeTournament) -> list[str]:
    return list(check_records(arena.store, tournament(arena.store, 1)))


@pytest.mark.parametrize("swapped", [False, True])
def test_a_tournament_as_it_was_played(tmp_path: Path, swapped: bool) -> None:
    more = {"entrants": 2} if swapped else {}
    arena = recorded(tmp_path, swapped_units(most=20) if swapped else RECORDED, **more)
    assert misdealt_in(arena) == []
    # The check sees every game: with another secret all seeds are other ones.
    arena.store.conn.execute("UPDATE tournaments SET secret = x'00'")
    assert len(misdealt_in(arena)) == arena.stored[1] > 20
    arena.store.conn.execute("UPDATE records SET record = x'00'")
    assert misdealt_in(arena) == [], "what cannot be read is for the replay"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record | {"seed": "77"}, "another deal"),
        (lambda record: record | {"bots": record["bots"][::-1]}, "other bots"),
        (
            lambda record: record | {"result": record["result"] | {"scores": [9, 9, 9]}},
            "other coins",
        ),
        (lambda record: record | {"result": record["result"] | {"winners": []}}, "other winners"),
        (lambda record: record | {"forfeits": [{"seat": 0, "fault": "late"}]}, "other winners"),
        (lambda record: record | {"decisions": [{"seat": 0, "fault": "late"}]}, "or faults"),
        (lambda record: record | {"variant": "classic"}, "another game"),
        (
            lambda record: (
                record | {"bots": [{**bot, "seed": bot["seed"] + 1} for bot in record["bots"]]}
            ),
            "the seeds of its bots",
        ),
    ],
)
def test_a_record_that_is_not_of_its_game(tmp_path: Path, change, told: str) -> None:
    arena = recorded(tmp_path, RECORDED)
    (row,) = arena.store.rows("SELECT record FROM records WHERE game_id = 5")
    record = change(orjson.loads(unpacked(row["record"])))
    blob = zlib.compress(orjson.dumps(record))
    arena.store.conn.execute("UPDATE records SET record = ? WHERE game_id = 5", [blob])
    (wrong,) = misdealt_in(arena)
    assert wrong.startswith("Game 5")
    assert told in wrong


class OneDeal(Recording):
    """Plays as older arenas did: all rotations of a match on its first game's deal and seeds."""

    def __init__(self, arena: FakeTournament) -> None:
        super().__init__()
        self._arena = arena

    def play(self, spec: GameSpec) -> FinishedGame:
        (row,) = self._arena.store.rows(
            "SELECT m.number, g.rotation FROM games AS g JOIN matches AS m ON m.id = g.match_id "
            "WHERE g.id = ?",
            [int(spec.id)],
        )
        secret = tournament(self._arena.store, 1).secret
        number, rotation = row["number"], row["rotation"]
        hashes = [bot.hash for bot in spec.bots]
        circle = hashes[-rotation:] + hashes[:-rotation] if rotation else hashes
        seeds = seeds_of_game(secret, number, circle, rotation, 0, swapped=False)
        return super().play(replace(spec, seed=deal_seed(secret, number), bot_seeds=seeds))


def test_matches_on_one_deal_are_right_in_older_tournaments_and_in_no_other(
    tmp_path: Path,
) -> None:
    arena = FakeTournament(tmp_path, RECORDED)
    arena.play(lambda: InProcessPool(lambda: OneDeal(arena)))
    arena.store.conn.execute("UPDATE games SET deal = 0")
    games = arena.stored[1]
    found = misdealt_in(arena)
    assert len(found) == games * 2 // 3
    assert all("does not have the deal of its rotation" in each for each in found)
    arena.store.conn.execute(
        "UPDATE tournaments SET settings = json_set(settings, '$.drawn_by', ?)", [ONE_DEAL]
    )
    assert misdealt_in(arena) == wrong(arena) == []
