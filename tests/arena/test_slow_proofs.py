"""Slow proofs and measurements, which are run by hand, still run: each on very little."""

from importlib import import_module
from pathlib import Path

import pytest

from arena.rules import compile_rulebook
from tests.bench.replaying import LEVELS, Games
from tests.proofs import coverage
from tests.support.golden import file_of, replay_of
from tests.support.happened import possible

TESTS = Path(coverage.__file__).parents[1]
MODULES = sorted(
    f"tests.{folder}.{file.stem}"
    for folder in ("proofs", "bench")
    for file in (TESTS / folder).glob("*.py")
)


@pytest.mark.parametrize("module", MODULES)
def test_each_finds_what_it_needs(module: str) -> None:
    import_module(module)


def test_what_comes_up_is_counted() -> None:
    book = compile_rulebook("high_bohn+cognac", 3)
    known = {*possible(book), *coverage.effects(book)}
    counted = coverage.happened(book.variant, book.players, 1)
    assert {name for name in counted if name.startswith("rule ")} <= known
    assert counted["rule buildings: changes score"]
    assert any(name.startswith("building ") for name in known & counted.keys())


def test_records_are_played_again() -> None:
    replay = replay_of(file_of("plus", 4).read_bytes())
    games = Games([replay.data])
    assert games.decisions == len(replay.data["decisions"])
    assert all(games.cost(level) > 0 for level in range(len(LEVELS)))
