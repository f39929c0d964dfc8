"""Knockout: seeds, byes, ties, suspensions, and always one winner."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats.format import Field, PlayedMatch, SoFar
from arena.tournament.formats.knockout import EXTRA_LEGS, Knockout, Stage, knockout_stages


def knockout(entrants: int, players: int, legs: int = 1) -> Knockout:
    return Knockout(Field(entrants, players, legs=legs), Draws(new_secret(1), "test"))


def won(*orders: tuple[int, ...], round: int = 1) -> list[PlayedMatch]:
    """Matches of a round: each the order at a table."""
    return [
        PlayedMatch(round, 0, {bot: 1 - at / (len(order) - 1) for at, bot in enumerate(order)})
        for order in orders
    ]


def as_seeded(entrants: int, players: int) -> list[Stage]:
    """A cup in which the better seed always wins."""
    matches: list[PlayedMatch] = []
    number = 0
    while drawn := knockout(entrants, players).round(number + 1, SoFar(matches)):
        number += 1
        matches += won(*(tuple(sorted(pairing)) for pairing in drawn), round=number)
    return knockout_stages(entrants, players, SoFar(matches), number)


def test_seeds_meet_as_late_as_can_be() -> None:
    assert knockout(8, 2).round(1) == [(0, 7), (1, 6), (2, 5), (3, 4)]
    second = knockout(8, 2).round(2, SoFar(won((0, 7), (6, 1), (2, 5), (4, 3))))
    assert second == [(0, 6), (2, 4)]
    assert knockout(8, 4).round(1) == [(0, 3, 4, 7), (1, 2, 5, 6)]
    assert len(as_seeded(8, 2)) == 3


@pytest.mark.parametrize(
    ("entrants", "players", "tables", "byes"),
    [
        (5, 2, [1, 2, 1], [3, 0, 0]),  # as everywhere: the best seeds skip the first round
        (6, 2, [2, 2, 1], [2, 0, 0]),
        (8, 2, [4, 2, 1], [0, 0, 0]),
        (16, 4, [4, 2, 1], [0, 0, 0]),
        (18, 4, [1, 4, 2, 1], [14, 0, 0, 0]),
        (9, 3, [3, 1], [0, 0]),
        (10, 5, [2, 1], [0, 0]),  # two of each table, and the best of the others
        (3, 4, [1], [0]),
        (30, 4, [7, 4, 2, 1], [2, 0, 0, 0]),
    ],
)
def test_byes_come_first_and_the_final_is_full(
    entrants: int, players: int, tables: list[int], byes: list[int]
) -> None:
    stages = as_seeded(entrants, players)
    assert [len(stage.tables) for stage in stages] == tables
    assert [len(stage.byes) for stage in stages] == byes
    assert stages[0].byes == list(range(byes[0])), "the best seeds"
    assert len(stages[-1].tables[0].entrants) == min(entrants, players)
    assert stages[-1].on == [0]


@settings(max_examples=60)
@given(st.integers(1, 60), st.integers(2, 7), st.integers(0, 2**32))
def test_it_always_ends_with_one_winner(entrants: int, players: int, seed: int) -> None:
    """Whatever the results, and whoever is suspended on the way."""
    dice = random.Random(seed)
    matches: list[PlayedMatch] = []
    out: dict[int, int] = {}
    number, before = 0, entrants + 1
    while drawn := knockout(entrants, players).round(number + 1, SoFar(matches, out)):
        number += 1
        assert number < 60
        for pairing in drawn:
            assert out.keys().isdisjoint(pairing)
            assert len(pairing) <= players
            if dice.random() < 0.9:  # else given up
                scores = {bot: dice.choice((0.0, 0.5, 1.0)) for bot in pairing}
                matches.append(PlayedMatch(number, 0, scores))
        if dice.random() < 0.3:
            out.setdefault(dice.randrange(entrants), number)
    stages = knockout_stages(entrants, players, SoFar(matches, out), number)
    for stage in stages:
        left = sum(len(table.entrants) for table in stage.tables) + len(stage.byes)
        assert left < before
        before = left
        assert all(len(table.entrants) == players for table in stage.tables) or stage.final
    able = [bot for bot in range(entrants) if bot not in out]
    winner = stages[-1].on
    assert stages[-1].final
    assert len(winner) == 1 or not able
    assert not out.keys() & set(winner)


def test_a_tie_is_played_again_and_all_legs_count() -> None:
    tied = [PlayedMatch(1, 0, {0: 0.5, 3: 0.5}), PlayedMatch(1, 0, {1: 1.0, 2: 0.0})]
    assert knockout(4, 2).round(2, SoFar(tied)) == [(0, 3)], "the other table is decided"
    again = [*tied, PlayedMatch(2, 0, {0: 0.25, 3: 0.75})]
    assert knockout(4, 2).round(3, SoFar(again)) == [(1, 3)]
    stages = knockout_stages(4, 2, SoFar(again), 2)
    assert stages[0].tables[0].entrants == [3, 0]
    assert stages[0].tables[0].score(3) == 0.625
    assert stages[0].tables[0].legs == 2


def test_a_tie_that_does_not_end_goes_by_the_seeds() -> None:
    matches: list[PlayedMatch] = []
    for number in range(1, EXTRA_LEGS + 2):
        assert knockout(2, 2).round(number, SoFar(matches)) == [(0, 1)]
        matches.append(PlayedMatch(number, 0, {0: 0.5, 1: 0.5}))
    assert knockout(2, 2).round(EXTRA_LEGS + 2, SoFar(matches)) == []
    assert knockout_stages(2, 2, SoFar(matches), EXTRA_LEGS + 1)[-1].on == [0]


def test_only_a_tie_at_the_line_matters() -> None:
    """Of four, two go on; whether the first two were level is all the same."""
    level = {0: 1.0, 3: 1.0, 4: 0.25, 7: 0.0}
    first = [PlayedMatch(1, 0, level), *won((1, 2, 5, 6))]
    assert knockout(8, 4).round(2, SoFar(first)) == [(0, 1, 2, 3)]
    at_line = [PlayedMatch(1, 0, {0: 1.0, 3: 0.5, 4: 0.5, 7: 0.0}), *won((1, 2, 5, 6))]
    assert knockout(8, 4).round(2, SoFar(at_line)) == [(0, 3, 4, 7)]


def test_pools_count_alike() -> None:
    both = [PlayedMatch(1, 0, {0: 1.0, 1: 0.0}), PlayedMatch(1, 1, {0: 0.1, 1: 0.9})]
    assert knockout_stages(2, 2, SoFar(both), 1)[-1].on == [0]


def test_against_a_suspended_bot_the_others_go_on() -> None:
    assert knockout(4, 2).round(2, SoFar(won((1, 2)), {0: 1})) == [(1, 3)]
    assert knockout(4, 2).round(2, SoFar(won((0, 3), (1, 2)), {0: 1})) == [(1, 3)], "after it won"
    # Of a table of three the other two play on, with a filler in the seat that is left.
    stages = knockout_stages(9, 3, SoFar(won((1, 4, 7), (2, 3, 8)), {0: 1}), 1)
    assert [table.decided for table in stages[0].tables] == [False, True, True]
    assert knockout(9, 3).round(2, SoFar(won((1, 4, 7), (2, 3, 8)), {0: 1})) == [(5, 6)]


def test_who_is_suspended_later_was_in_the_stages_before() -> None:
    first, final = won((0, 3), (1, 2)), won((1, 0), round=2)
    stages = knockout_stages(4, 2, SoFar([*first, *final], {1: 2}), 2)
    assert stages[0].on == [0, 1]
    assert stages[1].on == [0], "in the final"


def test_a_table_is_not_decided_before_its_legs_are_played() -> None:
    cup_of_three_legs = knockout(2, 2, legs=3)
    assert cup_of_three_legs.sizes == [1, 1, 1]
    matches: list[PlayedMatch] = []
    for number in (1, 2):
        matches += won((0, 1), round=number)
        assert cup_of_three_legs.round(number + 1, SoFar(matches)) == [(0, 1)]
    matches += won((1, 0), round=3)
    assert cup_of_three_legs.round(4, SoFar(matches)) == []
    (final,) = knockout_stages(2, 2, SoFar(matches), 3, legs=3)
    assert (final.tables[0].legs, final.on) == (3, [0])
