"""Trial games: the caller talks to a bot as the referee does, and seats it in seat 0.

The caller plays the other seats, and also seat 0 wherever it does not ask the bot.
"""

from collections.abc import Callable

from arena.codec import ChoiceRefused, lines, reader, writer
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.llm_player import ModelChannel
from arena.referee.process import BotKilled, BotLost, BotProcess
from arena.referee.seating import ready_line
from arena.referee.stderr import Excerpt
from arena.referee.time_bank import Bank
from arena.registry.handler_errors import handler_error
from arena.rules import Decision, Event, compile_rulebook
from arena.rules.choices import Choice
from arena.sandbox.level import Level
from arena.sandbox.supervisor_messages import CannotStart
from protocol import Json
from protocol.messages import is_comment, parse_choose, parse_ready, wishes
from protocol.model import ProtocolError

_LEFT = "exited with code 0"
_UNFLUSHED = "If it wrote one, it has to flush its output."


class BotFailed(Exception):
    """The bot did something wrong; the text says what."""


def _next_line(channel: BotProcess | ModelChannel) -> bytes | None:
    while (line := channel.collect()) is not None and is_comment(line):
        pass
    return line


ReadAnswer = Callable[[BotProcess | ModelChannel], bytes | None]
"""Reads the line that answers; None if it did not come in time."""


class Conversation:
    """A connection to a bot's process; whatever the bot does wrong raises BotFailed."""

    def __init__(self, spec: BotSpec, time: TimeControl, level: Level | None = None) -> None:
        self.spec = spec
        self.level = level
        self.time = time
        self.process: BotProcess | None = None
        self._channel: BotProcess | ModelChannel
        self.wants: frozenset[str] = frozenset()
        self.text = False
        self.leaves = False
        """True once it has left after a game, and was started again for the next."""
        self.questions = 0
        self.lines: list[str] = []
        """What was said in the present game, as `arena debug` prints it."""
        self._between = False  # a game is over, and the bot hasn't answered since
        self._stderr = Excerpt()
        self._watch: Callable[[int], None] = lambda questions: None

    def watch(self, watch: Callable[[int], None]) -> None:
        """Count questions from 0 again, and call `watch` with the count at each."""
        self.questions, self._watch = 0, watch
        watch(0)

    def start(self) -> str:
        """Start the bot, exchange hello and ready, and say how long that took."""
        try:
            self.process = BotProcess(
                self.spec.command, self.spec.cwd, self.spec.needs, self.level, self.time.wall
            )
            # A bot that asks a language model is checked without one: nothing answers it.
            self._channel = ModelChannel(self.process) if self.spec.needs.model else self.process
        except CannotStart as error:
            raise BotFailed(str(error)) from None
        try:
            hello = lines.encoded(lines.hello())
            line = self.ask(hello, 'After "hello"', self.time.start_ms, ready_line)
            ready = parse_ready(line)
        except ProtocolError as error:
            raise BotFailed(str(error)) from None
        self.new_stderr()  # what it wrote until here is of no handler
        self.wants, self.text = wishes(ready.wants), bool(ready.text)
        return f"after {self.process.ms:.0f} ms"

    def ask(self, line: bytes, when: str, limit_ms: float, read: ReadAnswer = _next_line) -> bytes:
        """Send a line and return the answer. `when` begins the message if the bot fails."""
        self.questions += 1
        self._watch(self.questions)
        self._note(">", line)
        self._channel.post(line, limit_ms)
        return self.listen(when, limit_ms, read)

    def listen(self, when: str, limit_ms: float, read: ReadAnswer = _next_line) -> bytes:
        """Return the bot's next line, on the clock of the last message sent."""
        try:
            line = read(self._channel)
        except (BotKilled, BotLost) as lost:
            if self._between:
                when = 'After "game_over", before its next answer'
                # A bot may end itself between two games, as long as it does so in order.
                if str(lost) == _LEFT:
                    return self._again(limit_ms, read)
            raise BotFailed(f"{when}: it {lost}.") from None
        self._between = False
        if line is None:
            raise BotFailed(f"{when}: no answer within {limit_ms / 1000:.2g} s. {_UNFLUSHED}")
        self._note("<", line)
        return line

    def _again(self, limit_ms: float, read: ReadAnswer) -> bytes:
        """Start a bot that left after the last game again, and return its first answer."""
        assert self.process is not None
        self.process.end()
        self.leaves, self._between = True, False
        said, self.lines = self.lines, []  # how the game began, and its first question
        self.start()
        self.lines = said
        begun, asked = (line.removeprefix("> ").encode() + b"\n" for line in said)
        self.process.tell(begun)
        self._channel.post(asked, limit_ms)
        return self.listen("Started again", limit_ms, read)

    def tell(self, message: Json) -> None:
        """Send a message that has no answer."""
        assert self.process is not None
        if message["type"] == "game_start":
            self.lines = []
        self._between = self._between or message["type"] == "game_over"
        self._note(">", lines.encoded(message))
        self.process.tell(lines.encoded(message))

    def _note(self, direction: str, line: bytes) -> None:
        self.lines.append(f"{direction} {line.decode('utf-8', 'replace').rstrip()}")

    def stderr(self) -> str:
        """Return the bot's standard error so far."""
        self.new_stderr()
        return self._stderr.text()

    def new_stderr(self) -> str:
        """Return the bot's standard error since the last call."""
        text = self.process.stderr() if self.process else ""
        self._stderr.add(text.encode())
        return text

    def end(self) -> None:
        """Say bye and end the process."""
        if self.process is not None:
            self.process.tell(lines.encoded(lines.bye()))
            self.process.hang_up()
            self.process.end(grace_ms=200)


