"""A bot in a seat: asks it questions in the protocol, keeps its clock, counts its faults.

Whatever the bot does, `answer` returns a legal choice: the bot's, or else the safest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from arena.codec import ChoiceRefused, Question, lines, parse_answer, reader, writer
from arena.referee.clock import TimeControl
from arena.referee.llm_player import MEASURED, ModelChannel
from arena.referee.process import BotLost
from arena.referee.talk_allowance import ALLOWANCE, USED_UP, counted_in
from arena.referee.time_bank import Bank
from arena.rules import Choice, Decision, Game, Rulebook, plain_choice
from protocol import Json
from protocol.messages import Aside, is_comment
from protocol.model import ProtocolError

FREE_FAULTS = 3
FREE_FAULTS_SHARE = 0.02
"""A bot forfeits with more faults than FREE_FAULTS and than this share of its decisions."""
MOST_SKIPPED: Final = 1_000
"""Comments and stale answers allowed at one question: reading them is on nobody's clock."""
MOST_NOTES: Final = 400_000
"""Characters of a seat's notes that are kept per game, and as many of its model's thoughts."""
LONGEST_THOUGHT: Final = 4_000
"""Characters of a model's thought on one question that are kept: the last ones."""


class Channel(Protocol):
    """A connection to a player's bot: a `BotProcess`, or a script in a test."""

    @property
    def ms(self) -> float:
        """Milliseconds charged for the last question so far."""

    @property
    def skipped(self) -> int:
        """Lines discarded at the last question because they had come before it."""

    def post(self, line: bytes, limit_ms: float) -> None:
        """Ask, and start the clock."""

    def collect(self) -> bytes | None:
        """Return the next line, or None when the time is up. Raises BotLost."""

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer."""

    def end(self) -> None:
        """Stop the bot for good."""


class PlayedAnswer:
    """An answer: the choice that is played, and how it came about."""

    __slots__ = ("choice", "fault", "ms", "note", "refused", "say", "thought", "usage", "wants")

    def __init__(
        self,
        choice: Choice,
        ms: float,
        say: str | None = None,
        wants: frozenset[str] | None = None,
        fault: str | None = None,
        refused: str | None = None,
        aside: Aside | None = None,
    ) -> None:
        """Make an answer.

        Args:
            choice: the choice that is played.
            ms: the time charged.
            say: talk to the other seats.
            wants: new wishes.
            fault: the kind of fault, if the choice isn't the bot's.
            refused: why a first answer was refused; else what was cut of this one.
            aside: what only the record gets.
        """
        self.choice = choice
        self.ms = ms
        self.say = say
        self.wants = wants
        self.fault = fault
        self.refused = refused or (aside.cut or None if aside is not None else None)
        self.note = aside.note if aside is not None else None
        self.thought: str | None = None
        self.usage = aside.usage if aside is not None else None


class ForfeitReason(NamedTuple):
    """Why a seat forfeited; `fault` is the kind of the decisive fault."""

    fault: str
    reason: str


class SeatedBot:
    """A seat and its bot in one game."""

    def __init__(
        self,
        seat: int,
        channel: Channel,
        book: Rulebook,
        control: TimeControl,
        text: bool = False,
        forfeit: ForfeitReason | None = None,
        allowance: float = ALLOWANCE,
        on_first_answer: Callable[[], object] = lambda: None,
        afresh: Callable[[], Channel] | None = None,
        patient: bool = False,
    ) -> None:
        """Seat a bot.

        Args:
            seat: its number, from 0.
            channel: the connection to its bot, unused once it has forfeited.
            book: the rules.
            control: its time control.
            text: True if questions include a plain-language account.
            forfeit: why it has forfeited before the game, if so.
            allowance: bytes that it may send to the others.
            on_first_answer: called at its first answer.
            afresh: starts the bot again if its process, kept from an earlier game, ends before
                its first answer: it has left, as some do at `game_over`.
            patient: True if refused answers may be corrected any number of times.
        """
        self.seat = seat
        self.news: list[str] = []
        """Events since its last question, as JSON texts."""
        self.decisions = 0
        self.faults: dict[str, int] = {}
        self.refused = 0
        self.time_ms = 0.0
        self.max_ms = 0.0
        self.forfeit = forfeit
        self.allowance = allowance
        """Bytes of its talk and large offers that the others may still be sent."""
        self.owed = 0
        """Late answers still to come, which must not be taken for answers to later questions."""
        self.channel = channel
        self.usage: dict[str, float] = {}
        """Its use of language models."""
        self._notes_left = self._thoughts_left = MOST_NOTES
        self._writer, self._reader = writer(book), reader(book)
        self._text = self._writer.scales() if text else None
        self._patient = patient
        self._bank = Bank(control)
        self._limit_ms = control.limit_ms
        self._question: Question
        self._start = b""  # the line that began the game
        self._asked = b"", 0.0  # the line of the last question, and its time limit
        self._stale = ""  # mentions an answer to an earlier question, for the reason of a fault
        self._on_first_answer: Callable[[], object] | None = on_first_answer
        self._afresh = afresh
        if forfeit is not None:
            self.faults[forfeit.fault] = 1

    def tell(self, message: Json) -> None:
        """Send a message that has no answer."""
        if self.forfeit is None:
            line = lines.encoded(message)
            self._start = self._start or line
            self.channel.tell(line)

    def prepare(self, game: Game, decision: Decision) -> None:
        """Write the next question, to be put with `ask`."""
        self.decisions += 1
        if self.forfeit is not None:
            return
        self._question = question = self._writer.question(game, decision)
        left_ms = int(self._bank.left_ms)
        line = lines.decide(
            self.decisions, question, self.news, left_ms, self._limit_ms, self._text
        )
        self._asked = line, self._bank.allowed_ms
        self._stale = ""
        self.news = []

    def ask(self) -> None:
        """Put the question; fetch the answer with `answer`."""
        if self.forfeit is not None:
            return
        self.channel.post(*self._asked)
        if self.owed:  # a late answer that came between the questions was skipped
            self.owed = max(0, self.owed - self.channel.skipped)

    def answer(self, game: Game) -> PlayedAnswer:
        """Return the answer to the last question; a refused one may be corrected once."""
        forfeited = self.forfeit is not None  # before: a bot pays for the question that ends it
        answer = self._answer(game)
        if isinstance(self.channel, ModelChannel) and not forfeited:
            answer.usage = measured(answer.usage, self.channel.usage)
            thought = self.channel.thought
            if len(thought) > LONGEST_THOUGHT:
                thought = "…" + thought[-LONGEST_THOUGHT:]
            self._thoughts_left -= len(thought)
            if thought and self._thoughts_left >= 0:
                answer.thought = thought
        if answer.usage is not None:
            for key, amount in answer.usage.items():
                self.usage[key] = self.usage.get(key, 0.0) + amount
        if answer.note is not None:
            self._notes_left -= len(answer.note)
            if self._notes_left < 0:
                answer.note = None
        return answer

    def _answer(self, game: Game) -> PlayedAnswer:
        if self.forfeit is not None:
            return PlayedAnswer(game.choices(self.seat)[0], 0.0, fault="forfeit")
        refused = None
        skipped = 0
        while True:
            try:
                if skipped > MOST_SKIPPED:
                    raise BotLost("malformed", f"wrote more than {MOST_SKIPPED} lines unasked")
                line = self._collect()
            except BotLost as lost:
                return self._lost(lost, refused)
            if line is None:
                self.owed += 1  # it may still answer this question, during the next one
                no_bank = ", as its bank is used up" if self._asked[1] < self._limit_ms else ""
                why = f"no answer in time{no_bank}{self._stale}"
                return self._failed(_Unfit("late", why), refused)
            try:
                answer = self._read(line, game, self.channel.ms)
            except _Unfit as unfit:
                if refused is not None and not self._patient:
                    return self._failed(unfit, refused)
                refused = str(unfit)
                self._afresh = None
                example = self._example(game, unfit.choice)
                self._refuse(refused, again=True, example=example)
                continue
            if answer is not None:
                if self._on_first_answer is not None:
                    self._on_first_answer()
                    self._on_first_answer = self._afresh = None
                answer.refused = refused or answer.refused
                self._charge(answer.ms)
                return answer
            skipped += 1

    def _collect(self) -> bytes | None:
        """Return its next line, from a new process if it left before the game. Raises BotLost."""
        try:
            return self.channel.collect()
        except BotLost as lost:
            if self._afresh is None or lost.fault != "crashed":
                raise
            self._charge(self.channel.ms)
            afresh, self._afresh = self._afresh, None
            self.channel = afresh()
            self.channel.tell(self._start)
            self.channel.post(*self._asked)
            return self.channel.collect()

    def _read(self, line: bytes, game: Game, ms: float) -> PlayedAnswer | None:
        """Read a line as an answer that took `ms`; None if it isn't meant for this question.

        Raises _Unfit.
        """
        try:
            number, said, say, wants, aside = parse_answer(line)
        except ProtocolError as error:
            if is_comment(line) or self._was_owed():
                return None
            raise _Unfit("malformed", str(error)) from None
        if number is None:  # ids are optional, so only the order tells what it answers
            if self._was_owed():
                self._stale = " (an answer without an id was taken for an earlier, late one)"
                return None
        elif 0 < number < self.decisions:
            self._was_owed()
            self._stale = f" (it answered question {number}, this is {self.decisions})"
            return None
        elif number != self.decisions:  # nobody can have been asked that
            raise _Unfit("malformed", f"id: this is question {self.decisions}, not {number}")
        try:
            choice = self._reader.read(game, self.seat, self._question.choices, said)
        except ChoiceRefused as refused:
            raise _Unfit("illegal", str(refused), said) from None
        if self.allowance <= 0 and counted_in(choice):
            raise _Unfit("illegal", USED_UP, said)
        self.owed = 0  # answers come in order: no older one will follow
        return PlayedAnswer(choice, ms, say, wants, aside=aside)

    def _example(self, game: Game, answer: int | Json | None) -> Json:
        """Return a legal answer: what is legal of the refused one, if that can be."""
        choices = self._question.choices
        if isinstance(answer, dict) and answer.get("offers") and self.allowance > 0:
            mended = self._reader.without_illegal_offers(game, self.seat, choices, answer)
            if mended is not None:
                return mended
        return self._writer.example(choices, answer)

    def _was_owed(self) -> bool:
        """Take a line for a late answer if one is still to come."""
        if self.owed == 0:
            return False
        self.owed -= 1
        return True

    # --- faults -------------------------------------------------------------------------------

    def _failed(self, unfit: _Unfit, refused: str | None) -> PlayedAnswer:
        """Count a fault and play the safest choice; after too many the seat forfeits."""
        fault = unfit.fault
        ms = self._fault(fault)
        choice = self._question.choices[0]
        self._refuse(str(unfit), again=False, played=plain_choice(choice))
        number = sum(self.faults.values())
        if too_many(number, self.decisions):
            self._give_up(
                fault, f"{number} faults in {self.decisions} questions, the last one: {unfit}"
            )
        return PlayedAnswer(choice, ms, fault=fault, refused=refused or str(unfit))

    def _lost(self, lost: BotLost, refused: str | None) -> PlayedAnswer:
        """Forfeit because the process is gone."""
        ms = self._fault(lost.fault)
        self._give_up(lost.fault, lost.reason)
        return PlayedAnswer(self._question.choices[0], ms, fault=lost.fault, refused=refused)

    def _fault(self, fault: str) -> float:
        """Count a fault of this kind, and return the time charged for it."""
        self.faults[fault] = self.faults.get(fault, 0) + 1
        ms = self.channel.ms
        self._charge(ms)
        return ms

    def _give_up(self, fault: str, reason: str) -> None:
        self.forfeit = ForfeitReason(fault, reason)
        self.channel.end()  # at once: it may be taking processor time from the others

    def _refuse(self, reason: str, again: bool, **more: Json) -> None:
        self.tell(lines.refused(self.decisions, reason, again, **more))

    def _charge(self, ms: float) -> None:
        self._bank.charge(ms)
        self.time_ms += ms
        if ms > self.max_ms:
            self.max_ms = ms


def measured(reported: dict[str, float] | None, found: dict[str, float]) -> dict[str, float] | None:
    """Return the measured usage, with what only the bot can report; None if it is empty."""
    own = {key: value for key, value in (reported or {}).items() if key not in MEASURED}
    return {**found, **own} or None


def too_many(faults: int, decisions: int) -> bool:
    """Return True if so many faults forfeit the game."""
    return faults > max(FREE_FAULTS, FREE_FAULTS_SHARE * decisions)


class _Unfit(Exception):
    """An answer that can't be played, or a missing one: the kind of fault, and why."""

    def __init__(self, fault: str, reason: str, choice: int | Json | None = None) -> None:
        super().__init__(reason)
        self.fault = fault
        self.choice = choice
