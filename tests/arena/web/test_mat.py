"""What a person decides about is in sight in games of bots; `poe prove mat` has all tables."""

import json
import re
from collections import Counter
from itertools import islice, pairwise
from typing import Any

import pytest

from arena.web.replay.replay_data import difference
from protocol import Json
from tests.proofs.mat import SIZES, Seen, offers, questions, seated
from tests.support.browser import missing

WHY = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]
GAMES = (("anniversary", 3), ("anniversary+bean_coin", 4), ("high_bohn+cognac", 4), ("plus", 5))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_offers_cards_and_coin_steps_are_in_sight(chromium: Any, size: tuple[int, int]) -> None:
    seen = Seen()
    for game in GAMES:
        seen.look(chromium, size, list(islice(questions(*game), 40, 120, 3)), (*game, 0))
    assert seen.failed() == [], f"{seen}: {seen.out[:5]}"
    assert seen.decisions > 100


@pytest.mark.parametrize("all_pay_nothing", [False, True])
def test_a_touch_harvests_nothing_for_no_coins(chromium: Any, all_pay_nothing: bool) -> None:
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
        if only and lost and (len(lost) == len(seat["options"])) == all_pay_nothing:
            break
    planted = {"event": "planted", "seat": 0, "card": "red", "field": lost[0], "from": "hand"}
    seat = seat | {"moves": [[1, planted]] if all_pay_nothing else []}
    with seated(chromium, SIZES[-1]) as page:
        page.evaluate("line.said = []; line.send = (text) => line.said.push(text)")
        told = "([game, seat]) => { tell({ game }); tell({ seat }); line.said = []; }"
        page.evaluate(told, [once, difference(None, seat)])
        page.locator(f"#near [data-field='{lost[0]}']").click()
        assert page.evaluate("line.said") == []
        page.locator("#picked [data-option]").click()
        assert len(page.evaluate("line.said")) == 1


def test_a_field_is_harvested_by_a_button_while_a_card_can_be_planted(chromium: Any) -> None:
    """There is no way back; and a field that is looked at keeps nobody from planting in another."""
    moments = questions("anniversary", 4)
    while True:
        once, seat = next(moments)
        fields = {
            do: {about["field"] for _, about in seat["options"] if about.get("do") == do}
            for do in ("plant", "harvest")
        }
        (seen, *_), (due, *_) = fields["harvest"] - fields["plant"] or "-", fields["plant"] or "-"
        if {seen, due}.isdisjoint("-") and seat["ask"] == "plant":
            break
    with seated(chromium, SIZES[0]) as page:
        page.evaluate("line.said = []; line.send = (text) => line.said.push(text)")
        told = "([game, seat]) => { tell({ game }); tell({ seat }); line.said = []; }"
        page.evaluate(told, [once, difference(None, seat)])
        page.locator(f"#near [data-field='{seen}']").click()
        assert page.evaluate("line.said") == []
        assert page.locator("#picked").text_content().startswith(f"Field {seen + 1}. ")
        page.locator(f"#near [data-field='{due}']").click()
        (said,) = page.evaluate("line.said.map((text) => JSON.parse(text))")
        assert said["text"].startswith("plant ")


@pytest.mark.parametrize("takes_it", [True, False])
def test_a_field_that_pays_is_harvested_by_a_button_while_a_card_is_due(
    chromium: Any, takes_it: bool
) -> None:
    """A touch plants where the card fits, and elsewhere nothing says that one may harvest."""
    moments, paying = questions("anniversary", 4), dict[int, str]()
    while True:
        once, seat = next(moments)
        fields = seat["frame"]["position"]["fields"][seat["me"]]
        due = {about["field"] for _, about in seat["options"] if about.get("do") == "plant"}
        paying = {
            about["field"]: text for text, about in seat["options"]
            if about.get("do") == "harvest" and fields[about["field"]]["coins"]
        }  # fmt: skip
        if due and paying and due.isdisjoint(paying) != takes_it:
            break
    with seated(chromium, SIZES[-1]) as page:
        told = "([game, seat]) => { tell({ game }); tell({ seat }); }"
        page.evaluate(told, [once, difference(None, seat)])
        shown = page.locator("#options [data-option]")
        texts = shown.all_text_contents()
    assert [text for text in texts if text.startswith("harvest")] == [
        text for _, text in sorted(paying.items())
    ]