class SeatZero:
    """A game with the bot in seat 0, announced to it only when it is first asked something."""

    def __init__(self, bot: Conversation, variant: str, players: int, deal: bytes) -> None:
        self.bot = bot
        self.book = compile_rulebook(variant, players)
        others = (frozenset[str](),) * (players - 1)
        self.game = self.book.start(deal, (bot.wants, *others))
        self.number = 0
        """The number of questions put to the bot."""
        self._bank = Bank(bot.time)
        self._happened: list[Event] = []  # since its last question

    def next(self) -> Decision | None:
        """Return the next decision, the bot's before all others; None once the game is over."""
        decisions = self.game.decisions
        own = (each for each in decisions if each.seat == 0)
        return next(own, decisions[0]) if decisions else None

    def listed(self, decision: Decision) -> list[Choice]:
        """List the choices of a decision."""
        return self.game.choices(decision.seat)

    def play(self, decision: Decision, choice: Choice) -> None:
        """Carry out the caller's choice."""
        self._happened += self.game.play(decision.seat, choice)

    def put(self, decision: Decision) -> None:
        """Ask the bot, and play its answer. Raises BotFailed."""
        if self.number == 0:
            clock = self.bot.time.plain()
            self.bot.tell(lines.game_start(self.book, 0, clock, seed=1, talk=True))
        self.play(decision, self._answer(decision))

    def refuse(self, reason: str) -> None:
        """Tell the bot that its last choice was not played."""
        self.bot.tell(lines.refused(self.number, reason, again=False))

    def finish(self) -> None:
        """Play the safest choices to the end, and send the bot the result if it knows the game."""
        while decision := self.next():
            self.play(decision, self.listed(decision)[0])
        if self.number:
            self.bot.tell(lines.game_over(self.game.result, self._new_events()))

    def _answer(self, decision: Decision) -> Choice:
        bot, bank = self.bot, self._bank
        assert bot.process is not None
        words = writer(self.book)
        question, scales = words.question(self.game, decision), words.scales() if bot.text else None
        self.number += 1
        left_ms, limit_ms = int(bank.left_ms), bot.time.limit_ms
        asked = lines.decide(self.number, question, self._new_events(), left_ms, limit_ms, scales)
        allowed = bank.allowed_ms
        line = bot.ask(asked, _asked(decision.ask), allowed)
        try:
            # An answer with an earlier id came too late for its question.
            while (chosen := parse_choose(line)).id not in (None, self.number):
                line = bot.listen(_asked(decision.ask), allowed)
        except ProtocolError as error:
            raise BotFailed(f"{_asked(decision.ask)}: {error}") from None
        bank.charge(bot.process.ms)
        if problem := handler_error(bot.new_stderr()):
            raise BotFailed(f"{_asked(decision.ask)}: a handler failed: {problem}")
        try:
            choice = reader(self.book).read(self.game, 0, question.choices, chosen.choice)
        except ChoiceRefused as refused:
            raise BotFailed(f"{_asked(decision.ask)}: refused, {refused}") from None
        if chosen.wants is not None:
            self.game.wish(0, chosen.wants)
        return choice

    def _new_events(self) -> list[str]:
        """Take the events since the bot's last question, as JSON texts."""
        events = writer(self.book).events(self._happened)[0]
        self._happened = []
        return events


def _asked(ask: str) -> str:
    return f'When asked "{ask}"'
