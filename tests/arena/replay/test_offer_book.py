"""The offer book: what becomes of every offer of a turn, told from events alone."""

from typing import Any

import pytest

from arena.replay.frames import frames
from arena.replay.offer_book import OfferBook
from protocol import Json
from tests.support.golden import golden_game


def offer(number: int, seat: int = 0, to: int | str = "all") -> Json:
    return {"id": number, "seat": seat, "to": to, "give": [{"kind": "soy"}], "want": ["red"]}


def answered(seat: int, accepts: dict[int, int] | None = None, **more: Any) -> Json:
    accepted = [
        {"id": number, "seat": seat, "offer": of, "give": []}
        for of, number in (accepts or {}).items()
    ]
    said = {"offers": [], "withdrawn": [], "silent": False, **more}
    return {"event": "answered", "seat": seat, "accepts": accepted, **said}


def book(*events: Json) -> OfferBook:
    """The book of a game of four after a round of seat 0 has begun and these events."""
    heard = OfferBook(4)
    for event in ({"event": "turn", "turn": 1, "seat": 0}, {"event": "round", "round": 1}, *events):
        heard.add(event)
    return heard


def states(heard: OfferBook) -> dict[int, tuple[str, dict[int, str]]]:
    return {
        row.id: (row.state, {seat: answer.state for seat, answer in row.answers.items()})
        for row in heard.rows
    }


OFFERED = {"event": "offered", "seat": 0, "offers": [offer(1), offer(2, to=3)]}


def test_an_offer_is_put_to_all_or_to_one() -> None:
    heard = book(OFFERED)
    assert states(heard) == {
        1: ("asked", {1: "asked", 2: "asked", 3: "asked"}),
        2: ("asked", {3: "asked"}),
    }
    heard = book(answered(3, silent=True), OFFERED)  # who is silent is only asked by name
    assert states(heard)[1] == ("asked", {1: "asked", 2: "asked"})
    assert states(heard)[2] == ("asked", {3: "asked"})


def test_what_nobody_accepts_is_declined() -> None:
    heard = book(OFFERED, answered(1), answered(2), answered(3), {"event": "lapsed", "ids": [1, 2]})
    assert states(heard) == {
        1: ("declined", {1: "declined", 2: "declined", 3: "declined"}),
        2: ("declined", {3: "declined"}),
    }


def test_one_acceptance_is_taken_and_the_other_lapses() -> None:
    asked = (OFFERED, answered(1, {1: 3}), answered(2, {1: 4}), answered(3))
    heard = book(*asked, {"event": "lapsed", "ids": [2]})
    assert states(heard)[1] == ("accepted", {1: "accepted", 2: "accepted", 3: "declined"})
    heard.add({"event": "traded", "seat": 0, "with": 2, "taken": 4, "gave": [], "got": []})
    heard.add({"event": "lapsed", "ids": [1, 3]})
    assert states(heard) == {
        1: ("taken", {1: "lapsed", 2: "taken", 3: "declined"}),
        2: ("declined", {3: "declined"}),
    }


def test_counter_offers_are_replies_that_may_be_taken_or_withdrawn() -> None:
    counter = answered(1, offers=[offer(3, seat=1, to=0), offer(4, seat=1, to=0)])
    heard = book(OFFERED, counter, answered(2), answered(3))
    assert [(row.id, row.reply) for row in heard.rows] == [
        (1, False), (2, False), (3, True), (4, True),
    ]  # fmt: skip
    heard.add({"event": "traded", "seat": 0, "with": 1, "taken": 3, "gave": [], "got": []})
    heard.add(answered(1, withdrawn=[4]))
    assert states(heard)[3] == ("taken", {})
    assert states(heard)[4] == ("withdrawn", {})


def test_what_stands_when_trading_ends_has_lapsed() -> None:
    heard = book(OFFERED, answered(1, {1: 3}), answered(2, offers=[offer(4, seat=2, to=0)]))
    heard.add({"event": "trade_ended", "seat": 0})
    assert states(heard)[1] == ("lapsed", {1: "lapsed", 2: "declined", 3: "asked"})
    assert states(heard)[4] == ("lapsed", {})
    heard.add({"event": "turn", "turn": 2, "seat": 1})
    assert heard.rows == []


def test_who_spoke_and_got_nothing_is_passed_over() -> None:
    counter = answered(2, offers=[offer(4, seat=2, to=0), offer(5, seat=2, to=0)])
    heard = book(OFFERED, answered(1, {1: 3}), counter, answered(3))
    assert [heard.is_passed_over(seat) for seat in range(4)] == [False, True, True, False]
    heard.add({"event": "traded", "seat": 0, "with": 2, "taken": 4, "gave": [], "got": []})
    heard.add({"event": "trade_ended", "seat": 0})
    assert [heard.is_passed_over(seat) for seat in range(4)] == [False, True, False, False]
    heard = book(OFFERED, counter)
    heard.add(answered(2, withdrawn=[4, 5]))
    assert not heard.is_passed_over(2)


@pytest.mark.parametrize(("variant", "players"), [("anniversary", 5), ("plus+open_retrade", 7)])
def test_what_stands_in_the_book_stands_in_the_game(variant: str, players: int) -> None:
    seen = 0
    for frame in frames(golden_game(variant, players)):
        offers = {each["id"] for each in frame.position["offers"]}
        accepts = {each["id"] for each in frame.position["accepts"]}
        states = {row["id"]: row["state"] for row in frame.offers}
        standing = {number for number, state in states.items() if state in ("asked", "accepted")}
        # A gift asked of all may be taken from one, and stand in what another accepts.
        again = {number for number in offers - standing if states[number] == "taken"}
        accepted = {
            answer["id"]
            for row in frame.offers
            for answer in row["answers"].values()
            if answer["state"] == "accepted"
        }
        assert (standing | again, accepted) == (offers, accepts)
        seen += len(accepts)
    assert seen > 10
