"""The check of a bot: every kind of question once, by the rules, then a game against itself.

The questions come from a game in which the bot sits in seat 0 and the others do what is safest,
except that they make offers, so that there is something to answer.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson

import arena
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import OBJECTIVE, GameSpec
from arena.referee.process import BotLost, BotProcess, CannotStart
from arena.referee.table import Table
from arena.rules import Decision, State, compile_rulebook
from arena.rules.cards import NAMES
from arena.rules.choices import Choice
from arena.text import question as in_words
from arena.view import Refused, translator
from protocol.messages import PROTOCOL, is_comment, parse_choose, parse_ready, wishes
from protocol.model import ProtocolError

VARIANT, PLAYERS = "anniversary", 4
DEAL = b"the check deals the same cards to every bot"
MOST_DECISIONS = 80

# The questions that must come up, in the order of a turn, with the title of their step.
QUESTIONS = {
    "plant": "answers a plant question",
    "trade": "answers a trade question",
    "set_aside": "plants what was set aside",
    "answer": "answers an offer",
}


@dataclass(frozen=True)
class Step:
    """One step of the check. `output`: what the bot wrote on stderr until then, if it failed."""

    number: int
    title: str
    passed: bool
    detail: str = ""
    output: str = ""


class _Fails(Exception):
    """The bot did something wrong; the text says what."""


def check(spec: BotSpec, time: TimeControl) -> Iterator[Step]:
    """The steps, each as soon as it is decided; after a failed one nothing more is tried."""
    titles = [
        "starts and says that it is ready",
        *QUESTIONS.values(),
        "goes on after a refusal",
        "plays a game against itself without a fault",
    ]
    conversation = _Conversation(spec, time)
    tests: list[Callable[[], str]] = [
        conversation.start,
        *(partial(conversation.until, ask) for ask in QUESTIONS),
        conversation.after_refusal,
    ]
    try:
        for number, (title, test) in enumerate(zip(titles, tests, strict=False), start=1):
            try:
                detail = test()
            except _Fails as failure:
                yield Step(number, title, False, str(failure), conversation.stderr())
                return
            yield Step(number, title, True, detail)
    finally:
        conversation.end()
    yield _plays_itself(spec, time, len(titles), titles[-1])


class _Conversation:
    """The bot in seat 0 of a game whose other seats are played here."""

    def __init__(self, spec: BotSpec, time: TimeControl) -> None:
        self.spec = spec
        self.time = time
        self.process: BotProcess | None = None
        self.book = compile_rulebook(VARIANT, PLAYERS)
        self.translator = translator(self.book)
        self.state = self.book.start(DEAL)
        self.told: list[Any] = []  # events since the bot's last question
        self.seen: set[str] = set()
        self.number = 0
        self.text = False

    def start(self) -> str:
        """hello and ready, then game_start."""
        try:
            self.process = BotProcess(self.spec.command, self.spec.cwd)
        except CannotStart as error:
            raise _Fails(str(error)) from None
        hello = {"type": "hello", "protocol": PROTOCOL, "arena": arena.__version__}
        try:
            ready = parse_ready(self._ask(hello, self.time.start_ms))
        except ProtocolError as error:
            raise _Fails(str(error)) from None
        self.text = bool(ready.text)
        self.book.wish(self.state, 0, wishes(ready.wants))
        took = f"after {self.process.ms:.0f} ms"
        self._tell(
            {
                "type": "game_start",
                "seat": 0,
                "players": PLAYERS,
                "variant": VARIANT,
                "rulebook": self.translator.rulebook(),
                "clock": {
                    "bank_ms": self.time.bank_ms,
                    "increment_ms": self.time.increment_ms,
                    "limit_ms": self.time.limit_ms,
                },
                "seed": 1,
                "talk": True,
                "objective": OBJECTIVE,
            }
        )
        return took

    def until(self, ask: str) -> str:
        """Play on until the bot has answered a question of this sort."""
        for _ in range(MOST_DECISIONS):
            if ask in self.seen:
                return ""
            if not self._play_one():
                break
        return "" if ask in self.seen else "it did not come up in this game"

    def after_refusal(self) -> str:
        """Told that something else was played in its place, the bot answers the next question."""
        self._tell(
            {
                "type": "refused",
                "id": self.number,
                "reason": "this is part of the check: your last choice was not played",
                "again": False,
            }
        )
        self.seen.discard("plant")
        return self.until("plant")

    def stderr(self) -> str:
        """What the bot has written on its standard error."""
        return self.process.stderr() if self.process else ""

    def end(self) -> None:
        """Say bye and end the process."""
        if self.process is not None:
            self.process.tell(b'{"type":"bye"}\n')
            self.process.end(grace_ms=200)

    def _play_one(self) -> bool:
        """One decision of the game, whoever's it is. False: the game is over."""
        decisions = self.book.to_decide(self.state)
        if not decisions:
            return False
        decision = next((each for each in decisions if each.seat == 0), decisions[0])
        choice = self._bot_decides(decision) if decision.seat == 0 else self._other(decision)
        events = self.book.apply(self.state, decision.seat, choice)
        self.told += self.translator.events(events)[0]
        return True

    def _bot_decides(self, decision: Decision) -> Choice:
        question = self.translator.question(self.state, decision)
        self.number += 1
        clock = {"bank_ms": self.time.bank_ms, "limit_ms": self.time.limit_ms}
        message = {"type": "decide", "id": self.number, **question.json}
        message |= {"events": self.told, "clock": clock}
        if self.text:
            message["text"] = in_words(orjson.loads(orjson.dumps(message)))
        self.told = []
        while True:
            try:
                chosen = parse_choose(self._ask(message, self.time.limit_ms))
            except ProtocolError as error:
                raise _Fails(f'To ask "{decision.ask}": {error}') from None
            if chosen.id in (None, self.number):
                break
        try:
            choice = self.translator.read(self.state, 0, question.choices, chosen.choice)
        except Refused as refused:
            raise _Fails(f'To ask "{decision.ask}": refused, {refused}') from None
        self.seen.add(decision.ask)
        return choice

    def _other(self, decision: Decision) -> Choice:
        listed = self.book.choices(self.state, decision.seat)
        if decision.ask == "trade" and self.state.round <= 1 and not self.state.offers:
            offer = _offer_to_the_bot(self.state)
            if offer is not None:
                return self.translator.read(self.state, decision.seat, listed, offer)
        return listed[0]

    def _ask(self, message: dict[str, Any], limit_ms: float) -> bytes:
        assert self.process is not None
        try:
            self.process.post(orjson.dumps(message) + b"\n", limit_ms)
            while (line := self.process.collect()) is not None:
                if not is_comment(line):
                    return line
        except BotLost as lost:
            raise _Fails(f'To "{message["type"]}": it {lost.reason}.') from None
        raise _Fails(f'To "{message["type"]}": no answer within {limit_ms / 1000:g} s.')

    def _tell(self, message: dict[str, Any]) -> None:
        assert self.process is not None
        self.process.tell(orjson.dumps(message) + b"\n")


