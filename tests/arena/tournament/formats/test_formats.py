"""What every format must keep to."""

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament import formats
from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats import FORMATS, FormatError, format_named
from arena.tournament.formats.apart import Apart, Pairing, groups
from arena.tournament.formats.format import Field, Format, PlayedMatch, SoFar
from arena.tournament.schedule import Schedule
from ladder.tournaments.tournaments import Pool, Rated

EACH = pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)


def made(format: type[Format], field: Field, seed: int = 3) -> Format:
    return format(field, Draws(new_secret(seed), "test"))


def rounds(format: Format, most: int, seed: int = 0, pool: int = 0) -> Iterator[list[Pairing]]:
    """The rounds of a format, each with results that were rolled for those before."""
    dice = random.Random(seed)
    matches: list[PlayedMatch] = []
    for number in range(1, most + 1):
        drawn = list(format.round(number, SoFar(matches)))
        if not drawn:
            return
        yield drawn
        matches += [
            PlayedMatch(number, pool, {entrant: dice.random() for entrant in pairing})
            for pairing in drawn
        ]


@EACH
@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (7, 3), (30, 4), (33, 5)])
def test_the_usual_rounds_are_as_it_says(format: type[Format], entrants: int, players: int) -> None:
    one = made(format, Field(entrants, players))
    drawn = [len(each) for each in rounds(one, 2 * len(one.sizes) or 3)]
    assert drawn[: len(one.sizes)] == list(one.sizes)
    assert format.ends == (len(drawn) == len(one.sizes))


def test_every_format_is_listed() -> None:
    here = [import_module(f"{formats.__name__}.{found.name}")
            for found in iter_modules(formats.__path__)]  # fmt: skip
    found = {each for module in here for each in vars(module).values()
             if isinstance(each, type) and issubclass(each, Format)}  # fmt: skip
    assert found - {Format} == set(FORMATS.values()), "a line for each in formats/__init__.py"


@EACH
def test_a_format_says_what_it_is_and_has_tests_of_its_own(format: type[Format]) -> None:
    file = f"test_{format.__module__.rpartition('.')[2]}.py"
    assert Path(__file__).with_name(file).exists(), f"write {file} beside this file"
    assert format.name.isalpha()
    assert format.summary


def test_an_unknown_format_is_told_the_nearest() -> None:
    with pytest.raises(FormatError, match=r"no format called 'gauntlett'\. Did you mean gauntlet"):
        format_named("gauntlett")


FIELDS = st.tuples(st.integers(2, 40), st.integers(2, 7), st.integers(0, 2**32))


@EACH
@given(FIELDS)
@settings(max_examples=50)
def test_bots_of_one_author_do_not_meet(
    format: type[Format], given_field: tuple[int, int, int]
) -> None:
    if not format.keeps_apart:
        return
    entrants, players, seed = given_field
    dice = random.Random(seed)
    authors = dice.randint(min(players, entrants), entrants)
    author = [*range(authors), *(dice.randrange(authors) for _ in range(entrants - authors))]
    if format.leads:
        author = [each or 1 for each in author]
        author[0] = 0
        if len(set(author)) < min(players, entrants):
            return
    kin = [[e for e in range(entrants) if author[e] == each] for each in range(authors)]
    field = Field(entrants, players, Apart(group for group in kin if len(group) > 1))
    played: Counter[int] = Counter()
    for drawn in rounds(made(format, field, seed), 3, seed):
        for pairing in drawn:
            assert len({author[entrant] for entrant in pairing}) == len(pairing)
            assert len(set(pairing)) == len(pairing)
            played.update(pairing)
        if not format.sees_results:
            assert len(groups(drawn)) == 1, "every round, even so"
    assert len(played) == entrants or format.sees_results, "and everybody plays"


def test_a_format_sees_the_results_of_all_pools() -> None:
    one, other = (Pool(name, 2, "standard", "n", "1") for name in ("classic", "plus"))
    schedule = Schedule("knockout", [10, 20, 30, 40], [one, other], new_secret(1))
    first = list(schedule.round(1, 0))
    assert {frozenset(draft.bots) for draft in first} == {
        frozenset((10, 40)),
        frozenset((20, 30)),
    }
    # 40 wins more in one pool than 10 in the other.
    scores = {one: {10: 0.25, 40: 0.75, 20: 1.0, 30: 0.0}, other: {10: 0.6, 40: 0.4, 20: 0.5}}
    rated = [
        Rated(
            1, draft.pool.variant, 2, {bot: scores[draft.pool].get(bot, 0.5) for bot in draft.bots}
        )
        for draft in first
    ]
    second = list(schedule.round(2, 4, so_far=schedule.seen(rated, {})))
    assert [({*draft.bots}, draft.pool) for draft in second] == [({20, 40}, one), ({20, 40}, other)]
    assert not list(schedule.round(2, 4, so_far=schedule.seen(rated, {20: 1, 40: 1, 30: 1})))