def test_three_fields_have_a_button_each_in_sight_of_a_phone(chromium: Any) -> None:
    once, seat = next(
        each for each in questions("rio_grande", 3)
        if [about.get("do") for _, about in each[1]["options"]] == ["harvest"] * 3
    )  # fmt: skip
    with seated(chromium, SIZES[-1]) as page:
        _show(page, once, seat)
        cut = page.locator("#options").evaluate("(its) => its.scrollWidth - its.clientWidth")
        assert page.locator("#options button").count() == 3 and cut <= 0


def test_an_offer_that_waits_is_sent_by_one_button_and_the_last_leaves_no_room(
    chromium: Any,
) -> None:
    moments = questions("anniversary", 4)
    once, seat = next(each for each in moments if each[1]["ask"] == "trade")
    sends = ["Send: offer soy for red", {"send": True}]
    waiting = seat | {
        "options": [sends, *seat["options"]],
        "composer": seat["composer"] | {"waiting": 1, "room": 1},
    }
    with seated(chromium, SIZES[0]) as page:
        page.evaluate("([game, seat]) => { tell({ game }); tell({ seat }); }",
                      [once, difference(None, waiting)])  # fmt: skip
        assert page.locator("#options .sends").is_visible()
        assert page.locator("#offer").text_content() == "Send 2 offers"
        page.locator("#near [data-pile=hand]").last.click()
        assert page.locator("#wants").text_content() == "nothing"
        assert page.locator("#options").get_by_text("Kept: soy for red").is_visible()
        assert page.locator("#offer").is_enabled() and page.locator("#more").is_disabled()
        assert not page.locator("#options .sends").is_visible(), "it would leave this one out"


@pytest.mark.parametrize("size", SIZES)
def test_two_offers_that_wait_are_read_whole(chromium: Any, size: tuple[int, int]) -> None:
    moments = questions("anniversary", 4)
    once, seat = next(each for each in moments if each[1]["ask"] == "trade")
    sends = ["Send: offer soy for 2 blue; offer black-eyed, stink for green", {"send": True}]
    composer = seat["composer"] | {"waiting": 2, "room": 1}
    with seated(chromium, size) as page:
        _show(page, once, seat | {"options": [sends, *seat["options"]], "composer": composer})
        page.locator("#near [data-pile=hand]").last.click()
        cut = page.locator(".kept").evaluate(
            "(its) => [its.scrollHeight - its.clientHeight, its.scrollWidth - its.clientWidth]"
        )
    assert max(cut) <= 0


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


JUDGED = {
    "seat": 0, "question": 3, "turn": 2, "chosen_in_words": "give soy to Bruno for nothing; wait",
    "instead_in_words": "harvest 2 soy for 1 coin", "place_before": 1.4, "place_after": 1.8,
    "error": 0.01, "coins": 2.0, "coins_error": 0.1,
}  # fmt: skip


def over(variant: str, scores: list[int], winners: list[int]) -> tuple[Json, Json]:
    """The last question of a game to its first seat, as if it ended there."""
    *_, (once, seat) = questions(variant, len(scores))
    places = [1 + sum(other > score for other in scores) for score in scores]
    final = {"scores": scores, "places": places, "winners": winners, "forfeits": {}}
    told = {"over": True, "question": None, "replay": "replay.html", "judged": "judged"}
    return once, seat | told | {"frame": seat["frame"] | {"final": final}}


