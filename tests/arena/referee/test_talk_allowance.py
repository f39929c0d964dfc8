"""Bots that offer and say as much as they may: what the others are sent, and what is refused."""

from typing import Any

import orjson
import pytest

from arena.referee.clock import TimeControl
from arena.referee.player import SeatedBot
from arena.referee.talk_allowance import ALLOWANCE, CARD_BYTES, FREE_CARDS, USED_UP, counted
from arena.replay.transcript import transcript
from arena.rules.choices import CardAt, Terms
from tests.support.one_game import Script, play_scripts, replayed

SEATS = 4
TIME = TimeControl.parse("standard")


class Spammer(Script):
    """Offers all it has for the most it can want, or for `cards` cards in all, and talks."""

    def __init__(self, cards: int = 100, say: str = "") -> None:
        super().__init__()
        self.cards = cards
        self.words = say
        self.sent = 0

    def tell(self, line: bytes) -> None:
        self.sent += len(line)
        super().tell(line)

    def collect(self) -> bytes | None:
        answer = 0 if self.told[-1]["type"] == "refused" else self.choice()
        return orjson.dumps({"choice": answer, "say": self.words})

    def choice(self) -> Any:
        view, ask = self.told[-1]["view"], self.told[-1]["ask"]
        give = [{"hand": at} for at in range(len(view["hand"]))][: self.cards // 2]
        offer = {"give": give, "want": ["red"] * min(24, self.cards - len(give))}
        if ask == "trade" and view["round"] <= view["rounds"]:
            return {"do": "trade", "offers": [offer] * 3}
        return {"do": "answer", "offers": [offer] * 2} if ask in ("answer", "bid") else 0

    def end(self) -> None:
        """It is never in the wrong."""
        raise AssertionError("ended")

    @property
    def refusals(self) -> list[str]:
        return [message["reason"] for message in self.told if message["type"] == "refused"]


def play(
    bots: list[Spammer], allowance: float = ALLOWANCE
) -> tuple[list[SeatedBot], dict[str, Any]]:
    wants = [frozenset({"bids"})] * SEATS
    players, record, _ = play_scripts(bots, wants, TIME, allowance=allowance)
    replayed(record)
    return players, record


def sent(bots: list[Spammer]) -> int:
    return sum(bot.sent for bot in bots)


@pytest.fixture(scope="module")
def normal() -> int:
    """The bytes of a game with as many offers, of a usual size."""
    bots = [Spammer(cards=3) for _ in range(SEATS)]
    players, _ = play(bots)
    assert [player.allowance for player in players] == [ALLOWANCE] * SEATS
    assert not any(bot.refusals for bot in bots)
    return sent(bots)


@pytest.mark.slow
def test_four_spammers_cost_little_more_than_a_normal_game(normal: int) -> None:
    unbounded = [Spammer(say="🥫" * 280) for _ in range(SEATS)]
    play(unbounded, float("inf"))
    assert sent(unbounded) > 4 * normal
    bots = [Spammer(say="🥫" * 280) for _ in range(SEATS)]
    players, _ = play(bots)
    assert all(player.allowance <= 0 for player in players)
    # What stood when it was used up is sent to the end of the turn.
    assert all(player.allowance > -ALLOWANCE / 4 for player in players)
    assert sent(bots) < 2 * normal


def test_the_record_of_a_spammer_is_whole() -> None:
    bots = [Spammer(), *(Spammer(cards=3) for _ in range(3))]
    players, record = play(bots)
    assert players[0].faults == {}
    assert {*bots[0].refusals} == {USED_UP}
    refused = [entry for entry in record["decisions"] if "refused" in entry]
    assert {(entry["seat"], entry["refused"]) for entry in refused} == {(0, USED_UP)}
    stored = replayed(record)
    for seat in range(SEATS):
        lines = [line.text for line in transcript(stored, seat) if line.to_bot]
        assert len(lines) == len(bots[seat].told)
        assert sum('"type":"refused"' in line for line in lines) == len(bots[seat].refusals)


def test_talk_is_dropped_when_the_allowance_is_used_up() -> None:
    said = "x" * 280
    bots = [Spammer(cards=2, say=said), *(Spammer(cards=2) for _ in range(3))]
    players, record = play(bots, allowance=10_000)
    spoken = sum("say" in entry for entry in record["decisions"])
    line = len(orjson.dumps({"event": "said", "seat": 0, "text": said}))
    assert spoken == 10_000 // (3 * line) + 1
    heard = [e for told in bots[1].told for e in told.get("events", ()) if e["event"] == "said"]
    assert len(heard) == spoken
    assert not bots[0].refusals  # small offers go on
    assert players[1].allowance == 10_000


@pytest.mark.parametrize(
    ("give", "want", "bytes_"),
    [
        (3, FREE_CARDS - 3, 0),
        (3, FREE_CARDS - 2, CARD_BYTES),
        (None, FREE_CARDS + 2, 2 * CARD_BYTES),
        (FREE_CARDS + 1, None, CARD_BYTES),
    ],
)
def test_the_cards_of_both_sides_count(give: int | None, want: int | None, bytes_: int) -> None:
    cards = None if give is None else (CardAt("hand", 0, 1),) * give
    assert counted(Terms(cards, None if want is None else bytes(want))) == bytes_


def test_an_offer_counts_whenever_somebody_is_sent_it() -> None:
    """To each of the others as it is made, and with each of their questions in which it stands."""
    bots = [Spammer(cards=16 if seat == 0 else 3) for seat in range(SEATS)]
    players, record = play(bots, allowance=1e9)

    def size(offer: dict[str, Any]) -> int:
        cards = len(offer["give"] or ()) + len(offer["want"] or ())
        return CARD_BYTES * max(0, cards - FREE_CARDS)

    own = [entry["choice"] for entry in record["decisions"] if entry["seat"] == 0]
    made = sum(size(offer) for each in own for offer in each.get("offers", ()))
    questions = [
        message
        for bot in bots[1:]
        for message in bot.told
        if message["type"] == "decide" and message["ask"] != "answer"
    ]
    offers = [offer for each in questions for offer in each["view"].get("offers", ())]
    stood = sum(size(offer) for offer in offers if offer["seat"] == 0)
    assert made and stood
    assert players[0].allowance == 1e9 - made * (SEATS - 1) - stood
