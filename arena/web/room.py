"""A room on the server: people at one table, each with a slot, and bots in the other seats.

A slot has a token, by which its page finds it again after a reload or a lost connection. Until
somebody sits down it also has an invitation, so that the organiser, who sends the links, knows no
token but their own.

The states of a slot (`Presence`):

    FREE ──take──▶ AWAY ◀──disconnect── HERE
      ▲              └─────connect────▶  │
      └──────────────leave───────────────┘

Anyone who leaves has the token of no slot any more; by its invitation somebody may sit down again.
Independently of these, a bot may play in the slot (`bot_plays`). It starts when a game begins and
the slot is FREE, when the person leaves or has been AWAY for GRACE_S, when the organiser asks for
it, or after MISSES timeouts in a row. It stops when a person connects or acts.

The states of a room (`Phase`):

    GATHERING ◀─▶ STARTING ──▶ PLAYING ──▶ OVER
        └────────────┴────────────┴──close──┴──▶ CLOSED

STARTING falls back to GATHERING if the host cannot seat the game. A room closes when everybody has
left, or EMPTY_S after the last page closed: while nobody is connected nothing is answered for
anybody, so a game for one person simply waits.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from secrets import randbelow, token_urlsafe
from typing import Any, NamedTuple, Protocol

from arena.errors import ArenaError
from arena.play.controller import Controller, HintSource
from arena.play.seat import Entry
from arena.play.session import NAMES, SeatConnection, Session, names
from arena.referee.game_types import FinishedGame
from arena.replay.frames import Frame, Live
from arena.text import harmless, spoken
from arena.web.room_broadcast import RoomBroadcast
from protocol import Json

GRACE_S = 60.0
"""Seconds until a bot plays for a person whose page has closed."""
EMPTY_S = 300.0
"""Seconds until a room without any open page closes."""
MISSES = 2
"""Consecutive timeouts before a bot takes over."""
MOST_SAID = 280
"""Characters of what a person says at once."""
SEEDS = 1 << 53
"""Seeds that are drawn: exact in JavaScript, and too many to be tried out against a hand."""
_LAST_WORDS_S = 5.0
"""Seconds for the referee's last messages to arrive once the game is over."""


class NoRoom(ArenaError):
    """There is no such room or slot, or there can be no more games; the text says why."""


class SeatedGame(NamedTuple):
    """A game that is ready to begin, with a hint source for each person and its bot's name."""

    session: Session
    advisers: list[HintSource]
    bot_name: str


class NamedBot(NamedTuple):
    """A bot that a person can name, with a line about it, and the level that it stands for."""

    name: str
    line: str
    level: str = ""


class Host(Protocol):
    """A host seats bots around people, and stores their game afterwards."""

    explain: Callable[[Exception], str]
    """Describes an error, expected or not, in a sentence."""
    at_once: int
    """The most games at once: each needs processes for its bots."""
    tables: int
    """The tables of a class, beside those games; 0 if there is none."""

    def bots(self) -> list[NamedBot]:
        """List the bots that can be named; levels come from the easiest to the hardest."""

    def others(self, wishes: Json) -> list[str]:
        """Return the names of the bots that will play. Raises ArenaError."""

    def seat(self, wishes: Json, people: list[str]) -> SeatedGame:
        """Set up the requested game, to be followed. Raises ArenaError."""

    def keep(self, played: FinishedGame) -> str:
        """Store a finished game; return the number of its replay."""


class Timer:
    """A callback that is due once, and can be put off or cancelled."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call `callback` in so many seconds, in place of what was due before."""
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, callback)

    def cancel(self) -> None:
        """Call nothing."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def left_s(self) -> float:
        """Return the seconds until the callback; 0 if it is late or there is none."""
        if self._handle is None:
            return 0.0
        return max(0.0, self._handle.when() - asyncio.get_running_loop().time())


class Presence(Enum):
    """Who is in a slot; see the module for the transitions."""

    FREE = auto()
    """Nobody sits there."""
    HERE = auto()
    """The person's page is open."""
    AWAY = auto()
    """The person's page is closed."""


class Phase(Enum):
    """How far a room has got; see the module for the transitions."""

    GATHERING = auto()
    STARTING = auto()
    PLAYING = auto()
    OVER = auto()
    """The game has ended, and people may still look at it."""
    CLOSED = auto()
    """Nobody can come back."""