@pytest.mark.parametrize(("scores", "winners", "said"), [
    ([9, 1, 3], [0], "You win with 9 coins."),
    ([9, 1, 14], [2], "Bruno wins with 14 coins. You came second, with 9."),
    ([9, 9, 3], [0, 1], "You and Rosalind share the win with 9 coins each."),
    ([9, 9, 3], [1], "Rosalind wins with 9 coins. You have as many, but lose the tie."),
])  # fmt: skip
def test_the_end_says_who_won(
    chromium: Any, scores: list[int], winners: list[int], said: str
) -> None:
    with seated(chromium, SIZES[-1]) as page:
        _show(page, *over("anniversary", scores, winners))
        assert page.locator("#won").inner_text() == said
        assert page.locator(".counts:visible").count() == 0


def test_the_end_says_what_the_last_fields_brought(chromium: Any) -> None:
    """All are harvested at once, and nobody sees it."""
    once, seat = over("anniversary", [9, 1, 3], [0])
    planted = {"event": "planted", "seat": 0, "card": "red", "field": 0, "from": "hand"}
    harvested = [
        {"event": "harvested", "seat": seat, "field": 0, "cards": ["red"] * 3, "coins": ["red"] * 2}
        for seat in (0, 0, 1)
    ]
    moves = [[number, move] for number, move in enumerate([*harvested, planted, *harvested], 1)]
    with seated(chromium, SIZES[0]) as page:
        _show(page, once, seat | {"moves": moves})
        assert (
            page.locator("#won small").inner_text()
            == "4 coins of yours came from your last fields."
        )


def test_what_happened_since_the_last_question_is_in_sight(chromium: Any) -> None:
    """Bots take their turns in a blink."""
    shown, before, last = set[str](), None, 0
    with seated(chromium, SIZES[0]) as page:
        for once, seat in islice(questions("anniversary", 4), 25):
            if before is None:
                page.evaluate("(game) => tell({ game })", once)
            page.evaluate("(seat) => tell({ seat })", difference(before, seat))
            told = page.locator("#news .news").all_text_contents()
            moves = [move for number, move in seat["moves"] if number > last]
            new = [move["event"] for move in moves]
            number = sum(each["event"] in ("traded", "harvested") for each in moves)
            number -= sum(each.get("coins") == [] for each in moves)  # no news
            missed = seat["journal"][-1][0] == "missed"
            assert len(told) == min(3, number + missed)
            assert missed == any(text.endswith("takes nothing of yours") for text in told)
            shown |= {*new} | {"missed"} if missed else {*new}
            before, last = seat, max([last, *(number for number, _ in seat["moves"])])
    assert shown >= {"traded", "harvested", "missed"}


def test_offers_that_are_past_unfold(chromium: Any) -> None:
    before, unfolded = None, 0
    with seated(chromium, SIZES[0]) as page:
        for once, seat in islice(questions("anniversary", 4), 45):
            if before is None:
                page.evaluate("(game) => tell({ game })", once)
            page.evaluate("(seat) => tell({ seat })", difference(before, seat))
            before = seat
            for more in page.locator("#far .more:visible").all():
                rows = more.locator("xpath=..").locator(".offer")
                shown = rows.filter(visible=True).count()
                more.click()
                assert shown < rows.filter(visible=True).count() == rows.count()
                unfolded += 1
                more.click()
                assert rows.filter(visible=True).count() == shown
    assert unfolded > 3


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_the_end_says_what_counts_besides_coins(chromium: Any, size: tuple[int, int]) -> None:
    once, seat = over("high_bohn+cognac", [20, 9, 9], [0])
    table = seat["frame"]["position"]
    table["coins"] = [["blue"] * 8, ["blue"] * 9, ["soy"] * 9]
    table["buildings"], table["under_buildings"] = [["jail_4", "mine_3"], [], []], [["soy"], [], []]
    with seated(chromium, size) as page:
        _show(page, once, seat)
        (counted,) = page.locator(".counts:visible").all()
        said = counted.text_content()
        assert said.startswith("8 coins + 1 under buildings + 11, with bonuses, for ")
        assert counted.locator("[data-building]:visible").count() == 2
        counted.locator("[data-building=jail_4]").click()
        assert page.locator("#peek").inner_text().startswith("jail 4: bought for 4 ")


