"""`arena signs`: a ladder with a colluding pair, an honest one, one with hardly any games."""

import random
import re
from itertools import combinations

import pytest

from arena.cli.ladder import signs as command
from arena.cli.ladder.signs import MOST
from ladder.database.store import Store
from ladder.queries.collusion import Sign, Signs
from ladder.tournaments.tournaments import Pool
from tests.arena.conftest import Arena
from tests.ladder.queries.test_collusion import played
from tests.support.made_up_matches import play_matches
from tests.support.terminal import written_on_terminal

NAMES = ("ant", "bee", "cat", "dog", "eel", "fly")


def ladder(arena: Arena, deals: int, feeder: str = "", fed: str = "") -> Arena:
    """A home with as many deals for four of six bots; the feeder and the fed have one author."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        bots = {
            name: store.add_bot(
                name, hash=name, author={feeder: "Eve", fed: "EVE\ufe0f"}.get(name, "")
            )
            for name in NAMES
        }
        ids = [bot.id for bot in bots.values()]
        tables = list(combinations(ids, 4))
        pool = Pool("anniversary", 4, "standard", "n", "1")
        chance = random.Random(deals)
        circles = [chance.sample(tables[deal % len(tables)], 4) for deal in range(deals)]
        pair = (bots[feeder].id, bots[fed].id) if feeder else (0, 0)
        play_matches(store, pool, circles, lambda game: played(game, chance, *pair))
    return arena


def test_a_colluding_pair_is_named_with_games_to_look_at(arena: Arena) -> None:
    told = ladder(arena, 60, "eel", "bee")
    text = told("signs")
    assert "sign of collusion: 240 games, 30 pairs" in text
    (row,) = [re.split("  +", line) for line in text.splitlines() if line.startswith("eel:1")]
    assert row[1] == "bee:1 (same author)" and float(row[2]) < 0.1 < 0.35 < float(row[3])
    assert "A sign is no proof" in text
    named = "Loses more than elsewhere, as if to help: eel:1 beside bee:1."
    assert named in told("ladder")
    made = told.json("signs")
    assert {sign["bot"] for sign in made["found"]} == {"eel:1"}
    assert all(sign["same_author"] for sign in made["found"])
    on_terminal = written_on_terminal(80, told.home, "signs")
    assert max(map(len, re.sub(r"\x1b\[[\d;]*m", "", on_terminal).splitlines())) <= 80
    assert "beside whom" in on_terminal


def test_an_honest_ladder_shows_nothing(arena: Arena) -> None:
    told = ladder(arena, 30)
    assert "Nothing stands out: 120 games, 30 pairs" in told("signs")
    assert told.json("signs")["found"] == []
    of_classic = told("signs", "--variant", "classic")
    assert "Nothing can be judged of classic yet: no two bots have met in 20 games" in of_classic


def test_a_wall_of_signs_is_cut(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ladder(arena, 2)
    sign = Sign(1, 2, 30, 0.2, 0.6, 0.04, (1, 2))
    monkeypatch.setattr(
        command, "pairs_that_stand_out", lambda *asked: Signs((sign,) * (MOST + 2), 99, 30, {})
    )
    text = told("signs")
    assert text.count("0.600") == MOST
    assert "There are 2 more: arena signs --json" in text
    assert "1 in 25" in text