@dataclass(eq=False)
class Slot:
    """A person's slot in a room."""

    room: "Room"
    number: int
    token: str = field(default_factory=lambda: token_urlsafe(24))
    invitation: str = field(default_factory=lambda: token_urlsafe(24))
    name: str = ""
    """That of the person, or of the bot in a free slot; empty before the game."""
    presence: Presence = Presence.FREE
    notify: Callable[[], None] | None = None
    """Tells the open page of changes; None unless the person is HERE."""
    controller: Controller = field(init=False)
    """Set when the game begins, like `seat`."""
    seat: int = -1
    """The number of the seat."""
    bot_plays: bool = False
    bot_answered: int = -1
    """The id of the last question that a bot answered for the person."""
    timeouts: int = 0
    """Questions in a row that were left to the clock."""
    timed_question: int = -1
    """The id of the question that the clock runs for."""
    clock: Timer = field(default_factory=Timer)
    """Runs out when the time for a question is up."""
    grace: Timer = field(default_factory=Timer)
    """Runs out when the person has been away for too long."""
    unseen: list[Frame] = field(default_factory=list)
    """Frames from before the seat was told that the game has begun."""

    def changed(self) -> None:
        """Tell the page that something has changed."""
        if self.notify is not None:
            self.notify()

    def take(self, name: str) -> None:
        """Sit down."""
        self.presence, self.name = Presence.AWAY, name
        self.room.introduce()

    def stop_clock(self) -> None:
        """Give up the clock."""
        self.timed_question = -1
        self.clock.cancel()

    def left_ms(self) -> int | None:
        """Return the milliseconds left for the open question; None if no clock runs."""
        if self.timed_question != self.open_id:
            return None
        return round(self.clock.left_s() * 1000)

    @property
    def open_id(self) -> int | None:
        """The id of the open question; None if there is none."""
        question = self.controller.seat.asked
        return question["id"] if question else None


