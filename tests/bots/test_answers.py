"""The traders answer as they did, and trader2 alike in Python and C++."""

import json
from typing import Any

import pytest

from tests.support.answers import conversations, digest, written

A_FEW = [
    ("trader", "anniversary", 3),
    ("trader", "anniversary_duel", 2),
    ("trader", "plus", 3),
    ("trader2", "anniversary", 3),
]
BOTH = [
    ("anniversary", 3),
    ("anniversary+bean_coin+magpie", 3),
    ("anniversary+field_beans+magpie", 4),
    ("anniversary+new_beans+magpie", 6),
    ("classic", 5),
    ("rio_grande", 7),
    ("plus", 3),
    ("plus+without_orders", 3),
    ("high_bohn", 3),
    ("high_bohn+cognac", 5),
    ("anniversary_duel", 2),
    ("rio_grande_duel+magpie", 2),
]


@pytest.mark.parametrize(("name", "variant", "players"), A_FEW)
def test_the_answers_are_those_written_down(name: str, variant: str, players: int) -> None:
    """Where they are meant to change: `poe answers --write`."""
    assert digest(name, variant, players) == written()[name][f"{variant}-{players}"]


@pytest.mark.parametrize(("variant", "players"), BOTH)
def test_trader2_answers_alike_in_both_languages(prepare: Any, variant: str, players: int) -> None:
    heard = next(iter(conversations("trader2", variant, players)))
    with prepare("cpp/trader2").start() as talk:
        for asked, reply in heard:
            talk.tell(asked)
            answers = asked["type"] in ("hello", "decide")
            assert answers == (reply is not None)
            if asked["type"] == "decide":
                assert plain(talk.hear()) == plain(json.loads(reply or "")), asked
            elif answers:
                talk.hear()


def plain(answer: dict[str, Any]) -> Any:
    """A choice without what is empty, and replies that name no copies by their id alone."""
    choice, wants = answer["choice"], answer.get("wants")
    if type(choice) is dict:
        choice = {key: value for key, value in choice.items() if value}
        for key in ("take", "accept"):
            choice[key] = [
                each.get("id", each.get("offer"))
                if type(each) is dict and not each["give"]
                else each
                for each in choice.get(key, [])
            ]
    return choice, wants
