"""What a person decides about is in sight in games of bots; `poe prove mat` has all tables."""

from itertools import islice
from typing import Any

import pytest

from tests.proofs.mat import SIZES, Seen, questions
from tests.support.browser import missing

WHY = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]
GAMES = (("anniversary", 3), ("anniversary+bean_coin", 4), ("high_bohn+cognac", 4), ("plus", 5))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_offers_cards_and_coin_steps_are_in_sight(chromium: Any, size: tuple[int, int]) -> None:
    seen = Seen()
    for game in GAMES:
        seen.look(chromium, size, list(islice(questions(*game), 40, 120)), game)
    assert seen.failed() == [], f"{seen}: {seen.out[:5]}"
    assert seen.decisions > 200