class Room:
    """People at one table, from gathering to the end of their game."""

    def __init__(self, host: Host, wishes: Json, others: list[str], delay: float = 0.0) -> None:
        """Begin to gather.

        Args:
            host: Seats the bots and stores the game.
            wishes: The requested game.
            others: Names of the bots.
            delay: Seconds by which viewers see the game later.
        """
        self.host = host
        # Alone, the cards can be played again, so they come from a seed that is known afterwards.
        drawn = {"seed": randbelow(SEEDS)} if wishes["people"] == 1 else {}
        self.wishes = wishes if wishes.get("seed") is not None else wishes | drawn
        self.others = others
        self.slots = [Slot(self, number) for number in range(wishes["people"])]
        self.phase = Phase.GATHERING
        self.ending = ""
        """Why the game goes no further, in a sentence; empty until then."""
        self.replay_number = ""
        """The number of the replay, once the game is stored."""
        self.session: Session | None = None
        """The game, from PLAYING on."""
        self.failures: dict[int, str] = {}
        """Why a bot has forfeited, by seat."""
        self.live: Live | None = None
        """The game as each person may see it, also while others decide."""
        self.game: asyncio.Task[None] | None = None
        """The task that plays `session`, from PLAYING on."""
        self.bot_name = ""
        """The bot that plays for people who are away."""
        self.token = token_urlsafe(24)
        """The secret of the viewers' link; they see only what all seats see."""
        self.table = 0
        """The number of the table in a hall, which then invites people and begins the game."""
        self.link = ""
        """The secret of the link to the hall."""
        self._shown = RoomBroadcast(host.explain, delay)
        self.viewers = self._shown.viewers
        self._tasks: set[asyncio.Task[None]] = set()
        self._empty = Timer()
        self.empty_since: float
        """When the last page closed, by the clock of the loop; infinite while one is open."""
        self._wait_for_somebody()

    @property
    def several(self) -> bool:
        """True if there are other people."""
        return len(self.slots) > 1

    @property
    def organiser(self) -> Slot | None:
        """The slot that may begin and let bots play for others: the first that somebody has."""
        taken = (slot for slot in self.slots if slot.presence is not Presence.FREE)
        return None if self.table else next(taken, self.slots[0])

    @property
    def result(self) -> Json | None:
        """The result of the game, once it has one."""
        return None if self.session is None else self.slots[0].controller.seat.result

    @property
    def active(self) -> bool:
        """True while the game is being played or gathered for."""
        return self.phase not in (Phase.OVER, Phase.CLOSED)

    @property
    def gone(self) -> bool:
        """True once the room is closed and its game cleaned up."""
        return self.phase is Phase.CLOSED and (self.game is None or self.game.done())

    @property
    def occupied(self) -> bool:
        """True if any person's page is open."""
        return any(slot.presence is Presence.HERE for slot in self.slots)

    @property
    def complete(self) -> bool:
        """True when everybody has sat down, and nothing has begun yet."""
        return self.session is None and all(
            slot.presence is not Presence.FREE for slot in self.slots
        )

    def changed(self) -> None:
        """Tell all pages that something has changed."""
        for slot in self.slots:
            slot.changed()

    # --- coming and going -------------------------------------------------------------------------

    def connect(self, slot: Slot, notify: Callable[[], None]) -> None:
        """Let a page show a slot; the page that did so before learns that it no longer does."""
        slot.grace.cancel()
        self._empty.cancel()
        self.empty_since = float("inf")  # so that it never makes way for another room
        notify_former, slot.notify, slot.presence = slot.notify, notify, Presence.HERE
        if notify_former is not None:
            notify_former()
        self.take_back(slot)
        for each in self.slots:
            # If nobody was there, nothing was answered, and the last to go was given no grace.
            if each.presence is Presence.AWAY and not each.bot_plays:
                self._start_grace(each)
            if self.session is not None:
                self._ensure_answer(each)
        self.changed()

    def take_back(self, slot: Slot) -> None:
        """Give the seat back to its person, from the next question on."""
        slot.timeouts = 0
        if slot.bot_plays:
            slot.bot_plays = False
            self._note(slot.seat, f"{slot.name} is back, and plays again.")

    def disconnect(self, slot: Slot, notify: Callable[[], None]) -> None:
        """Note that a page has closed, unless another one shows the slot by now."""
        if slot.notify is not notify:
            return
        slot.notify, slot.presence = None, Presence.AWAY
        self.changed()
        if self.occupied:
            self._start_grace(slot)
        else:
            self._wait_for_somebody()

    def _wait_for_somebody(self) -> None:
        self.empty_since = asyncio.get_running_loop().time()
        self._empty.start(EMPTY_S, self.close)  # a room that was just opened is empty, too

    def leave(self, slot: Slot) -> None:
        """Free a slot, where a bot takes over at once; close the room if it was the last taken."""
        name, notify = slot.name, slot.notify
        slot.presence, slot.notify, slot.name = Presence.FREE, None, ""
        slot.token = token_urlsafe(24)
        slot.grace.cancel()
        if notify is not None:
            notify()  # a page that was not asked
        if all(each.presence is Presence.FREE for each in self.slots):
            self.close()
            return
        if self.session is not None:
            slot.name = next(self._bot_names())
            self.introduce()
        self._hand_over(slot, f"{name} has left the table. {self.bot_name} plays on.")
        self.changed()
        if not self.occupied:
            self._wait_for_somebody()

    def introduce(self) -> None:
        """Tell everybody at the table who sits there now, if the game has begun."""
        if self.session is not None:
            called = [bot.name for bot in self.session.spec.bots]
            for slot in self.slots:
                called[slot.seat] = slot.name
            for slot in self.slots:
                slot.controller.seat.call(names(called, slot.seat))
            self.changed()

    def _bot_names(self) -> Iterator[str]:
        taken = {slot.name for slot in self.slots}
        return (each for each in NAMES if each not in taken)

    def replace(self, by: Slot, number: int) -> None:
        """Let a bot play for another person, if it is the organiser who asks."""
        if by is self.organiser and number != by.number and 0 <= number < len(self.slots):
            slot = self.slots[number]
            self._hand_over(slot, f"{by.name} lets {self.bot_name} play on for {slot.name}.")

    def _start_grace(self, slot: Slot) -> None:
        slot.grace.start(GRACE_S, partial(self._end_grace, slot))

    def _end_grace(self, slot: Slot) -> None:
        away = f"{slot.name} has been away for a while."
        self._hand_over(slot, f"{away} {self.bot_name} plays on until they are back.")

    def _hand_over(self, slot: Slot, why: str) -> None:
        """Let a bot play on in a seat, if the game is being played."""
        if self.phase is Phase.PLAYING and not slot.bot_plays:
            slot.bot_plays = True
            self._note(slot.seat, why)
            self._ensure_answer(slot)

    # --- the game ---------------------------------------------------------------------------------

    async def begin(self) -> bool:
        """Begin the game, with a bot in each free slot. Raises what `Host.seat` raises.

        Returns:
            False if it has begun already, or the room was closed.
        """
        if self.phase is not Phase.GATHERING:
            return False
        self.phase = Phase.STARTING
        free = self._bot_names()
        called = [slot.name or next(free) for slot in self.slots]
        try:
            seated = await asyncio.to_thread(self.host.seat, self.wishes, called)
        except BaseException:  # also if cancelled: whoever asked for it has gone
            if self.phase is Phase.STARTING:
                self.phase = Phase.GATHERING
            raise
        if self.phase is not Phase.STARTING:  # closed meanwhile
            seated.session.close()
            return False
        self._seat(seated, called)
        self.session, self.phase = seated.session, Phase.PLAYING
        self.introduce()  # somebody may have sat down meanwhile
        for slot in self.slots:
            if slot.bot_plays:
                sitting = f"{self.bot_name} plays in seat {slot.seat + 1}"
                self._note(slot.seat, f"{sitting} until somebody comes.")
            elif slot.presence is Presence.AWAY:
                self._start_grace(slot)
        self.game = asyncio.create_task(self._play(seated.session, seated.advisers))
        # A task that is cancelled before it runs never enters `_play`.
        self.game.add_done_callback(lambda _: seated.session.close())
        self.changed()
        return True

    def _seat(self, seated: SeatedGame, called: list[str]) -> None:
        """Give each slot its seat in the game."""
        self.bot_name = seated.bot_name
        parts = zip(
            self.slots, called, seated.session.seats, seated.session.people, seated.advisers,
            strict=True,
        )  # fmt: skip
        for slot, name, number, person, adviser in parts:
            slot.seat = number
            speak = partial(self.say, slot) if self.several else None
            slot.controller = Controller(
                person.seat, person.connection.send, adviser, seated.bot_name, speak
            )
            person.seat.watched = True
            slot.bot_plays = slot.presence is Presence.FREE
            slot.name = slot.name or name

    async def _play(self, session: Session, advisers: list[HintSource]) -> None:
        """Play the whole game, and clean up, also when cancelled."""
        loop = asyncio.get_running_loop()

        def follow(part: Json) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._follow, part)  # it is called in another thread

        listening: list[asyncio.Task[None]] = []
        try:
            async with session:
                for slot, person in zip(self.slots, session.people, strict=True):
                    listening.append(asyncio.create_task(self._listen(slot, person.connection)))
                try:
                    played = await asyncio.to_thread(session.hosted.outcome, follow)
                    await asyncio.wait(listening, timeout=_LAST_WORDS_S)
                finally:
                    for task in (*listening, *self._tasks):
                        task.cancel()
            self._tell_result(played)
            self.replay_number = await asyncio.to_thread(self.host.keep, played)
            self._finish("The game is over.")
            result = {"result": played.record["result"], "replay": self.replay_number}
            self._shown.end(self.ending, {"decisions": [], "forfeits": [], **result})
        except Exception as error:
            self._finish(self.host.explain(error))
        finally:
            for slot in self.slots:
                slot.stop_clock()
            for adviser in advisers:
                await asyncio.to_thread(adviser.close)
            self._shown.end(self.ending)  # a game that has failed; any other has ended above
        self.changed()

    def _finish(self, why: str) -> None:
        self.ending = why
        if self.phase is Phase.PLAYING:  # not if the room was closed meanwhile
            self.phase = Phase.OVER

    async def _listen(self, slot: Slot, connection: SeatConnection) -> None:
        async for message in connection.messages():
            if message["type"] == "game_over":
                continue  # `_tell_result` passes it on, after all that happened before
            slot.controller.hear(message)
            self._show_frames(slot)
            if message["type"] == "refused" and message["id"] == slot.bot_answered:
                slot.controller.answer(0)  # the bot chose badly: the first option is always legal
            elif message["type"] in ("decide", "refused"):
                self._ensure_answer(slot)
            slot.changed()

    def _ensure_answer(self, slot: Slot) -> None:
        """Have a bot or the clock see to an open question."""
        # Called whenever either may have become due, so it does nothing if it was done before.
        question = slot.open_id
        if question is None or question == slot.bot_answered or not self.active:
            return
        if not self.occupied:
            return  # the game waits for somebody to come, see `connect`
        if slot.bot_plays:
            self._answer_by_bot(slot)
        elif self.wishes["clock"] and slot.timed_question != question:
            slot.timed_question = question
            slot.clock.start(self.wishes["clock"], partial(self._time_up, slot))

    def _time_up(self, slot: Slot) -> None:
        """Let a bot answer; let it play on if the person has let the clock run out repeatedly."""
        still_open = slot.open_id == slot.timed_question
        slot.stop_clock()
        if not still_open or not self.occupied or slot.bot_plays:
            return
        slot.timeouts += 1
        if slot.timeouts >= MISSES:
            out = f"{slot.name} lets the clock run out."
            self._hand_over(slot, f"{out} {self.bot_name} plays on until they act.")
        else:
            up = f"{slot.name}'s time is up."
            self._note(slot.seat, f"{up} {self.bot_name} answers this question.")
            self._answer_by_bot(slot)

    def _answer_by_bot(self, slot: Slot) -> None:
        question = slot.controller.seat.question
        assert question is not None
        slot.bot_answered = question["id"]
        thought = f"{self.bot_name} played this for {slot.name}."
        self.in_background(slot.controller.stand_in(question, thought))

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` in the background; it is cancelled when the game ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _show_frames(self, slot: Slot) -> None:
        """Show a person what has happened, once their game has begun."""
        if not slot.controller.seat.rules:
            return
        for frame in slot.unseen:
            slot.controller.seat.notice([*self._talk(frame), *frame.events])
        slot.unseen.clear()

    def _talk(self, frame: Frame) -> Iterator[Json]:
        """Yield what bots said: people were heard when they spoke."""
        already_heard = [slot.seat for slot in self.slots] if self.several else []
        for seat, text in frame.said:
            if seat not in already_heard:
                yield {"event": "said", "seat": seat, "text": text}

    def _follow(self, part: Json) -> None:
        """Show people what happens while others decide, and tell them of bots that fail."""
        assert self.session is not None
        if self.live is None:
            self.live = Live(part, tuple(self.session.seats))
            self._shown.record = self.live.replay.data
        self._shown.add(part)
        self._deal_out(self.live.add(part))
        for forfeit in part["forfeits"]:
            seat = forfeit["seat"]
            self.failures[seat] = harmless(forfeit["reason"], 200)
            name = harmless(self.session.spec.bots[seat].name, 40)
            why = self.failures[seat].rstrip(".")
            self._note(seat, f"{name} has failed: {why}. From now on the arena plays safe for it.")

    def _tell_result(self, played: FinishedGame) -> None:
        """Show people the end of the game."""
        if self.live is not None:
            self._deal_out(self.live.rest())
        forfeits = [number for number, seat in enumerate(played.seats) if seat.forfeit]
        result = played.record["result"] | {"forfeits": forfeits, "events": []}
        for slot in self.slots:
            slot.controller.hear({"type": "game_over", **result})

    def _deal_out(self, frames: Iterable[tuple[int | None, Frame]]) -> None:
        """Show each person the frames for their seat."""
        # `self.live` was made for these seats alone. Only the type has None, who sees all hands.
        by_seat: dict[int | None, Slot] = {slot.seat: slot for slot in self.slots}
        for seat, frame in frames:
            by_seat[seat].unseen.append(frame)
        for slot in self.slots:
            self._show_frames(slot)
            slot.changed()

    # --- what people are told ---------------------------------------------------------------------

    def say(self, speaker: Slot, text: str) -> None:
        """Let a person speak.

        People hear it at once, bots with the speaker's next answer, as the protocol has it.
        """
        text = spoken(text)[:MOST_SAID]
        if not text or self.phase is not Phase.PLAYING:
            return
        seat = speaker.controller.seat
        seat.saying = f"{seat.saying} {text}".strip()[-MOST_SAID:]
        for slot in self.slots:
            name = slot.controller.seat.who.seat(speaker.seat)  # differs: see `session.names`
            slot.controller.seat.journal.append(Entry("said", speaker.seat, f"{name}: “{text}”"))
            slot.changed()

    def _note(self, seat: int, text: str) -> None:
        for slot in self.slots:
            slot.controller.seat.journal.append(Entry("arena", seat, text))
            slot.changed()

    # --- the end ----------------------------------------------------------------------------------

    def close(self, why: str = "The game has ended: nobody was there.") -> None:
        """Close the room at once; a game that is not over is not stored."""
        self.ending = self.ending or why
        self.phase = Phase.CLOSED
        for slot in self.slots:
            slot.grace.cancel()
            slot.stop_clock()
        self._empty.cancel()
        if self.game is not None:
            self.game.cancel()
        self._shown.end(self.ending)
        self.changed()
