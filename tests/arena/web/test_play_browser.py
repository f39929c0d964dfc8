"""Games in a real browser, from the form to the replay: by clicks, by taps and by keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.play.seat import Seat
from arena.replay.replay import Replay
from arena.web import broadcast
from arena.web.room import Slot
from ladder.database import casual_games
from ladder.database.store import Store
from tests.proofs.mat import MOST_TOUCHES
from tests.support.at_the_page import PATIENCE_MS, ROUND_TRIP_MS, Visitor
from tests.support.browser import findings, missing, visited
from tests.support.serving import pages_of, serving
from tests.support.small_host import DUEL

WHY = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]


def test_a_whole_game_is_played_by_touch(chromium: Any, served: str, home: Path) -> None:
    with visited(chromium, "phone") as (page, errors):
        page.emulate_media(reduced_motion="reduce")
        visitor = Visitor(page, taps=True)
        visitor.begin(served, "anniversary", 4, name="<b>Ada</b>")
        assert page.locator("[data-seat]").count() == 4
        assert "<b>Ada</b>" in page.locator("#near").inner_text()
        visitor.play()
        assert visitor.touches <= MOST_TOUCHES * len(visitor.questions)
        assert " with " in page.locator("#won").inner_text()
        assert page.locator(".podium li").count() == 4
        dare = page.get_by_label("The same cards for somebody").input_value()
        beside = page.context.new_page()
        beside.goto(dare)
        beside.get_by_text("<b>Ada</b> made").get_by_text("Can you beat that?").wait_for()
        beside.close()
        with page.expect_popup() as opened:  # so that the end is still there
            page.locator("#replay").click()
        replay = opened.value
        replay.wait_for_selector("html[data-ready]")
        assert replay.locator("#title").inner_text().startswith("‹Game c")
        assert errors == []
        number = int(replay.url.rpartition("/c")[2].partition(".html")[0])
    with Store(home / "ladder.sqlite", read_only=True) as store:
        decisions = Replay(casual_games.record(store, number)).data["decisions"]
    own = [each["choice"] for each in decisions if each["seat"] == 0]
    assert {each["do"] for each in own} >= {"plant", "harvest", "trade"}
    assert any(each.get("offers") for each in own)


@pytest.mark.parametrize(
    ("variant", "seed", "deeds"),
    [
        ("high_bohn+cognac", 1, {"trade", "buy_building"}),
        # With these cards, an order can be filled in one of the first turns.
        ("plus", 1477, {"trade", "lay_order", "fill_order"}),
    ],
)
def test_what_an_expansion_lets_one_do_is_done_by_touch(
    chromium: Any, served: str, monkeypatch: pytest.MonkeyPatch,
    variant: str, seed: int, deeds: set[str],
) -> None:  # fmt: skip
    """Until all of it was taken; the rest of the game is as any other."""
    done, answer = set[str](), Seat.answer

    def noted(seat: Seat, choice: Any) -> Any:
        assert seat.question is not None
        done.add((seat.question["choices"][choice] if isinstance(choice, int) else choice)["do"])
        return answer(seat, choice)

    monkeypatch.setattr(Seat, "answer", noted)
    with visited(chromium, "desktop") as (page, errors):
        page.emulate_media(reduced_motion="reduce")
        visitor = Visitor(page)
        visitor.begin(served, variant, 3, seed=seed)
        while not deeds <= done:
            assert visitor.touches < 2_000, "it never comes up"
            if visitor.wait():
                visitor.decide()
            else:  # how quickly bots answer decides what she is asked
                page.locator("#again").click()
                page.locator("#end").wait_for(state="hidden")
        assert visitor.wait(), "it was taken"
        assert variant == "plus" or any(": " in each for each in visitor.powers)
        assert errors == []


def test_two_people_at_one_table(
    chromium: Any, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        visited(chromium, "desktop") as (one, errors),
        visited(chromium, "phone") as (other, more_errors),
        visited(chromium, "desktop") as (beside, its_errors),
    ):
        for each in (one, beside):  # cards fly for Ben alone: to draw that takes long
            each.emulate_media(reduced_motion="reduce")
        ada, ben = Visitor(one), Visitor(other, taps=True)
        (link,) = ada.begin(served, DUEL, 2, people=2)
        assert findings(one) == []
        beside.goto(one.get_by_label("The link for spectators").input_value())
        beside.locator("#message").get_by_text("The game has not begun yet").wait_for()
        assert findings(beside) == []
        other.goto(link)
        other.locator("#sit").wait_for()
        assert findings(other) == []
        ben.sit(link, "Ben")
        one.locator("#game").wait_for()
        other.locator("#game").wait_for()
        assert "seat=" not in other.url  # so that nobody shows it to others by mistake
        other.locator("#latest").click()
        other.locator("#words").fill("Hello")
        other.get_by_role("button", name="Say").click()
        other.locator("#latest").click()  # or the log would lie over the cards
        one.locator("#latest").get_by_text("Ben: “Hello”").wait_for()
        one.locator("#near .hand [data-card]").first.wait_for()
        assert one.locator("#far [data-card]").count() == 0  # Ben's hand
        one.locator("#watching").get_by_text("Spectators: 1").wait_for(state="attached")
        assert beside.locator(".hand [data-card]").count() == 0
        while min(ada.touches, ben.touches) < 8:
            asked = [each for each in (ada, ben) if each.is_asked()]
            for each in asked:
                each.decide()
            if not asked:
                one.wait_for_timeout(ROUND_TRIP_MS)
            if ada.touches == 5:
                one.reload()
                one.locator("#near .hand").wait_for()
                ada.touches += 1
        # The rest would be alike: bots answer, from when somebody comes.
        other.emulate_media(reduced_motion="reduce")
        monkeypatch.setattr(Slot, "bot_plays", property(lambda slot: True, lambda *_: None))
        one.reload()
        for each in (one, other):
            each.locator(".podium").wait_for(timeout=PATIENCE_MS)
        assert one.locator(".podium").inner_text() == other.locator(".podium").inner_text()
        beside.locator(".podium").wait_for()
        assert beside.locator("#title").inner_text() == "‹Ada and Ben, being played"
        assert beside.locator("#whole").get_attribute("href").startswith("replays/c")
        with other.expect_popup() as opened:
            other.locator("#replay").tap()
        opened.value.wait_for_selector("html[data-ready]")
        assert errors == more_errors == its_errors == []


def test_who_leaves_is_played_for_and_comes_back_by_the_link(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (one, errors), visited(chromium, "phone") as (other, _):
        ada, ben = Visitor(one), Visitor(other)
        (link,) = ada.begin(served, DUEL, 2, people=2)
        ben.sit(link, "Ben")
        other.on("dialog", lambda dialog: dialog.accept())
        other.locator("#leave").click()
        left = one.locator("#lines").get_by_text("Ben has left the table. good plays on.")
        left.wait_for(state="attached")
        one.locator("[data-seat='1'] .marks").get_by_text("good plays").wait_for()
        ben.sit(link, "Ben")
        one.locator("#lines").get_by_text("Ben is back").wait_for(state="attached")
        tab = other.context.new_page()
        tab.goto(link)
        tab.locator("#game").wait_for()
        other.get_by_role("button", name="Play here").click()
        tab.get_by_role("button", name="Play here").wait_for()
        other.locator("#message").wait_for(state="hidden")
        assert errors == []


def test_a_tap_tells_a_buildings_power_to_players_and_spectators(
    chromium: Any, served: str
) -> None:
    with (
        visited(chromium, "phone") as (page, errors),
        visited(chromium, "phone") as (beside, more_errors),
    ):
        visitor = Visitor(page, taps=True)
        visitor.begin(served, "high_bohn+cognac", 3)
        page.locator("#near .hand .card.can").first.tap()  # spectators see a game that has begun
        page.locator("#near [data-field='0']").tap()
        link = page.get_by_label("The link for spectators")
        beside.goto(link.input_value())
        beside.locator("#market").wait_for()
        for each in (page, beside):
            each.locator("#market [data-building='distillery_2']").tap()
            each.locator("#peek").get_by_text("distillery 2: ").wait_for()
            assert len(each.locator("#peek").inner_text()) > 40
        assert errors == more_errors == []


def test_a_usual_trade_takes_three_touches(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, errors):
        visitor = Visitor(page)
        visitor.begin(served, "anniversary", 3)
        while page.locator("#offer:visible").count() == 0:
            visitor.decide()
            visitor.wait()
        page.locator("#near .hand .card").last.click()
        page.locator("#beans [data-kind]:enabled").first.click()
        assert page.locator("#work .tray .chip").count() == 2
        page.locator("#undo").click()
        assert page.locator("#work .tray .chip").count() == 1
        page.locator("#beans [data-kind]:enabled").first.click()
        page.locator("#offer").click()
        page.locator("#far .offer").first.wait_for(state="attached")
        assert errors == []


def test_an_open_card_of_somebody_else_is_asked_for_by_a_touch(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, errors):
        visitor = Visitor(page)
        visitor.begin(served, "anniversary", 3)
        wanted = page.locator("#wants .chip")
        while wanted.count() == 0:
            visitor.decide()
            visitor.wait()
            if page.locator("#offer:visible").count() and page.locator("#turned .card").count():
                page.locator("#turned .card").first.click()
                if wanted.count() == 0:  # in one's own turn it is one's own to give
                    page.locator("#turned .card").first.click()
        assert errors == []


def test_what_cannot_be_done_is_told_why(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, _):
        visitor = Visitor(page)
        visitor.begin(served, "anniversary", 3)
        note = page.locator("#note")
        page.locator("#near .hand .card").nth(2).click()
        note.filter(has_text="Hands are played in order").wait_for()
        page.locator("#near [data-field='0']").click()  # there the first card grows at once
        page.locator("#near [data-field='0'] .kind").wait_for()


def test_a_card_is_dragged_into_a_field(chromium: Any, served: str) -> None:
    with visited(chromium, "desktop") as (page, errors):
        Visitor(page).begin(served, "anniversary", 3)
        page.locator("#near .hand .card.can").drag_to(page.locator("#near [data-field='1']"))
        page.locator("#near [data-field='1'] .kind").wait_for()
        assert errors == []


def test_by_keyboard_on_a_phone_and_in_the_dark(chromium: Any, served: str) -> None:
    with visited(chromium, "phone", "dark") as (page, errors):
        Visitor(page).begin(served, DUEL, 2)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("/")
        page.locator("#typed").press_sequentially("nonsense of beans\n")
        page.locator("#note").filter(has_text="nonsense").wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        page.locator("#options .hinted").wait_for()
        page.keyboard.press("1")  # the first card of the hand …
        page.keyboard.press("1")  # … into the first field
        page.locator("#near [data-field='0'] .kind").wait_for()
        page.reload()  # and the game is still there
        page.locator("#near [data-field='0'] .kind").wait_for()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Leave").click()
        page.get_by_role("button", name="Play", exact=True).wait_for()
        assert errors == []


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_the_form_and_the_table_shut_nobody_out(
    chromium: Any, served: str, size: str, scheme: str
) -> None:
    from playwright.sync_api import expect

    with visited(chromium, size, scheme) as (page, _):
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{served}play.html")
        button = page.get_by_role("button", name="Play", exact=True)
        assert button.bounding_box()["y"] < 200, "above the fold"
        page.get_by_role("radio", name="fair").focus()
        assert findings(page, scheme) == []
        page.get_by_text("More options").click()
        page.mouse.move(200, 300)
        page.mouse.wheel(0, 9_000)
        expect(page.locator("details").get_by_role("combobox").last).to_be_in_viewport(ratio=1)
        visitor = Visitor(page)
        visitor.begin(served, "anniversary", 4)
        assert page.title() == "● Your turn"
        assert page.locator("#heard p").count() > 0
        page.locator("#sound").click()
        assert page.locator("#sound").get_attribute("aria-pressed") == "false"
        for _ in range(2):
            assert findings(page, scheme) == []
            for _ in range(2):
                visitor.decide()
                visitor.wait()


@pytest.fixture
def watched(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server whose tournament 1 is being played."""
    monkeypatch.setattr(broadcast, "running", lambda store: 1)

    with serving(pages_of(home)) as address:
        yield address


@pytest.mark.parametrize(("name", "size", "scheme"), [
    ("watch", "desktop", "light"), ("watch", "phone", "dark"), ("projector", "desktop", "dark"),
])  # fmt: skip
def test_spectators_see_a_game_move_and_nobodys_hand(
    chromium: Any, watched: str, name: str, size: str, scheme: str
) -> None:
    with visited(chromium, size, scheme) as (page, errors):
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{watched}{name}.html")
        page.locator("#rows li").first.wait_for()
        page.locator(".field .kind").first.wait_for()
        assert page.locator(".hand [data-card]").count() == 0
        assert page.locator(".hand .backs").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert findings(page, scheme) == []
        assert errors == []
