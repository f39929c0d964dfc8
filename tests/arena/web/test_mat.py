"""What a person decides about is in sight in games of bots; `poe prove mat` has all tables."""

from itertools import islice
from typing import Any
from urllib.parse import quote

import orjson
import pytest

from arena.web.replay.replay_data import difference
from tests.proofs.mat import SIZES, Seen, questions, seated
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


def test_a_touch_harvests_nothing_for_no_coins(chromium: Any) -> None:
    """A player who has just planted by a touch may touch the field again, to plant there."""
    moments = questions("anniversary", 3)
    while True:
        once, seat = next(moments)
        fields = seat["frame"]["position"]["fields"][seat["me"]]
        lost = [
            about["field"]
            for _, about in seat["options"]
            if about.get("do") == "harvest" and not fields[about["field"]]["coins"]
        ]
        only = all(about.get("do") == "harvest" for _, about in seat["options"])
        if only and 0 < len(lost) < len(seat["options"]):
            break
    with seated(chromium, SIZES[-1]) as page:
        page.evaluate("line.said = []; line.send = (text) => line.said.push(text)")
        told = "([game, seat]) => { tell({ game }); tell({ seat }); line.said = []; }"
        page.evaluate(told, [once, difference(None, seat)])
        page.locator(f"#near [data-field='{lost[0]}']").click()
        assert page.evaluate("line.said") == []
        page.locator("#picked [data-option]").click()
        assert len(page.evaluate("line.said")) == 1


def test_a_dare_is_opened_where_a_game_has_just_ended(chromium: Any) -> None:
    once, seat = next(questions("anniversary", 3))
    dare = {"variant": "anniversary", "players": 3, "seat": 0, "seed": 1, "name": "Ada", "coins": 9}
    linked = "http://mat.test/play.html?dared#deal=" + quote(orjson.dumps(dare | {"bots": []}))
    with seated(chromium, SIZES[0]) as page:
        for address, said in (("http://mat.test/play.html?", 0), (linked, 1)):
            page.goto(address)
            page.wait_for_selector("html[data-ready]")
            page.evaluate("line.said = []; line.send = (text) => line.said.push(text)")
            over = difference(None, seat | {"over": True})
            page.evaluate(
                "([game, seat]) => { tell({ game }); line.said = []; tell({ seat }); }",
                [once, over],
            )
            assert sum("leave" in each for each in page.evaluate("line.said")) == said
