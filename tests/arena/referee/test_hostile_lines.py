"""Whatever bytes a bot writes: a legal choice or a refusal, at once.

ARENA_EXAMPLES sets how many are tried: `ARENA_EXAMPLES=20000 pytest --everything` tries many.
"""

import os

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.cards import NAMES
from tests.support.hostile_lines import (
    MOST_MS,
    Position,
    cost_ms,
    judge,
    judge_ready,
    lines_to,
    positions,
)

EXAMPLES = int(os.environ.get("ARENA_EXAMPLES", "150"))
BUSY = 1 if "ARENA_EXAMPLES" in os.environ else 3  # so many times longer on a machine that is


@pytest.mark.slow
@settings(max_examples=2 * EXAMPLES)
@given(st.data())
def test_any_lines_to_any_question(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions()))
    lines = data.draw(st.lists(lines_to(data.draw(st.sampled_from(position.said))), max_size=2))
    assert cost_ms(lambda: judge(position, lines)) < BUSY * MOST_MS


@settings(max_examples=EXAMPLES)
@given(lines_to(b'{"type":"ready","name":"x","wants":["bids"],"protocol":1}'))
def test_any_line_for_ready(line: bytes) -> None:
    assert cost_ms(lambda: judge_ready(line)) < BUSY * MOST_MS


@pytest.fixture(scope="module")
def busy() -> Position:
    """A trade question with an accept on the table that promises cards, and cards in the hand."""
    for position in positions():
        game, (seat, ask, _), _ = position
        if ask == "trade" and game.accepts and game.hands[seat]:
            return position
    raise AssertionError("no such position")


@pytest.mark.parametrize("takes", ["of one accept", "paid with one card"])
def test_cards_named_a_thousand_times_cost_no_more(busy: Position, takes: str) -> None:
    """Each offer is read with the cards of all takes: a thousand times a thousand were slow."""
    game, (seat, _, _), _ = busy
    accept, kind = game.accepts[0].id, NAMES[game.hands[seat][-1]]
    many: list[object] = [accept] * 15_000
    if takes == "paid with one card":
        many = [{"id": accept, "give": [{"hand": 0}] * 2_000}]
    offers = [{"give": [kind], "want": []}] * 900
    line = orjson.dumps({"choice": {"do": "trade", "take": many, "offers": offers}})
    assert len(line) < 64 * 1024
    assert cost_ms(lambda: judge(busy, [line])) < BUSY * MOST_MS
