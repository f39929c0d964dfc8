"""The same secret draws the same matches, in this version of the arena as in the one before."""

from hashlib import sha256
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.tournament import sprt_scheduler
from arena.tournament.formats import FORMATS
from arena.tournament.league import LEAGUE
from arena.tournament.plan import Plan
from arena.tournament.scheduler import DRAWING
from arena.tournament.size import Size
from ladder.database.store import Store
from tests.arena.tournament.test_sprt_scheduler import plan as swapped_units
from tests.support.fake_league import FakeLeague
from tests.support.fake_tournament import FakeTournament

GOLDEN = {
    "gauntlet": "49ed9dda675eac03",
    "knockout": "4de7d4f3281334be",
    "league": "fed1f0904a0d0ff8",
    "roundrobin": "fe6febf74524b1c4",
    "sprt": "b01424313bd00dd5",
    "swiss": "94cfc7b90e81bfb0",
}
"""By kind of tournament, the beginning of the SHA-256 of its first MATCHES as DRAWING 3 draws them.
A new format adds the line that the test found. Whoever means to draw otherwise than before raises
DRAWING, too."""
KINDS = sorted([*FORMATS, LEAGUE, sprt_scheduler.NAME])
MATCHES = 40


def drawn(store: Store) -> str:
    """Of tournament 1."""
    rows = store.rows(
        "SELECT m.number, hex(m.deal_seed), p.position, p.bot_id FROM matches AS m "
        "JOIN pairings AS p ON p.match_id = m.id WHERE m.tournament_id = 1 AND m.number < ? "
        "ORDER BY 1, 3",
        [MATCHES],
    )
    return sha256(repr([tuple(row.values()) for row in rows]).encode()).hexdigest()[:16]


def test_the_version_that_is_held_to() -> None:
    assert DRAWING == 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_matches_as_ever(kind: str, tmp_path: Path) -> None:
    arena: FakeLeague | FakeTournament
    if kind == LEAGUE:
        arena = FakeLeague(tmp_path)
        arena.play(4 * MATCHES)
    elif kind == sprt_scheduler.NAME:
        arena = FakeTournament(tmp_path, swapped_units(most=60), entrants=2)
        arena.play()
    else:
        sees = FORMATS[kind].sees_results
        games = (("rio_grande_duel", 2),) if sees else (("anniversary", 3), ("classic", 4))
        plan = Plan(games, Size(rounds=4), TimeControl.parse("standard"), format=kind, seed=7)
        arena = FakeTournament(tmp_path, plan)
        arena.play()
    assert drawn(arena.store) == GOLDEN.get(kind), "to be written into GOLDEN, if it is meant"
    arena.store.close()
