"""What a person decides about is in sight in games of bots; `poe prove mat` has all tables."""

from itertools import islice, pairwise
from typing import Any

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
    linked = "http://mat.test/play.html?dared#deal=anniversary,Ada,trader~greedy,3,0,1,9"
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


STAYS = ("#middle", "#asked", "#bench", "#beans")
"""What keeps its place and its size, whatever is touched or asked."""
HOLDS = ("#turned", "#near .hand", "#near .fields", "#far [data-offer]")
"""The same while cards and beans are touched."""
TOUCHED = (
    "#near [data-pile=hand]", "#near [data-pile=set_aside]", "#turned [data-pile]",
    "#beans [data-kind]:enabled", "#near [data-field]", "#whom button:nth-child(2)", ".counter",
    "[data-deed=any-give]",
)  # fmt: skip
PLACES = """([seats, stays, holds, touched]) => {
  const of = (selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return each.checkVisibility() ? [x, y, width, height].map(Math.round) : [];
  }).join();
  const places = (selectors) => selectors.map((each) => `${each} ${of(each)}`);
  const found = { asked: {}, touched: {} };
  for (const seat of seats) {
    tell({ seat });
    for (const each of places(stays)) found.asked[each] = 1;
    for (const each of touched) {
      const before = places([...stays, ...holds]);
      document.querySelector(each)?.click();
      places([...stays, ...holds]).forEach((now, at) => {
        if (now !== before[at]) found.touched[`${each}: ${before[at]} → ${now}`] = 1;
      });
    }
  }
  return [Object.keys(found.asked), Object.keys(found.touched)];
}"""


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 720), (1440, 900)])
@pytest.mark.parametrize("players", [3, 5, 7])
def test_nothing_is_moved_by_a_touch_or_by_what_comes_of_it(
    chromium: Any, size: tuple[int, int], players: int
) -> None:
    """Cards that are turned over, set aside or chosen change neither the market nor the bar."""
    variant = "anniversary" if players < 5 else "plus"
    moments = list(islice(questions(variant, players), 60))
    told = [difference(*pair) for pair in pairwise([None, *(seat for _, seat in moments)])]
    assert any(len(seat["frame"]["position"]["set_aside"][seat["me"]]) for _, seat in moments)
    with seated(chromium, size) as page:
        page.evaluate("(game) => tell({ game })", moments[0][0])
        kept, moved = page.evaluate(PLACES, [told, STAYS, HOLDS, TOUCHED])
    assert moved == []
    assert len(kept) == len(STAYS), kept


def test_ones_own_bid_stands_below_the_active_player_until_its_outcome(chromium: Any) -> None:
    shown = dict[str, set[str]]()
    with seated(chromium, (1920, 1080)) as page:
        before = None
        for number, (once, seat) in enumerate(islice(questions("plus", 5), 60)):
            if not number:
                page.evaluate("(game) => tell({ game })", once)
            page.evaluate("(seat) => tell({ seat })", difference(before, seat))
            before, frame = seat, seat["frame"]
            column = f".column:has([data-seat='{frame['position']['active']}'])"
            for row in frame["offers"]:
                if row["seat"] == seat["me"] and row["reply"]:
                    its = page.locator(f"{column} [data-offer='{row['id']}'] .says")
                    shown.setdefault(row["state"], set()).add(its.text_content())
    says = {"asked": "you bid", "lapsed": "not taken", "taken": "taken", "withdrawn": "withdrawn"}
    assert shown == {state: {words} for state, words in says.items()}
