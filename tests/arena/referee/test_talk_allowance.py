"""Bots that offer and say as much as they may: what the others are sent, and what is refused."""

from typing import Any

import orjson
import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.player import SeatedBot
from arena.referee.referee import Referee
from arena.referee.talk_allowance import ALLOWANCE, CARD_BYTES, FREE_CARDS, USED_UP, counted
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from arena.rules import compile_rulebook
from arena.rules.choices import CardAt, Terms
from tests.support.one_game import one_game

SEATS = 4
BOT = BotSpec("bot", 1, "hash", ("none",), "/")
TIME = TimeControl.parse("standard")


class Spammer:
    """Offers all it has for the most it can want, or for `cards` cards in all, and talks."""

    ms = 1.0
    skipped = 0

    def __init__(self, cards: int = 100, say: str = "") -> None:
        self.cards = cards
        self.words = say
        self.sent = 0
        self.lines: list[bytes] = []

    def post(self, line: bytes, limit_ms: float) -> None:
        self.question = orjson.loads(line)
        self.tell(line)

    def tell(self, line: bytes) -> None:
        self.sent += len(line)
        self.lines.append(line)

    def collect(self) -> bytes | None:
        answer: Any = self.choice()
        if b'"type":"refused"' in self.lines[-1]:
            answer = 0
        return orjson.dumps({"choice": answer, "say": self.words})

    def choice(self) -> Any:
        view, ask = self.question["view"], self.question["ask"]
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
        read = map(orjson.loads, self.lines)
        return [message["reason"] for message in read if message["type"] == "refused"]


def play(
    bots: list[Spammer], allowance: float = ALLOWANCE
) -> tuple[list[SeatedBot], dict[str, Any]]:
    book = compile_rulebook("anniversary", SEATS)
    players = [SeatedBot(at, bot, book, TIME, allowance=allowance) for at, bot in enumerate(bots)]
    spec = one_game(BOT, SEATS, TIME)
    referee = Referee(spec, book, players)
    record, _ = referee.play([frozenset({"bids"})] * SEATS)
    referee.tell_result()
    assert Replay(orjson.dumps({"format": 1, **record})).check() is None
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
    stored = Replay(orjson.dumps({"format": 1, **record}))
    for seat in range(SEATS):
        lines = [line.text for line in transcript(stored, seat) if line.to_bot]
        assert len(lines) == len(bots[seat].lines)
        assert sum('"type":"refused"' in line for line in lines) == len(bots[seat].refusals)


def test_talk_is_dropped_when_the_allowance_is_used_up() -> None:
    said = "x" * 280
    bots = [Spammer(cards=2, say=said), *(Spammer(cards=2) for _ in range(3))]
    players, record = play(bots, allowance=10_000)
    spoken = sum("say" in entry for entry in record["decisions"])
    line = len(orjson.dumps({"event": "said", "seat": 0, "text": said}))
    assert spoken == 10_000 // (3 * line) + 1
    assert bots[1].lines[-1].count(b'"said"') == 0
    assert sum(each.count(b'"said"') for each in bots[1].lines) == spoken
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
        for message in map(orjson.loads, bot.lines)
        if message["type"] == "decide" and message["ask"] != "answer"
    ]
    offers = [offer for each in questions for offer in each["view"].get("offers", ())]
    stood = sum(size(offer) for offer in offers if offer["seat"] == 0)
    assert made and stood
    assert players[0].allowance == 1e9 - made * (SEATS - 1) - stood
