"""Swiss: equals meet, nobody twice if it can be helped, and sitting out is shared."""

from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats.apart import Apart, Pairing, groups
from arena.tournament.formats.format import Field, PlayedMatch, SoFar
from arena.tournament.formats.swiss import Swiss, swiss_table


def swiss(entrants: int, players: int, apart: Apart | None = None) -> Swiss:
    return Swiss(Field(entrants, players, apart or Apart()), Draws(new_secret(1), "test"))


def played(format: Swiss, rounds: int) -> tuple[list[list[Pairing]], list[PlayedMatch]]:
    """Rounds in which the lower number always wins, and their results."""
    drawn: list[list[Pairing]] = []
    matches: list[PlayedMatch] = []
    for number in range(1, rounds + 1):
        drawn.append(format.round(number, SoFar(matches)))
        for pairing in drawn[-1]:
            last = len(pairing) - 1
            ranks = {bot: 1 - at / last for at, bot in enumerate(sorted(pairing))}
            matches.append(PlayedMatch(number, 0, ranks))
    return drawn, matches


@pytest.mark.parametrize("entrants", [8, 15, 31, 64])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_meets_twice_nor_sits_out_more_than_once_more(entrants: int, players: int) -> None:
    format = swiss(entrants, players)
    rounds = 5 if entrants > 4 * players else 2
    drawn, matches = played(format, rounds)
    met = Counter(
        pair for each in drawn for pairing in each for pair in combinations(sorted(pairing), 2)
    )
    if players == 2 or entrants >= 10 * players:  # else there may be no other opponents left
        assert max(met.values()) == 1
    games = Counter(bot for each in drawn for pairing in each for bot in pairing)
    assert max(games.values()) - min(games[bot] for bot in range(entrants)) <= 1
    for each in drawn:
        assert len(each) == entrants // players
        assert len({bot for pairing in each for bot in pairing}) == players * len(each)
    best = [row.entrant for row in swiss_table(range(entrants), SoFar(matches))]
    if rounds == 5:
        assert best[0] == 0
        assert best.index(entrants - 1) >= entrants // 2


def test_equals_meet() -> None:
    _, matches = played(swiss(16, 4), 1)
    second = swiss(16, 4).round(2, SoFar(matches))
    score = {bot: round(value, 3) for met in matches for bot, value in met.scores.items()}
    scores = [{score[bot] for bot in pairing} for pairing in second]
    assert scores == [{1.0}, {0.667}, {0.333}, {0.0}]


def test_opponents_decide_between_equals() -> None:
    matches = [
        *(PlayedMatch(1, 0, {0: 1.0, 1: 0.0}), PlayedMatch(1, 0, {2: 1.0, 3: 0.0})),
        *(PlayedMatch(2, 0, {2: 1.0, 1: 0.0}), PlayedMatch(2, 1, {0: 1.0, 3: 0.0})),
        PlayedMatch(3, 0, {1: 1.0, 3: 0.0}),
    ]
    rows = swiss_table([0, 1, 2, 3, 4], SoFar(matches[:3]))
    assert [row.entrant for row in rows] == [0, 2, 4, 1, 3]
    assert [(row.score, row.matches) for row in rows] == [
        *((1.0, 1), (1.0, 2), (0.5, 0), (0.0, 2), (0.0, 1))
    ]
    assert [row.opponents for row in rows[:2]] == [0.0, 0.0]
    assert [row.entrant for row in swiss_table([0, 1, 2, 3], SoFar(matches))][:3] == [0, 2, 1]


@pytest.mark.parametrize("players", range(2, 8))
def test_the_usual_rounds_join_all_of_a_field(players: int) -> None:
    """A round of tables cannot; together they do."""
    for entrants in range(players, 101, 9):
        format = swiss(entrants, players)
        drawn, _ = played(format, len(format.sizes))
        pairings = [pairing for each in drawn for pairing in each]
        assert len(groups(pairings)) == 1, entrants
        assert {bot for pairing in pairings for bot in pairing} == set(range(entrants))


def test_the_suspended_are_left_out() -> None:
    _, matches = played(swiss(9, 3), 2)
    drawn = swiss(9, 3).round(3, SoFar(matches, {4: 2, 7: 1}))
    assert len(drawn) == 2
    assert not {4, 7} & {bot for pairing in drawn for bot in pairing}
    assert swiss(3, 3).round(2, SoFar((), {0: 1, 1: 1})) == []
    assert [len(pairing) for pairing in swiss(3, 3).round(2, SoFar((), {0: 1}))] == [2]


def test_too_many_of_one_author_sit_out() -> None:
    """Of eight bots five are by one author: at tables of two, three of them play."""
    drawn, _ = played(swiss(8, 2, Apart([range(5)])), 4)
    games = Counter(bot for each in drawn for pairing in each for bot in pairing)
    for each in drawn:
        assert len(each) == 3
        assert all(sum(bot < 5 for bot in pairing) == 1 for pairing in each)
    assert max(games[bot] for bot in range(5)) - min(games[bot] for bot in range(5)) <= 1
