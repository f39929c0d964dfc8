"""The check of a bot: every kind of question of every game, then a game against itself.

The usual questions come first, in a game with the bot in seat 0, in which the others make the
safest choices and an offer for the bot to answer. Then comes the conformance test, with the
questions of all other games.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from arena.codec import reader
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.referee.seating import Seating
from arena.registry.conformance import run_conformance
from arena.registry.executables import hidden_program_hint, sanitizer_hint
from arena.registry.handler_errors import handler_error
from arena.registry.trial_games import BotFailed, Conversation, SeatZero
from arena.replay.stored_game import RefusedAnswer, refusals, refused_words
from arena.rules import Decision, Game
from arena.rules.cards import NAMES
from arena.rules.choices import Choice
from arena.sandbox.level import Level
from protocol import Json

VARIANT, PLAYERS = "anniversary", 4
DEAL = b"the check deals the same cards to every bot"
MOST_DECISIONS = 80

# The questions that must come up, in the order of a turn, and the titles of their steps.
QUESTIONS = {
    "plant": "answers a plant question",
    "trade": "answers a trade question",
    "set_aside": "plants what was set aside",
    "answer": "answers an offer",
}
LEAVES = (
    'It exits at "game_over", so it is started again for each game: exit at "bye" to save the time'
)
NOT_ASKED = "it did not come up in this game"
PLAYS_ITSELF = "plays a game against itself without a fault"


@dataclass(frozen=True)
class CheckStep:
    """One step of the check."""

    number: int
    title: str
    passed: bool
    detail: str = ""
    output: str = ""
    """The bot's stderr so far, if the step failed."""
    asked: tuple[str, ...] = ()
    """What was said in this game up to the failure, as `arena debug` prints it."""
    refusals: tuple[str, ...] = ()
    """Why answers were refused in the game against itself, even if a second answer was fine."""
    warning: str = ""
    """What the author should know although the step passed."""

    @property
    def verdict(self) -> str:
        """`Passed`, `Failed`, or `Not tried` where the game never came to it."""
        return (
            "Failed" if not self.passed else "Not tried" if self.detail == NOT_ASKED else "Passed"
        )


Doing = Callable[[int, str, int], None]
"""Called as the check goes on, with a step's number and title, and its questions so far."""


def ignore_questions(number: int, title: str, questions: int) -> None:
    """Show nothing of a check that goes on."""


def check(
    spec: BotSpec,
    time: TimeControl,
    doing: Doing = ignore_questions,
    level: Level | None = None,
) -> Iterator[CheckStep]:
    """Yield the steps of the check as they are decided, up to the first that fails.

    The bot is confined at `level`; None: the best of this machine.
    """
    conversation = Conversation(spec, time, level)
    game = _FirstGame(conversation)
    tests: list[tuple[str, Callable[[], str]]] = [
        ("starts and says that it is ready", game.start),
        *((title, partial(game.until, ask)) for ask, title in QUESTIONS.items()),
        ("goes on after a refusal", game.after_refusal),
        ("answers the questions of all games", game.other_games),
    ]
    try:
        for number, (title, test) in enumerate(tests, start=1):
            conversation.watch(partial(doing, number, title))
            try:
                detail = test()
            except BotFailed as failure:
                output = conversation.stderr()
                hints = hidden_program_hint(output), sanitizer_hint(output)
                why = " ".join(filter(None, (str(failure), *hints)))
                yield CheckStep(number, title, False, why, output, tuple(conversation.lines))
                return
            yield CheckStep(number, title, True, detail)
    finally:
        conversation.end()
    doing(len(tests) + 1, PLAYS_ITSELF, 0)
    yield _plays_itself(spec, time, level, len(tests) + 1)


class _FirstGame:
    """The first game of the check, in which the usual questions come up one by one."""

    def __init__(self, bot: Conversation) -> None:
        self.bot = bot
        self.seen: set[str] = set()
        self.game: SeatZero

    def start(self) -> str:
        """Start the bot and its game, and say how long the bot took."""
        took = self.bot.start()
        self.game = SeatZero(self.bot, VARIANT, PLAYERS, DEAL)
        return took

    def until(self, ask: str) -> str:
        """Play until the bot has answered a question of this kind."""
        for _ in range(MOST_DECISIONS):
            decision = self.game.next()
            if ask in self.seen or decision is None:
                break
            if decision.seat == 0:
                self.game.put(decision)
                self.seen.add(decision.ask)
            else:
                self.game.play(decision, self._other(decision))
        return "" if ask in self.seen else NOT_ASKED

    def after_refusal(self) -> str:
        """Refuse the bot's last choice, and see it answer the next question."""
        self.game.refuse("this is part of the check: your last choice was not played")
        self.seen.discard("plant")  # so that it has to come up, and be answered, once more
        return self.until("plant")

    def other_games(self) -> str:
        """End this game and run the conformance test."""
        self.game.finish()
        asked = run_conformance(self.bot)
        return f"{asked}. {LEAVES}" if self.bot.leaves else asked

    def _other(self, decision: Decision) -> Choice:
        listed, game = self.game.listed(decision), self.game.game
        # A single offer is enough for the bot to be asked `answer`.
        if decision.ask == "trade" and game.round <= 1 and not game.offers:
            offer = _offer_to_the_bot(game)
            if offer is not None:
                return reader(game.book).read(game, decision.seat, listed, offer)
        return listed[0]


def _offer_to_the_bot(game: Game) -> Json | None:
    """Offer a turned-over card for one that seat 0 holds, so that it can accept."""
    if not game.turned_over or not game.hands[0]:
        return None
    give, want = NAMES[game.turned_over[0]], NAMES[game.hands[0][-1]]
    return {"do": "trade", "offers": [{"to": "all", "give": [give], "want": [want]}]}


def _plays_itself(spec: BotSpec, time: TimeControl, level: Level | None, number: int) -> CheckStep:
    step = partial(CheckStep, number, PLAYS_ITSELF)
    game = GameSpec(
        id="check",
        variant=VARIANT,
        players=PLAYERS,
        seed=DEAL,
        bots=(spec,) * PLAYERS,
        bot_seeds=tuple(range(PLAYERS)),
        time=time,
    )
    with closing(Seating(level=level)) as seating:
        played = seating.play(game)
    if played.void:
        return step(False, played.void)
    refused = list(refusals(played.record))
    whys = tuple(_why(refusal) for refusal in refused)
    coins = f"{VARIANT} with {PLAYERS} players: {', '.join(map(str, played.scores))} coins"
    for number_of_seat, seat in enumerate(played.seats):
        if seat.faults or seat.forfeit:
            faults = ", ".join(f"{kind} {times}" for kind, times in seat.faults.items())
            faulty = (_why(one) for one in refused if one.seat == number_of_seat and one.fault)
            question = next(faulty, "")
            forfeit = "" if seat.reason in question else seat.reason
            why = "; ".join(part for part in (forfeit, question) if part)
            detail = f"faults in seat {number_of_seat + 1}: {faults}. {why}"
            return step(False, detail, seat.stderr, refusals=whys)
        if error := handler_error(seat.stderr):
            detail = f"a handler failed in seat {number_of_seat + 1}: {error}"
            return step(False, detail, seat.stderr, refusals=whys)
    slowest = max(seat.max_ms for seat in played.seats)
    detail = f"{coins}; slowest answer {slowest:.1f} ms"
    return step(True, detail, refusals=whys, warning=refused_words(refused, PLAYERS))


def _why(refusal: RefusedAnswer) -> str:
    return f"question {refusal.question}: {refusal.reason}"