@pytest.mark.parametrize(("seats", "said"), [
    ([1, 0], ["Your turning point: Turn 2: you gave soy to Bruno for nothing; waited. Better: "
              "harvest 2 soy for 1 coin. That cost about 2.0 coins", "Rosalind gave soy"]),
    ([1], ["Your turning point: none.", "Rosalind gave soy"]),
    ([], ["Your turning point: none. No single decision cost you much."]),
])  # fmt: skip
def test_the_end_says_first_what_one_did_oneself(
    chromium: Any, seats: list[int], said: list[str]
) -> None:
    judged = {"moments": [], "seats": [], "costly": [JUDGED | {"seat": each} for each in seats]}
    with seated(chromium, SIZES[0]) as page:
        page.route("**/judged*", lambda route: route.fulfill(json={"judged": judged}))
        _show(page, *over("anniversary", [9, 1, 14], [2]))
        page.locator("#ask").click()
        page.locator("#moment").get_by_text("Your turning point").wait_for()
        told = page.locator("#moment").inner_text()
        assert told.startswith(said[0]) and all(each in told for each in said)
        assert ("Rosalind" in told) == (1 in seats)


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_all_that_a_building_does_can_be_read_before_it_is_bought(
    chromium: Any, size: tuple[int, int]
) -> None:
    once, seat, names = next(
        (once, seat, names)
        for once, seat in questions("high_bohn+cognac", 4)
        if (names := [about["building"] for _, about in seat["options"] if "building" in about])
        and not names[-1].endswith("_1")
    )
    with seated(chromium, size) as page:
        _show(page, once, seat)
        card = page.locator(f"#table [data-building='{names[-1]}']").first
        for by in (card.click, lambda: card.press("Enter")):
            by()
            assert page.locator("#peek").inner_text() == card.get_attribute("title")
            assert page.locator("#picked").evaluate("(box) => box.scrollHeight <= box.clientHeight")
            page.keyboard.press("Escape")
            page.locator("#peek").wait_for(state="hidden", timeout=3_000)
            page.locator("#picked button").first.wait_for(state="hidden", timeout=3_000)
        page.locator(".shop").first.click(position={"x": 5, "y": 5})
        assert len(page.locator("#peek").inner_text().splitlines()) > 1


def test_a_harvest_for_room_has_a_button_that_says_what_it_brings(chromium: Any) -> None:
    once, seat = next(
        (once, seat)
        for once, seat in questions("anniversary", 3)
        if {about.get("do") for _, about in seat["options"]} == {"harvest"}
    )
    with seated(chromium, SIZES[-1]) as page:
        _show(page, once, seat)
        texts = [text for text, _ in seat["options"]]
        assert page.locator("#options button").all_text_contents() == texts


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180)])
def test_icons_have_words_and_their_list_opens_beside_them(
    chromium: Any, size: tuple[int, int]
) -> None:
    with seated(chromium, size) as page:
        _show(page, *next(questions("anniversary", 3)))
        deeds = page.locator("#asked .deeds button")
        assert [each.split()[-1] for each in deeds.all_inner_texts()] == [
            "Undo", "Hint", "List", "Type",
        ]  # fmt: skip
        button = page.locator("#list")
        button.click()
        its, lists = button.bounding_box(), page.locator("#all").bounding_box()
        assert lists["x"] <= its["x"] <= lists["x"] + lists["width"]
        assert abs(lists["y"] + lists["height"] - its["y"]) < 50


