"""Bots of one author: what is refused, and with which way out."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.tournament.authors import (
    FieldError,
    author_groups,
    require_meetings,
    same_author_groups,
)
from arena.tournament.lifecycle import create
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import BUNDLED, Bot, Store

STANDARD = TimeControl.parse("standard")


def plan(format: str, players: int) -> Plan:
    size = Size(decided=True) if format == "knockout" else Size(rounds=2)
    return Plan((("rio_grande", players),), size, STANDARD, format, seed=7)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "ladder.sqlite")


@pytest.fixture
def bots(store: Store) -> list[Bot]:
    """ant and bee are Ann's, cat is Bob's; dog and eel are nobody's."""
    authors = {"ant": "Ann", "bee": " A\u200bN\ufe0f\uff2e", "cat": "Bob", "dog": "", "eel": ""}
    return [store.add_bot(name, hash=name, author=who) for name, who in authors.items()]


def test_who_is_by_one_author(store: Store, bots: list[Bot]) -> None:
    house = [
        store.add_bot(name, hash=name, author="Bob", manifest={BUNDLED: True}) for name in "xy"
    ]
    assert same_author_groups([*bots, *house]) == [bots[:2]]
    assert same_author_groups([*bots[1:], *house]) == []
    keyed = [store.add_bot(name, hash=name, owner="k") for name in "fg"]
    assert same_author_groups([*bots[2:], *keyed, *house]) == [keyed]
    bob = store.add_bot("bob", hash="bob", author="Bob", owner="k")
    assert same_author_groups([*bots[2:], *keyed, bob]) == [[bots[2], *keyed, bob]]
    by_ann = store.add_bot("ann", hash="ann", author="Ann", owner="k")
    assert same_author_groups([bob, by_ann, *keyed]) == [], "a key that all came with tells nothing"
    newer = store.add_bot("dog", hash="newer")
    whose = author_groups([*bots, newer, *house])
    assert whose[bots[3].id] == whose[newer.id] != whose[bots[4].id], "versions belong together"
    assert {whose[bot.id] for bot in house} == {""}
    assert len(set(whose.values())) == 5


@pytest.mark.parametrize(
    ("format", "players", "who", "why"),
    [
        ("roundrobin", 3, [0, 1, 2], r"At most 2 .* too few .* with 3 .* one author.* Let them"),
        ("swiss", 5, [0, 1, 2, 3, 4], r"At most 4 of these 5 bots .* with --players 3,4, or let"),
        ("gauntlet", 3, [1, 0, 2, 3, 4], r"bee:1 plays in every game .* ant:1 would never play"),
        ("knockout", 3, [0, 1, 2, 3, 4], "ant:1 and bee:1 are by one author, .* Enter one"),
    ],
)
def test_what_cannot_be_played_names_the_way_out(
    store: Store, bots: list[Bot], format: str, players: int, who: list[int], why: str
) -> None:
    some = [bots[each] for each in who]
    with pytest.raises(FieldError, match=why) as error:
        create(store, plan(format, players), some, apart=same_author_groups(some))
    assert "--same-author" in str(error.value)
    assert create(store, plan(format, players), some, bots[3:]) == 1


@pytest.mark.parametrize("format", ["roundrobin", "swiss", "gauntlet"])
def test_where_there_are_too_few_authors_fillers_take_the_seats(
    store: Store, bots: list[Bot], format: str
) -> None:
    ant, bee, cat, *_ = bots
    house = [store.add_bot(name, hash=name, manifest={BUNDLED: True}) for name in "xyz"]
    for players, field in ((3, [cat, ant, bee]), (5, [cat, ant, bee, *house[:2]])):
        apart = same_author_groups(field)
        chosen = replace(plan(format, players), seed=None)
        number = create(store, chosen, field, house, apart=apart)
        matches = store.column(
            "SELECT group_concat(bot_id) FROM pairings JOIN matches ON id = match_id "
            "WHERE tournament_id = ? GROUP BY match_id",
            [number],
        )
        tables = [{int(bot) for bot in match.split(",")} for match in matches]
        assert tables
        for table in tables:
            assert len(table) == players
            assert len(table & {ant.id, bee.id}) == 1, "as many entrants as may meet, no more"
            assert table >= {each.id for each in [cat, *field[3:]]}


@pytest.mark.parametrize("format", ["roundrobin", "swiss", "gauntlet", "knockout"])
def test_who_enters_only_their_own_bots_sees_them_play(
    store: Store, bots: list[Bot], format: str
) -> None:
    """Bundled bots beside them are nobody's, whether they are entered or fill seats."""
    house = [store.add_bot(name, hash=name, manifest={BUNDLED: True}) for name in "xy"]
    keyed = [store.add_bot(name, hash=name, owner="k") for name in "fg"]
    for own in (bots[:2], keyed):
        for field in (own, [*own, *house]):
            apart = same_author_groups(field)
            chosen = replace(plan(format, 4), seed=None)
            number = create(store, chosen, field, house, apart=apart)
            meetings = store.column(
                "SELECT group_concat(bot_id) FROM pairings JOIN matches ON id = match_id "
                "WHERE tournament_id = ? GROUP BY match_id",
                [number],
            )
            both = {str(bot.id) for bot in own}
            assert any(both <= set(bots.split(",")) for bots in meetings)


def test_bots_of_one_person_never_meet_in_the_ledger(store: Store, bots: list[Bot]) -> None:
    four = plan("roundrobin", 4)
    require_meetings(four, bots, same_author_groups(bots))
    create(store, four, bots, apart=same_author_groups(bots))
    rows = store.rows("SELECT match_id, group_concat(bot_id) AS bots FROM pairings GROUP BY 1")
    both = {str(bot.id) for bot in bots[:2]}
    assert rows
    assert not any(both <= set(row["bots"].split(",")) for row in rows)
