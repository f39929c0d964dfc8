"""What `arena compare` tells, and how sure it says it is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.output.tables import show as show_table
from arena.text.comparison import about, by_pool, together
from ladder.database.store import Bot, Store
from ladder.queries.compare import Comparison, Shared
from ladder.queries.pools import PoolInfo
from ladder.ratings.fitting import Duel
from ladder.tournaments.tournaments import Pool
from tests.arena.conftest import Arena
from tests.support.made_up_matches import lost_by, play_matches

ANT = Bot(1, "ant", 2, "", "", "h", {}, "active", "", "t", 0, 0)
BEE = replace(ANT, id=2, name="bee", version=1)
SHARED = Shared(90, 30, 0, 0.125, -0.05, 0.31, 1.25, 0.5, 0.5, 0.1, 240)
POOL = PoolInfo(1, "classic", 3, "standard", "n", "1", 30, 4)
FOUND = Comparison(
    ANT, BEE, SHARED, ((POOL, SHARED),), Duel((1600.0, 1500.0), (40.0, 50.0), (1, 0), 0.9, 60.0)
)


Shown = Callable[[Comparison], str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    def show(found: Comparison) -> str:
        show_table(together(found))
        show_table(by_pool(found))
        return capsys.readouterr().out

    return show


def test_what_is_told(shown: Shown) -> None:
    assert [line.strip() for line in shown(FOUND).splitlines()[:7]] == [
        "Not decided yet. If the difference stays, about 240 more games will tell.",
        "",
        "ant:2 less bee:1, in 90 games on 30 deals",
        "place score  +0.125, from -0.050 to +0.310 at any time",
        "coins        +1.2 ± 0.5",
        "placed       before it in 50%, level in 10%, behind in 40%",
        "official     Elo ≥ 1560 and 1500 ± 50; a chance of 90% to be stronger",
    ]


def test_the_official_difference_has_its_own_interval(shown: Shown) -> None:
    """It is narrower than the two intervals suggest: the same opponents fix both."""
    duel = Duel((1600.0, 1500.0), (40.0, 50.0), (0, 0), 0.9, 45.4)
    line = "Elo 1600 ± 40 and 1500 ± 50: +100 ± 45; a chance of 90% to be stronger"
    assert line in shown(replace(FOUND, official=duel))
    assert ": +100" not in shown(replace(FOUND, official=replace(duel, ahead=None)))


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"low": 0.01, "more": 0}, "ant:2 is better than bee:1."),
        ({"low": -0.3, "high": -0.01, "more": 0}, "bee:1 is better than ant:2."),
        ({"more": 1}, "Not decided yet. If the difference stays, 1 more game will tell."),
        ({"more": None}, "Not decided yet: no difference so far."),
    ],
)
def test_verdicts(changes: dict[str, object], verdict: str, shown: Shown) -> None:
    shared = replace(SHARED, **changes)  # type: ignore[arg-type]
    assert verdict in shown(replace(FOUND, together=shared)).splitlines()


def test_games_that_do_not_count_and_several_pools_are_told(shown: Shown) -> None:
    decided = replace(SHARED, low=0.01)
    pools = ((POOL, SHARED), (replace(POOL, players=4), decided))
    out = shown(replace(FOUND, together=replace(SHARED, left_out=3), pools=pools))
    first, second = (line for line in out.splitlines() if line.startswith("classic"))
    assert first.split()[-1] == "–"
    assert second.split()[-1] == "ant:2"
    assert "3 more games do not count" in out


def test_bots_without_a_shared_game_are_told_how_to_meet(shown: Shown) -> None:
    out = shown(Comparison(ANT, BEE, None, (), None))
    assert "until it is decided: arena sprt ant:2 bee:1" in out


def test_what_is_foretold_is_rounded() -> None:
    assert [about(number) for number in (1, 9, 10, 47, 123, 1_249, 98_765)] == [
        *("1", "9", "about 10", "about 47", "about 120", "about 1,200", "about 99,000"),
    ]


@pytest.fixture
def played(arena: Arena) -> Path:
    """Bots that met in three matches, the ant before the bee each time."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        ant, bee = (store.add_bot(name, hash=name) for name in ("ant", "bee"))
        pool = Pool("anniversary_duel", 2, "standard", "n", "1")
        play_matches(store, pool, [(ant.id, bee.id)] * 3, lost_by(bee.id))
    return arena.home


def test_a_ladder_is_asked(arena: Arena, played: Path) -> None:
    found = arena.json("compare", "ant", "bee")
    together = found["together"]
    assert (together["games"], together["deals"], together["difference"]) == (6, 6, 1.0)
    assert found["pools"][0]["shared"] == together
    assert found["official"]["ahead"] > 0.5
    assert arena.json("compare", "bee", "ant")["together"]["difference"] == -1.0
    assert arena.json("compare", "ant", "bee", "--players", "3,5")["together"] is None
    assert arena.json("compare", "ant", "bee", "--players", "2-4") == found
    assert "Both are ant:1. Name two bots" in arena.refused("compare", "ant", "ant:1")
    assert "no bot called 'bea'" in arena.refused("compare", "ant", "bea")