def _show(page: Any, once: Json, seat: Json) -> None:
    told = [once, difference(None, seat)]
    page.evaluate("([game, seat]) => { tell({ game }); tell({ seat }); }", told)


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
    let before = places([...stays, ...holds]);
    for (const each of touched.filter((each) => document.querySelector(each))) {
      document.querySelector(each).click();
      const after = places([...stays, ...holds]);
      after.forEach((now, at) => {
        if (now !== before[at]) found.touched[`${each}: ${before[at]} → ${now}`] = 1;
      });
      before = after;
    }
  }
  return [Object.keys(found.asked), Object.keys(found.touched)];
}"""


@pytest.mark.parametrize(
    ("players", "size"),
    [(3, (1440, 900)), (5, (390, 844)), (7, (820, 1180)), (7, (1280, 720))],
)
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


ROWS = """(seats) => seats.map((seat) => {
  tell({ seat });
  return Object.fromEntries([...document.querySelectorAll('[data-offer]')].map((row) => [
    row.dataset.offer, { why: null, ...Object.fromEntries(['says', 'why'].map((name) => {
      const its = row.querySelector(`.${name}`);
      return [name, its?.checkVisibility() ? its.textContent : null];
    })) }]));
})"""
"""What each offer says in words, moment by moment, where that is in sight."""


def _rows(chromium: Any, moments: list[Any]) -> Any:
    told = [difference(*pair) for pair in pairwise([None, *(seat for _, seat in moments)])]
    with seated(chromium, (1440, 900)) as page:
        page.evaluate("(game) => tell({ game })", moments[0][0])
        return page.evaluate(ROWS, told)


def test_offers_say_what_became_of_them_and_why_they_cannot_be_accepted(chromium: Any) -> None:
    """The outcome of what one accepted stands while its maker already offers more."""
    moments = list(islice(questions("plus", 5, 1), 110))
    seen = _rows(chromium, moments)
    outcomes, reasons = set[str](), set[str]()
    for (once, seat), rows in zip(moments, seen, strict=True):
        latest = max((row["round"] for row in seat["frame"]["offers"]), default=0)
        for row in seat["frame"]["offers"]:
            state = row["answers"].get(str(seat["me"]), {}).get("state")
            if state in ("taken", "lapsed") and row["round"] < latest and not row["reply"]:
                outcomes.add(str(rows[str(row["id"])]["says"]))
        for each in offers(seat):
            said = None if each["can"] else _hindrance(each["give"], once, seat)
            assert rows[str(each["id"])]["why"] == said
            reasons.add(str(said)[:13])
    assert outcomes == {"taken:", "taken by Bruno:"}
    assert {"you hold no s", "you hold only", "None"} <= reasons, reasons


def test_a_yes_is_told_to_decide_nothing_and_can_be_withdrawn(chromium: Any) -> None:
    """T2: what is accepted stands from round to round, and the active player takes it or not."""
    moments = list(islice(questions("anniversary", 4, 1), 80))
    seen = _rows(chromium, moments)
    accepted = 0
    for (once, seat), rows in zip(moments, seen, strict=True):
        active = seat["frame"]["position"]["active"]
        decides = f"{once['seats'][active]['name'].partition(' (')[0]} decides"
        out = {about["id"] for _, about in seat["options"] if about.get("part") == "withdraw"}
        assert seat["ask"] != "answer" or decides in seat["task"]
        for row in seat["frame"]["offers"]:
            agreed = row["answers"].get(str(seat["me"]), {})
            if agreed.get("state") == "accepted":
                said = {"says": "you accepted:", "why": decides}
                assert rows[str(agreed["id"])] == said and agreed["id"] in out
                accepted += 1
    assert accepted == 3


def test_who_has_no_version_shows_none(chromium: Any) -> None:
    once, seat = next(questions("anniversary", 4))
    people = once | {"seats": [each | {"version": 0} for each in once["seats"]]}
    with seated(chromium, SIZES[0]) as page:
        _show(page, people, seat)
        marks = page.locator(".seat .marks").all_text_contents()
    assert len(marks) == 4 and not any("0" in each for each in marks)


def test_an_open_offer_and_a_wait_for_the_others_say_so(chromium: Any) -> None:
    moments = questions("anniversary", 4)
    once, seat = next(each for each in moments if each[1]["ask"] == "answer")
    for row in seat["frame"]["offers"]:
        row["want"] = "open"
    openly = seat | {"options": [each for each in seat["options"] if "part" not in each[1]]}
    waits = {"question": None, "options": [], "composer": None, "task": ""}
    with seated(chromium, SIZES[0]) as page:
        page.evaluate("(game) => tell({ game })", once)
        told = [difference(None, openly), difference(openly, openly | waits)]
        asked, waiting = (
            {row["why"] for row in rows.values()} for rows in page.evaluate(ROWS, told)
        )
    assert (asked, waiting) == ({"answer with ⇄"}, {"wait for the others"})


def _hindrance(give: Any, once: Json, seat: Json) -> str:
    held = Counter(kind for *_, kind in seat["composer"]["cards"])
    lacks = list(Counter(give) - held)
    has = f"only {held[lacks[0]]}" if held[lacks[0]] else "no"
    return f"you hold {has} {once['labels'].get(lacks[0], lacks[0].replace('_', ' '))}"


BELOW = """() => {
  const $ = (id) => document.getElementById(id);
  const { scrollHeight, clientHeight, scrollTop } = $('lines');
  const bottom = (id) => $(id).getBoundingClientRect().bottom;
  return [scrollHeight - clientHeight - scrollTop, bottom('log') - bottom('lines'), clientHeight];
}"""


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_the_log_opens_at_its_end_and_covers_no_more_than_half(
    chromium: Any, size: tuple[int, int]
) -> None:
    moments = list(islice(questions("anniversary", 4), 40))
    with seated(chromium, size) as page:
        page.evaluate("(game) => tell({ game })", moments[0][0])
        for _, seat in (moments[0], moments[-1]):
            page.evaluate("(seat) => tell({ seat })", difference(None, seat))
            page.locator("#latest").click()
            below, empty, shown = page.evaluate(BELOW)
            assert below < 2 and empty < 80 and shown > (30 if seat is moments[0][1] else 240)
            box = page.locator("#log").bounding_box()
            assert box["y"] + box["height"] < 0.55 * size[1], "people play on beside it"
            page.locator("#latest").click(timeout=3_000)
            assert not page.locator("#log").is_visible(), "what opened it closes it"


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_a_hint_is_read_whole_and_moves_nothing(chromium: Any, size: tuple[int, int]) -> None:
    once, seat = next(each for each in questions("anniversary", 4) if each[1]["ask"] == "trade")
    offers = "; ".join(["soy, blue for chili, garden"] * 6)
    hint = f"offer {offers}, as the bot trader would"
    with seated(chromium, size) as page:
        page.evaluate("(game) => tell({ game })", once)
        page.evaluate("(seat) => tell({ seat })", difference(None, seat))
        where = f"{PLACES[PLACES.index('const of') : PLACES.index('const found')]} return places"
        places = f"(selectors) => {{ {where}(selectors); }}"
        before = page.evaluate(places, [*STAYS, *HOLDS])
        hinted = seat | {"options": [[hint, {"hint": True}], *seat["options"]]}
        page.evaluate("(seat) => tell({ seat })", difference(seat, hinted))
        for again in ("h", None):
            box = page.locator("#peek").bounding_box()
            assert page.locator("#peek").text_content() == hint
            assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
            assert page.locator("#peek").evaluate("its => its.scrollHeight <= its.clientHeight")
            assert page.evaluate(places, [*STAYS, *HOLDS]) == before
            if again:
                page.mouse.click(2, 2)
                assert not page.locator("#peek").is_visible()
                page.keyboard.press(again)
        taken = hinted | {"options": [], "question": None}
        page.evaluate("(seat) => tell({ seat })", difference(hinted, taken))
        assert not page.locator("#peek").is_visible()


def test_a_card_that_is_touched_replaces_anything(chromium: Any) -> None:
    once, seat = next(each for each in questions("anniversary", 4) if each[1]["ask"] == "trade")
    with seated(chromium, SIZES[0]) as page:
        _show(page, once, seat)
        page.evaluate("() => { line.send = (text) => { line.sent = text; }; }")
        page.locator("[data-deed=any-give]").click()
        page.locator("#near [data-pile=hand]").first.click()
        page.locator("#beans [data-kind]").first.click()
        page.locator("#offer").click()
        sent = json.loads(page.evaluate("line.sent"))
    assert (sent["do"], sent["open"], len(sent["giving"])) == ("compose", "", 1)


@pytest.mark.parametrize("what", ["#options button", "#far .offer.can button.deal"])
def test_a_second_click_in_haste_answers_no_other_question(chromium: Any, what: str) -> None:
    once, seat = next(each for each in questions("anniversary", 4) if each[1]["ask"] == "trade")
    with seated(chromium, SIZES[0]) as page:
        _show(page, once, seat)
        page.evaluate("() => { line.sent = []; line.send = (text) => line.sent.push(text); }")
        page.locator(what).first.dblclick()
        (sent,) = page.evaluate("line.sent")
    assert '"choose"' in sent


def test_cards_that_others_set_aside_move_no_row_on_a_phone(chromium: Any) -> None:
    once, seat = next(questions("anniversary", 5))
    aside = [["blue"] * (at % 4) for at in range(5)]
    aside[seat["me"]] = []
    laid = seat | {
        "frame": seat["frame"] | {"position": seat["frame"]["position"] | {"set_aside": aside}}
    }
    rows = """() => [...document.querySelectorAll('#far .seat, #far .field')].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    })"""
    with seated(chromium, SIZES[-1]) as page:
        page.evaluate("(game) => tell({ game })", once)
        page.evaluate("(seat) => tell({ seat })", difference(None, seat))
        before = page.evaluate(rows)
        page.evaluate("(seat) => tell({ seat })", difference(seat, laid))
        assert page.locator("#far .beside .card:visible").count() == sum(map(len, aside))
        assert page.evaluate(rows) == before


@pytest.mark.parametrize(("size", "held"), [(SIZES[0], 10), ((820, 1180), 5)])
def test_all_that_lies_beside_a_hand_is_in_sight(
    chromium: Any, size: tuple[int, int], held: int
) -> None:
    """A player buys with coins of certain beans, and plants what is set aside: both are seen."""
    once, seat = next(questions("high_bohn+cognac", 4))
    table, me = seat["frame"]["position"], seat["me"]
    kinds = list(once["kinds"])
    table["hands"][me] = (kinds * 2)[:held]
    table["set_aside"][me] = kinds[:3]
    table["buildings"][me] = ["jail_4", "mine_3", "bank_1", "farm_2"]
    table["coins"][me] = kinds[:5] * 2
    lies = "#near .beside :is(.card, .house, .chip)"
    with seated(chromium, size) as page:
        _show(page, once, seat)
        cut = page.evaluate(
            """(lies) => [...document.querySelectorAll(lies)].map((each) => {
              const its = each.getBoundingClientRect();
              const box = each.closest('.beside').getBoundingClientRect();
              return [
                box.top - its.top, its.bottom - box.bottom,
                box.left - its.left, its.right - box.right,
              ];
            })""",
            lies,
        )
    assert len(cut) == 12
    assert max(map(max, cut)) <= 1, cut


def test_ones_own_offer_stands_below_the_active_player_until_its_outcome(chromium: Any) -> None:
    shown = dict[str, set[str]]()
    gone = set[bool]()
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
                    its = page.locator(f"{column} [data-offer='{row['id']}']")
                    shown.setdefault(row["state"], set()).add(its.locator(".says").text_content())
                    lacks = Counter(row["want"]) - Counter(frame["position"]["turned_over"])
                    said = row["state"] == "asked" and bool(lacks)
                    assert its.get_by_text(re.compile(r"^if \w+ has ")).count() == said
                    waits = row["state"] == "asked" and not said
                    assert its.get_by_text("decides").count() == waits
                    gone.add(said)
    says = {
        "asked": "yours:", "lapsed": "not taken:", "taken": "taken:",
        "withdrawn": "withdrawn:",
    }  # fmt: skip
    assert shown == {state: {words} for state, words in says.items()}
    assert gone == {True, False}
