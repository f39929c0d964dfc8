"""The reference bots: beside the others in a tournament, and what the others are measured by."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.cli.tournaments.ready import with_reference
from arena.home import open_home
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.referee.seating import Seating
from arena.registry.bundled import prepare
from arena.registry.resolver import Resolver
from arena.rules import RULES_VERSION
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from ladder.database.store import Store
from ladder.ratings.calibration import FIELD, calibration
from tests.support.calibrate import game, hashes, match_of, pools, table


def test_the_field_plays_beside_the_others_once(tmp_path: Path) -> None:
    home = open_home(tmp_path / "home")
    with Store(home.database) as store, closing(Resolver(home, store, print)) as resolver:
        mine = store.add_bot("mine", hash="m")
        named = [mine, resolver.find("trader")]
        field = with_reference(resolver, named)
        assert [bot.name for bot in field] == ["mine", "trader", "random", "greedy"]
        assert sorted(FIELD) == sorted(bot.name for bot in field if bot != mine)


def test_the_reference_bots_are_those_that_were_calibrated() -> None:
    assert hashes() == calibration().bots, "one has changed: run poe calibrate, see CONTRIBUTING.md"
    assert calibration().rules_version == RULES_VERSION, "run poe calibrate, see CONTRIBUTING.md"


@pytest.mark.slow
@pytest.mark.parametrize("pool", [("anniversary", 3), ("high_bohn", 4)])
def test_a_game_of_the_calibration_is_the_game_that_the_referee_plays(
    pool: tuple[str, int], tmp_path: Path
) -> None:
    secret, number = new_secret(1), 3
    seats, result = game(pool, number, secret)
    home = open_home(tmp_path)
    bots = {name: prepare(home, name).spec for name in FIELD}
    match = match_of(pool, number)
    assert seats == table(pool[1], Draws(secret, "table", match))
    spec = GameSpec(
        id="",
        variant=pool[0],
        players=pool[1],
        seed=deal_seed(secret, match),
        bots=tuple(bots[FIELD[seat]] for seat in seats),
        bot_seeds=bot_seeds(secret, match, [FIELD[seat] for seat in seats]),
        time=TimeControl.parse("slow"),
    )
    seating = Seating()
    try:
        played = seating.play(spec)
    finally:
        seating.close()
    assert played.void is None
    assert (played.scores, played.places) == (tuple(result.scores), tuple(result.places))
    assert not any(seat.faults for seat in played.seats)


def test_every_lawful_pool_is_played() -> None:
    assert len(pools()) > 100
    gone = set(calibration().pools) - set(pools())
    assert not gone, "ladder/ratings/calibrations has pools that are none: run poe calibrate"
