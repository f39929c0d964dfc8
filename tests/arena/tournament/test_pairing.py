"""Whom a league pairs next."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arena.tournament.deals import Draws
from arena.tournament.league import (
    MOST_NEWCOMER_GAMES,
    MOST_WAITING,
    PLACED,
    Candidate,
    draw_meeting,
)

SECRET = bytes(32)


def field(size: int = 12) -> list[Candidate]:
    """Placed bots, 20 Elo points apart, that have all played as often."""
    return [Candidate(bot, "", 400, 400, 0, 1400.0 + 20 * bot, 10.0) for bot in range(size)]


def met(bots: list[Candidate], times: int = 300, players: int = 4) -> list[list[int]]:
    return [draw_meeting(bots, players, Draws(SECRET, "league", number)) for number in range(times)]


def test_the_bot_that_has_played_least_comes_first() -> None:
    bots = field()
    bots[5] = replace(bots[5], games=396)
    assert {table[0] for table in met(bots)} == {5}
    assert all(len(set(table)) == 4 for table in met(bots))
    first = Counter(table[0] for table in met(field()))
    assert len(first) == 12, "of several, any"


def test_a_newcomer_meets_its_equals() -> None:
    bots = field()
    bots[3] = replace(bots[3], games=8, in_all=8, elo=1600.0, deviation=PLACED + 1)
    others = Counter(bot for table in met(bots) for bot in table[1:])
    assert set(dict(others.most_common(3))) <= {9, 10, 11}
    assert others[0] == 0
    bots[3] = replace(bots[3], deviation=347.0)
    unsure = Counter(bot for table in met(bots) for bot in table[1:])
    assert unsure == others, "strengths are drawn no wider, however unsure they are"


def test_half_of_the_tables_are_mixed_from_those_that_have_played_little() -> None:
    bots = field()
    bots[0] = replace(bots[0], games=300)
    bots[11] = replace(bots[11], games=350)
    tables = met(bots)
    assert 0.4 < sum(11 in table for table in tables) / len(tables) < 0.6, "though far apart"
    near = [table for table in tables if 11 not in table]
    assert max(bot for table in near for bot in table) < 6, "and the others are near"


def test_nobody_is_near_to_a_newcomer_among_newcomers() -> None:
    """On the first day all ratings are guesses, and nearest by guesses stretches the scale."""
    bots = [replace(bot, games=8, in_all=8, deviation=120.0) for bot in field()]
    others = Counter(bot for table in met(bots, 2000) for bot in table)
    assert max(others.values()) < 1.2 * min(others.values())
    with_placed = [*bots[:2], *field()[2:]]
    tables = met(with_placed)
    assert {table[0] for table in tables} == {0, 1}
    assert max(bot for table in tables for bot in table[1:]) < 8, "most of the table is placed"


def test_a_table_of_mostly_newcomers_is_mixed() -> None:
    bots = field()
    for at in (3, 4, 5):
        bots[at] = replace(bots[at], games=8, in_all=8, deviation=PLACED + 1)
    assert {bot for table in met(bots) for bot in table} == {*range(12)}, "the far ones, too"


def test_a_newcomer_waits_for_results() -> None:
    bots = field()
    bots[2] = replace(bots[2], games=0, in_all=0, deviation=347.0, waiting=MOST_WAITING)
    assert not any(table[0] == 2 for table in met(bots))
    everybody = [replace(bot, in_all=0, deviation=347.0, waiting=MOST_WAITING) for bot in bots]
    assert len(met(everybody)[0]) == 4, "unless all do"


def test_who_is_a_newcomer() -> None:
    bot = Candidate(1, "", 0, 40, 0, 1500, PLACED)
    assert not bot.newcomer
    assert replace(bot, deviation=PLACED + 1).newcomer
    assert not replace(bot, deviation=PLACED + 1, in_all=MOST_NEWCOMER_GAMES).newcomer


def test_bots_of_one_author_do_not_meet() -> None:
    bots = [replace(bot, author=f"author {bot.bot // 4}") for bot in field()]
    assert all(len({bot // 4 for bot in table}) == len(table) == 3 for table in met(bots))


def test_the_last_bits_of_a_fit_change_nothing() -> None:
    random = np.random.default_rng(1)
    bots = [
        replace(bot, elo=float(elo), deviation=float(deviation))
        for bot, elo, deviation in zip(
            field(), random.normal(1500, 100, 12), random.uniform(5, 90, 12), strict=True
        )
    ]
    nearly = [
        replace(bot, elo=bot.elo * (1 + 1e-14), deviation=bot.deviation * (1 - 1e-14))
        for bot in bots
    ]
    assert met(bots, 1000) == met(nearly, 1000)


@pytest.mark.parametrize("drawn", [0, -1], ids=["least", "most"])
def test_the_least_and_the_greatest_chance_have_a_strength(
    drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Draws, "below", lambda self, limit: drawn % limit)
    assert len(met(field(), 1)[0]) == 4
