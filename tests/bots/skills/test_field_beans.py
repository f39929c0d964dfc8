"""The trader with field beans: two of them open the third field."""

import pytest

from arena.rules import compile_rulebook
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from trader import TraderBot  # isort: skip  (found by in_process)


def test_it_opens_the_third_field_at_once_unless_it_has_one_or_the_game_ends() -> None:
    asked = Asked(TraderBot(), "anniversary+field_beans", 4)
    asked.fields(("field", 2), ("blue", 3))
    asked.view["hand"] = ["blue", "green", "chili"]
    choices = [{"do": "plant", "card": "blue", "field": 1}, {"do": "harvest", "field": 0}]
    assert asked.choose("plant", choices, card="blue") == choices[1]
    asked.view["third_field"][0] = True
    assert asked.choose("plant", choices, card="blue") == choices[0]
    asked.view["third_field"][0] = False
    asked.view.update(run_outs=2, draw_pile=8)
    assert asked.choose("plant", choices, card="blue") == choices[0]


@pytest.mark.slow
def test_traders_open_third_fields() -> None:
    book = compile_rulebook("anniversary+field_beans", 4)
    opened = 0
    for number in range(6):
        bots = [TraderBot() for _ in range(4)]
        opened += play(book, bots, b"%d" % number, [1, 2, 3, 4]).happened["event opened_field"]
    assert opened > 2
