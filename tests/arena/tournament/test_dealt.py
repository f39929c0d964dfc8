"""Records beside the ledger: the same deal, bots, seeds and coins."""

import zlib
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec, Played
from arena.tournament.dealt import misdealt
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from arena.tournament.worker import LocalCrew
from ladder.records import unpacked
from ladder.tournaments import tournament
from tests.arena.tournament.test_sprt import plan as swapped_units
from tests.support.fake_crew import FakePlayer
from tests.support.fake_tournament import FakeTournament

ROUND = Plan((("anniversary", 3),), Size(rounds=1), TimeControl.parse("standard"))


class Recording(FakePlayer):
    """Leaves records with what is compared."""

    def play(self, spec: GameSpec) -> Played:
        played = super().play(spec)
        pairs = zip(spec.bots, spec.bot_seeds, strict=True)
        bots = [{"hash": bot.hash, "seed": seed} for bot, seed in pairs]
        result = {"scores": list(played.scores)}
        return replace(played, record=played.record | {"bots": bots, "result": result})


def played(folder: Path, plan: Plan, **more: int) -> FakeTournament:
    arena = FakeTournament(folder, plan, **more)
    arena.play(lambda: LocalCrew(Recording))
    return arena


def found(arena: FakeTournament) -> list[str]:
    return list(misdealt(arena.store, tournament(arena.store, 1)))


@pytest.mark.parametrize("swapped", [False, True])
def test_a_tournament_as_it_was_played(tmp_path: Path, swapped: bool) -> None:
    more = {"entrants": 2} if swapped else {}
    arena = played(tmp_path, swapped_units(most=20) if swapped else ROUND, **more)
    assert found(arena) == []
    # The check sees every game: with another secret all seeds are other ones.
    arena.store.conn.execute("UPDATE tournaments SET secret = x'00'")
    assert len(found(arena)) == arena.stored[1] > 20


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record | {"seed": "77"}, "another deal"),
        (lambda record: record | {"bots": record["bots"][::-1]}, "other bots"),
        (lambda record: record | {"result": {"scores": [9, 9, 9]}}, "other coins"),
        (
            lambda record: (
                record | {"bots": [{**bot, "seed": bot["seed"] + 1} for bot in record["bots"]]}
            ),
            "the seeds of its bots",
        ),
    ],
)
def test_a_record_that_is_not_of_its_game(tmp_path: Path, change, told: str) -> None:
    arena = played(tmp_path, ROUND)
    (row,) = arena.store.rows("SELECT record FROM records WHERE game_id = 5")
    record = change(orjson.loads(unpacked(row["record"])))
    blob = zlib.compress(orjson.dumps(record))
    arena.store.conn.execute("UPDATE records SET record = ? WHERE game_id = 5", [blob])
    (wrong,) = found(arena)
    assert wrong.startswith("Game 5")
    assert told in wrong


def test_what_cannot_be_read_is_for_the_replay(tmp_path: Path) -> None:
    arena = played(tmp_path, ROUND)
    arena.store.conn.execute("UPDATE records SET record = x'00' WHERE game_id = 5")
    assert found(arena) == []
