"""Replay pages in a real browser: moved through by the keyboard, without an error."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.replay.analysis.evaluator import Assessment, Judged, Judgement, Seen, positions
from arena.replay.analysis.stored_judgement import plain_judgement
from arena.replay.replay import Replay
from arena.web.replay.page import replay_page
from tests.support.browser import (
    SIZES,
    Visit,
    findings,
    missing,
    visited,
    walk,
)
from tests.support.golden import golden_game
from tests.support.random_record import random_record

WHY = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]
# `poe prove look` has all games, frame by frame.
SOME = [
    ("anniversary_duel+magpie", 2, "ArrowRight", "desktop"),
    ("high_bohn+cognac", 3, "ArrowDown", "phone"),
]


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Visit]]:
    """Opens the page of a game; whatever a test does there, the console stays without errors."""
    visits: list[Visit] = []

    def open_page(page: bytes, size: str = "desktop", at: str = "") -> Visit:
        file = tmp_path / "game.html"
        file.write_bytes(page)
        visits.append(Visit(chromium, file, size, at))
        return visits[-1]

    yield open_page
    for visit in visits:
        visit.close()
        assert visit.errors == []


@cache
def _golden(variant: str, players: int, reader: int | None = None) -> bytes:
    return replay_page(golden_game(variant, players), 1, reader)


@pytest.mark.parametrize(("variant", "players", "key", "size"), SOME)
def test_a_game_runs_from_the_first_frame_to_the_last(
    opened: Callable[..., Visit], variant: str, players: int, key: str, size: str
) -> None:
    visit = opened(_golden(variant, players), size=size)
    assert visit.page.locator("#beans .steps").first.is_visible()
    assert walk(visit, by=key).startswith("The game is over.")
    assert visit.page.locator(".podium li").first.get_attribute("class") == "won"
    assert visit.page.locator(".offer, #beans:visible").count() == 0
    for each in SIZES:
        visit.resize(each)
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), each


@pytest.fixture(scope="module")
def judged() -> tuple[Replay, Any]:
    """A duel in which two decisions of seat 0 were costly, and nothing of seat 1 was judged."""
    replay = Replay(orjson.dumps(random_record("anniversary_duel", 2)))
    found, decisions = positions(replay)
    own = [each for each in found if each.seat == 0 and len(each.options) > 1]
    worst = tuple(
        Judged(each, each.options[1], 96, 1.2, 1.2 + fall, fall, 0.1, 2.0, 0.5)
        for each, fall in ((own[1], 0.15), (own[-1], 0.6))
    )
    turns = {each.game.turn: each for each in reversed(found)}
    moments = tuple(
        Assessment(each.number, each.question, turn, each.seat, (1.4, 1.6), (0.6, 0.4))
        for turn, each in sorted(turns.items())
    )
    seen = (Seen(decisions[0], len(own)), Seen(decisions[1], 0))
    return replay, plain_judgement(replay, Judgement(moments, seen, worst))


def test_the_coach_leads_from_one_costly_decision_to_the_next(
    opened: Callable[..., Visit], judged: tuple[Replay, Any]
) -> None:
    replay, judgement = judged
    visit = opened(replay_page(replay, 1, judgement=judgement))
    coach = visit.page.locator("#coach")
    assert visit.page.locator("#strip .share").count() == 2
    assert visit.page.locator("#strip .fell").count() == 2
    assert not coach.is_visible()
    visit.press("m")
    at = visit.text("#frame")
    assert "Costly decision 1 of 2: " in coach.inner_text()
    assert "That cost about 2.0 coins. What" in coach.inner_text(), "± .10: hardly a place"
    exact = coach.locator("span[title^=expected]").get_attribute("title")
    assert "expected place 1.20 → 1.35 (± 0.10), coins −2.0" in exact
    assert "What came of it: " in coach.inner_text() and coach.is_visible()
    visit.press("m")
    assert "The turning point: " in coach.inner_text()
    visit.press("m")
    assert "The turning point: " in coach.inner_text(), "there are no more"
    for size in SIZES:
        visit.resize(size)
        visit.press("M")
        assert visit.text("#frame") == at
        visit.page.locator("#next-point").click()
        assert "The turning point: " in coach.inner_text() and coach.is_visible(), size
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_the_numbers_of_a_game_tell_why_it_was_lost(
    opened: Callable[..., Visit], judged: tuple[Replay, Any]
) -> None:
    replay, judgement = judged
    visit = opened(replay_page(replay, 1, judgement=judgement))
    numbers, why = visit.page.locator("#numbers"), visit.page.locator("#why")
    assert (why.is_visible(), numbers.get_attribute("aria-expanded")) == (False, "false")
    visit.press("n")
    assert (why.is_visible(), numbers.get_attribute("aria-expanded")) == (True, "true")
    assert "beans wasted" in visit.text("#why table")
    assert "bot1" in visit.text("#why table thead")
    visit.press("n")
    assert not why.is_visible()
    numbers.click()
    first, second = why.locator("#lost li").all_inner_texts()
    assert "about 2.0 coins." in first and "2.0 coins and, in 6 games of 10, a place." in second
    assert "nothing was judged" in visit.text("#lost")
    why.locator("#lost button").last.click()
    assert not why.is_visible(), "the decision is shown instead"
    assert "The turning point" in visit.text("#coach")


def test_a_page_that_was_not_judged_says_so(
    opened: Callable[..., Visit], judged: tuple[Replay, Any]
) -> None:
    visit = opened(replay_page(judged[0], 1))
    assert not visit.page.locator("#next-point").is_visible()
    visit.press("n")
    assert "Not judged" in visit.text("#lost")


def test_hostile_names_and_sayings_are_shown_as_text(opened: Callable[..., Visit]) -> None:
    record = random_record()
    hostile = "<img src=x onerror=\"document.title='got'\"><script>document.title='got'</script>"
    for bot in record["bots"]:
        bot["name"] = hostile
    for entry in record["decisions"]:
        entry["say"] = hostile
    visit = opened(replay_page(Replay(orjson.dumps(record)), 1))
    walk(visit, by="ArrowDown")
    assert "got" not in visit.page.title()
    assert visit.page.query_selector("img") is None
    assert hostile in visit.text("#lines")
    assert hostile[:39] in visit.text("#table")


def test_refusals_and_logs_are_shown(opened: Callable[..., Visit]) -> None:
    record = random_record()
    first = record["decisions"][0]
    first["refused"] = "<b>no</b> such bean"
    logs = {0: "<i>zero</i>\nsees", 1: "one sees"}
    page = replay_page(Replay(orjson.dumps(record)), 1, logs=logs)
    visit = opened(page, at="#frame=1")
    assert "Refused: <b>no</b> such bean" in visit.text("#decision")
    visit.page.select_option("#sort", "stderr")
    assert visit.text("#lines").split("\n") == [
        "1", "bot0 wrote", "<i>zero</i>", "sees", "2", "bot1 wrote", "one sees",
    ]  # fmt: skip
    visit.page.select_option("#eye", "1")
    assert "zero" not in visit.text("#lines")
    visit.press("ArrowRight", 3)
    visit.page.select_option("#eye", "2")
    assert "Nothing is kept" in visit.text("#lines")
    visit.page.select_option("#sort", label="refusals and faults")
    visit.page.select_option("#eye", "")
    assert "bot0 was refused" in visit.text("#lines")


def test_links_lead_to_turns_frames_and_questions(opened: Callable[..., Visit]) -> None:
    page = _golden("anniversary", 3)
    assert opened(page, at="#turn=5").text("#place").startswith("Turn 5: ")
    assert opened(page, at="#frame=17").text("#frame").startswith("17 / ")
    asked = opened(page, at="#question=9&seat=3").text("#decision")
    assert "seat2" in asked
    assert "question 9 " in asked


def test_an_eye_sees_its_own_hand_alone(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary", 3), at="#turn=4")
    assert visit.page.locator("#table .backs").count() == 0
    visit.page.select_option("#eye", "1")
    assert visit.page.locator("#table .backs").count() == 2
    assert visit.text("#near .seat header").startswith("2")


def test_a_page_for_a_seat_offers_no_other_eye(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary", 3, 2), at="#turn=4")
    assert visit.page.locator("#eye option").all_inner_texts() == ["3: seat2"]
    assert visit.page.locator("#table .backs").count() == 2


def test_a_tap_tells_a_buildings_power(chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(_golden("high_bohn+cognac", 3))
    with visited(chromium, "phone") as (page, errors):
        page.goto(f"{file.as_uri()}#turn=2")
        page.wait_for_selector("html[data-ready]")
        page.locator("#market [data-building='distillery_2']").tap()
        page.locator("#peek").get_by_text("distillery 2: ").wait_for()
        page.locator("#book").tap()
        page.locator("#rules dt").get_by_text("distillery 2", exact=True).wait_for()
        assert errors == []


def test_a_click_on_a_line_goes_there(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary", 3))
    line = visit.page.locator(".line.turn").nth(3)
    number = line.get_attribute("data-frame")
    line.click()
    assert visit.text("#frame").startswith(f"{number} / ")
    assert visit.text("#place").startswith("Turn 4")


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_a_replay_shuts_nobody_out(
    chromium: Any, tmp_path: Path, judged: tuple[Replay, Any], size: str, scheme: str
) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(replay_page(judged[0], 1, judgement=judged[1]))
    with visited(chromium, size, scheme) as (page, _):
        page.goto(f"{file.as_uri()}#turn=9")
        page.wait_for_selector("html[data-ready]")
        assert findings(page, scheme) == []
        for key in ("n", "r", "?", "m"):
            page.keyboard.press(key)
            assert findings(page, scheme) == [], key


def test_by_keyboard_play_is_near(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary", 5))
    for _ in range(10):
        visit.page.keyboard.press("Tab")
        if visit.page.evaluate("document.activeElement.id") == "play":
            break
    assert visit.page.evaluate("document.activeElement.id") == "play"
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_function("() => document.getElementById('slider').value !== '0'")


def test_playback_leaves_out_those_who_decline(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary", 5), at="#turn=3")
    visit.page.select_option("#pace", "fast")
    visit.page.locator("#play").click()
    visit.page.evaluate(WATCH)
    visit.page.wait_for_function("() => window.shown.length > 12", timeout=60_000)
    assert not any(visit.page.evaluate("window.shown"))


# At each step whether all that it tells is that somebody declines.
WATCH = """() => {
  window.shown = [];
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll('.line.now')];
    window.shown.push(lines.every((each) => each.classList.contains('declined')));
  }).observe(document.getElementById('frame'), { childList: true });
}"""


@pytest.mark.parametrize(
    ("variant", "players", "sizes"),
    [
        ("rio_grande", 7, ("laptop", "desktop", "large", "phone")),
        ("high_bohn+cognac", 5, ("laptop", "phone")),  # the smallest, where a market lies too
    ],
)
def test_all_seats_are_wholly_in_sight(
    opened: Callable[..., Visit], variant: str, players: int, sizes: tuple[str, ...]
) -> None:
    visit = opened(_golden(variant, players))
    for size in sizes:
        visit.resize(size)
        share = 0.9 if size == "phone" else 0.95
        assert visit.page.evaluate(IN_SIGHT, 20) >= share * 20 * players, size
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


# Over so many steps of the game: how many seats are in the window with all that lies before them,
# and cut off by nothing; the foot may lie over a phone's.
IN_SIGHT = """async (steps) => {
  const last = Number(document.getElementById('frame').innerText.split('/')[1]);
  const slider = document.getElementById('slider');
  let whole = 0;
  for (let at = 0; at < steps; at += 1) {
    slider.value = String(Math.floor((last * at) / steps));
    slider.dispatchEvent(new Event('input'));
    whole += inSight();
  }
  return whole;
  function inSight() { return [...document.querySelectorAll('[data-seat]')].filter((seat) => {
  const inside = (box, around) => box.top >= around.top - 1 && box.bottom <= around.bottom + 1
    && box.left >= around.left - 1 && box.right <= around.right + 1;
  const box = seat.getBoundingClientRect();
  const foot = document.querySelector('footer').getBoundingClientRect();
  const bottom = Math.min(innerHeight, foot.top);
  if (!inside(box, { top: 0, left: 0, bottom, right: innerWidth })) return false;
  return [...seat.querySelectorAll('.purse, [data-field], [data-card], .backs')].every(
    (each) => inside(each.getBoundingClientRect(), box));
  }).length; }
}"""


def test_thoughts_are_folded_and_however_long_break_no_page(opened: Callable[..., Visit]) -> None:
    record = random_record()
    for decided in record["decisions"]:
        decided["note"] = "I look at 3 choices."
        decided["thought"] = "…of it. " + "Then again, " * 300 + "what\n" + "x" * 600
    visit = opened(replay_page(Replay(orjson.dumps(record)), 1))
    visit.press("ArrowRight", times=2)
    note, thought = (visit.page.locator("#decision details.note").nth(at) for at in (0, 1))
    assert note.inner_text().split("\n\n") == ["It thought", "I look at 3 choices."]
    assert thought.inner_text() == "The end of what its model thought"
    thought.locator("summary").click()
    assert thought.inner_text().split("\n\n")[1].endswith("again, what"), "the whole line"
    note.locator("summary").click()
    # The page is told by an event, which comes a moment later.
    visit.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    visit.press("ArrowRight")
    assert "Then again" in thought.inner_text() and "look" not in note.inner_text(), "as left"
    for size in SIZES:
        visit.resize(size)
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    assert findings(visit.page) == []


def test_a_replay_is_printed_whole(opened: Callable[..., Visit]) -> None:
    visit = opened(_golden("anniversary_duel", 2), at="#turn=5")
    visit.page.emulate_media(media="print")
    lines = visit.page.locator("#lines")
    assert lines.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    assert not visit.page.locator("#controls").is_visible()
    assert visit.page.locator("[data-seat]").first.is_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_fly_from_where_they_were_unless_motion_is_reduced(
    opened: Callable[..., Visit], motion: str
) -> None:
    visit = opened(_golden("anniversary", 4))
    visit.page.emulate_media(reduced_motion=motion)
    visit.press("ArrowDown")
    visit.page.locator("#sort").select_option("trades")
    trade = visit.page.locator(".line.traded").first
    number = int(trade.get_attribute("data-frame"))
    flights = visit.page.evaluate(FLIGHTS, number)
    if motion == "reduce":
        assert flights == []
        return
    assert {flight["from"] for flight in flights} >= {"hand"}
    assert all(flight["moved"] > 20 for flight in flights)
    visit.page.wait_for_function("() => !document.querySelector('.flying')")


# One step on to a frame: the cards that fly then, where each takes off, and how far it goes.
FLIGHTS = """(number) => {
  const slider = document.getElementById('slider');
  for (const to of [number - 1, number]) {
    slider.value = String(to);
    slider.dispatchEvent(new Event('input'));
  }
  return [...document.querySelectorAll('.flying')].map((card) => {
    const frames = card.getAnimations()[0].effect.getKeyframes();
    const [first, last] = [frames[0], frames.at(-1)].map(
      ({ transform }) => transform.match(/-?[0-9.]+/g).slice(0, 2).map(Number));
    const near = (box) => first[0] >= box.left && first[0] <= box.right
      && first[1] >= box.top && first[1] <= box.bottom;
    const hands = [...document.querySelectorAll('.hand')];
    return { from: hands.some((each) => near(each.getBoundingClientRect())) ? 'hand' : 'elsewhere',
      moved: Math.hypot(last[0] - first[0], last[1] - first[1]) };
  });
}"""