def _offer_to_the_bot(state: State) -> dict[str, Any] | None:
    """A turned-over card for one that seat 0 holds, so that it can be accepted."""
    if not state.turned_over or not state.hands[0]:
        return None
    give, want = NAMES[state.turned_over[0]], NAMES[state.hands[0][-1]]
    return {"do": "trade", "offers": [{"to": "all", "give": [give], "want": [want]}]}


def _plays_itself(spec: BotSpec, time: TimeControl, number: int, title: str) -> Step:
    game = GameSpec(
        id="check",
        variant=VARIANT,
        players=PLAYERS,
        seed=DEAL,
        bots=(spec,) * PLAYERS,
        bot_seeds=tuple(range(PLAYERS)),
        lane=0,
        time=time,
    )
    with closing(Table()) as table:
        played = table.play(game)
    if played.void:
        return Step(number, title, False, played.void)
    coins = f"{VARIANT} with {PLAYERS} players: {', '.join(map(str, played.scores))} coins"
    for seat, each in enumerate(played.seats):
        if each.faults or each.forfeit:
            faults = ", ".join(f"{kind} {times}" for kind, times in each.faults.items())
            told = _first_refusal(played.record, seat)
            why = "; ".join(part for part in (each.reason, told) if part)
            return Step(
                number, title, False, f"faults in seat {seat}: {faults}. {why}", each.stderr
            )
    refused = sum("refused" in entry for entry in played.record["decisions"])
    mended = f"; {refused} answers were refused and mended" if refused else ""
    slowest = max(each.max_ms for each in played.seats)
    return Step(number, title, True, f"{coins}; slowest answer {slowest:.1f} ms{mended}")


def _first_refusal(record: dict[str, Any], seat: int) -> str:
    """The reason of the first fault of a seat."""
    for entry in record.get("decisions", ()):
        if entry["seat"] == seat and entry.get("fault") not in (None, "forfeit"):
            return str(entry.get("refused", entry["fault"]))
    return ""
