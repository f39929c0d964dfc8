"""People's games on the server: a party at a table with a place for each, and bots in the others.

A place has a secret, by which its page finds it again after a reload or a lost line. Before anybody
sits there it has another one, the invitation, so that whoever sends the links knows no seat but
their own. A person who is away is waited for, and then a bot plays on in the seat until the person
is back. A party of one is no different, but that nobody waits: the game waits instead.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any, NamedTuple, Protocol

from arena.errors import ArenaError
from arena.play.controller import Controller, HintSource
from arena.play.seat import Entry
from arena.play.session import SeatConnection, Sitting
from arena.referee.game import FinishedGame
from arena.replay.frames import PUBLIC, Frame, Live
from arena.text import harmless, spoken
from arena.web.viewers import Audience
from protocol import Json

GRACE_S = 60.0
"""How long the others wait for a page that is gone, until a bot plays on."""
EMPTY_S = 300.0
"""How long a game waits that nobody's page shows, …"""
RELOAD_S = 15.0
"""… and how long at least, where others want to play and there is no more room."""
MISSES = 2
"""So many questions in a row that a person leaves to the clock: then a bot plays on."""
MOST_SAID = 280
_LAST_WORDS_S = 5.0
NO_PARTY = "There is no such game any more: it is over, or nobody was there."


class NoParty(ArenaError):
    """There is no such place, or there can be no more games; the text says why."""


class Seated(NamedTuple):
    """A game that can begin: it, a bot beside each person, and that bot's name."""

    sitting: Sitting
    advisers: list[HintSource]
    by: str


class Host(Protocol):
    """A host: seats bots around people, and keeps their game afterwards."""

    explain: Callable[[Exception], str]
    """A sentence for an error that nobody expected."""
    at_once: int
    """The most games at once: each has the processes of its bots."""

    def bots(self) -> list[tuple[str, str]]:
        """List the bots that can be named, each with a line about it."""

    def others(self, wishes: Json) -> list[str]:
        """The bots that will sit beside the people. Raises ArenaError."""

    def seat(self, wishes: Json, people: list[str]) -> Seated:
        """A game as it is wished, to be followed. Raises ArenaError."""

    def keep(self, played: FinishedGame) -> str:
        """Keep a game that is over; the number by which it can be replayed."""


@dataclass(eq=False)
class Slot:
    """A person's place. `look` is called whenever there is something new to be seen there."""

    party: "Party"
    number: int
    token: str = field(default_factory=lambda: token_urlsafe(24))
    invitation: str = field(default_factory=lambda: token_urlsafe(24))
    name: str = ""
    """Empty until somebody has sat down, or the game begins without."""
    taken: bool = False
    """True once somebody has sat down."""
    look: Callable[[], None] | None = None
    """Tells the page that is open of news; None while none is open."""
    conduct: Controller = field(init=False)
    """From the beginning of the game, and so are these."""
    at: int = -1
    """The seat."""
    adviser: HintSource = field(init=False)
    played: bool = False
    """True while a bot plays on in it."""
    left: bool = False
    due: float = 0.0
    """When the time for the question `hurried` is up, by the clock of the loop."""
    hurried: int = -1
    misses: int = 0
    seen: list[Frame] = field(default_factory=list)
    """What has happened before the line told it that the game has begun."""
    stood_for: int = -1
    """The question that a bot was last let answer."""
    _leaving: asyncio.TimerHandle | None = None
    _clock: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Tell the page that there is news."""
        if self.look is not None:
            self.look()

    def wait(self, seconds: float, then: Callable[["Slot"], None]) -> None:
        """Call `then` unless the page comes back first."""
        self.stay()
        self._leaving = asyncio.get_running_loop().call_later(seconds, then, self)

    def stay(self) -> None:
        """Wait no more."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def hurry(self, question: int, seconds: float, then: Callable[["Slot"], None]) -> None:
        """Call `then` when the time for a question is up."""
        self.rest()
        loop = asyncio.get_running_loop()
        self.hurried, self.due = question, loop.time() + seconds
        self._clock = loop.call_at(self.due, then, self)

    def rest(self) -> None:
        """Stop the clock."""
        self.hurried = -1
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def left_ms(self) -> int | None:
        """How long there is until the clock runs out for the open question, if it runs."""
        if self.hurried != self.asked:
            return None
        return max(0, round((self.due - asyncio.get_running_loop().time()) * 1000))

    @property
    def asked(self) -> int | None:
        """The open question."""
        seat = self.conduct.seat
        return seat.question["id"] if seat.question is not None and seat.asked else None


class Party:
    """People at a table: first they gather, then they play, then they have played."""

    def __init__(self, host: Host, wishes: Json, others: list[str], delay: float = 0.0) -> None:
        """`delay`: so many seconds later spectators see what happens."""
        self.host = host
        self.wishes = wishes
        self.others = others
        """Names of the bots."""
        self.places = [Slot(self, number) for number in range(wishes["people"])]
        self.gone = ""
        """Why no more messages will come; empty while they do."""
        self.number = ""
        """By which the game can be replayed, once it is kept."""
        self.sitting: Sitting | None = None
        self.failed: dict[int, str] = {}
        """Why a bot has lost the game, by seat."""
        self.ended = False
        """True once nobody can come back."""
        self.live: Live | None = None
        """The game as each person may see it, also while others decide."""
        self.game: asyncio.Task[None] | None = None
        self.by = ""
        """Who plays on for people who are away."""
        self.token = token_urlsafe(24)
        """By which spectators find it; they see only what all seats see."""
        self.audience = Audience(self._show)
        self._delay = delay
        self._parts: asyncio.Queue[tuple[float, Json] | None] | None = None
        self._end: Json | None = None
        self._beginning = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._wait_for_somebody()

    @property
    def several(self) -> bool:
        """True if there are other people."""
        return len(self.places) > 1

    @property
    def organiser(self) -> Slot:
        """Who may begin, and let a bot play for others: the first who has not left."""
        return next((each for each in self.places if not each.left), self.places[0])

    @property
    def idle(self) -> bool:
        """True if nothing is being played."""
        return self.game is None or self.game.done()

    @property
    def present(self) -> bool:
        """True if somebody looks on from their place."""
        return any(each.look is not None for each in self.places)

    def changed(self) -> None:
        """Tell all pages that there is news."""
        for place in self.places:
            place.changed()

    # --- coming and going -------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """True when everybody has sat down, and nothing has begun yet."""
        return self.sitting is None and all(each.taken for each in self.places)

    def come(self, place: Slot, look: Callable[[], None]) -> None:
        """A page of this place is there; the one before, if it still is, sees nothing new."""
        place.stay()
        self._emptied.cancel()
        self.empty_since = float("inf")
        before, place.look, place.left = place.look, look, False
        if before is not None:
            before()
        self.back(place)
        for each in self.places:
            if each.look is None and each.taken and not each.left and not each.played:
                each.wait(GRACE_S, self._away)
            if self.sitting is not None:  # a bot may have waited for somebody to look on
                self._attend(each)
        self.changed()

    def back(self, place: Slot) -> None:
        """Give a person who is there the seat again, from the next question on."""
        place.misses = 0
        if place.played:
            place.played = False
            self._note(place.at, f"{place.name} is back, and plays again.")

    def go(self, place: Slot, look: Callable[[], None]) -> None:
        """Note that a page is gone: unless it comes back, a bot plays on after a while."""
        if place.look is not look:
            return
        place.look = None
        self.changed()
        if self.present:
            place.wait(GRACE_S, self._away)
        else:
            self._wait_for_somebody()

    def _wait_for_somebody(self) -> None:
        loop = asyncio.get_running_loop()
        self.empty_since = loop.time()
        """Since when nobody looks on, by the clock of the loop; infinite while somebody does."""
        self._emptied: asyncio.TimerHandle = loop.call_later(EMPTY_S, self.end)

    def leave(self, place: Slot) -> None:
        """Let a bot play on at once; the game ends if nobody else is there."""
        place.look, place.left = None, True
        place.stay()
        if not self.present:
            self.end()
        elif self.sitting is not None and not self.gone:
            self.hand_over(place, f"{place.name} has left the table. {self.by} plays on.")
        self.changed()

    def replace(self, by: Slot, number: int) -> None:
        """Let a bot play on for somebody who does not, if the organiser says so."""
        if by is self.organiser and 0 <= number < len(self.places) and not self.gone:
            place = self.places[number]
            if place is not by:
                self.hand_over(place, f"{by.name} lets {self.by} play on for {place.name}.")

    def _away(self, place: Slot) -> None:
        if self.sitting is not None and not self.gone:
            self.hand_over(
                place,
                f"{place.name} has been away for a while. {self.by} plays on until they are back.",
            )

    def hand_over(self, place: Slot, why: str) -> None:
        """Let a bot play on in a seat."""
        if not place.played:
            place.played = True
            self._note(place.at, why)
            self._attend(place)

    # --- the game ---------------------------------------------------------------------------------

    async def begin(self) -> bool:
        """Begin the game, with a bot in each place that nobody has taken. Raises as the host."""
        if self._beginning or self.ended:
            return False
        self._beginning = True
        names = [place.name or "Guest" for place in self.places]
        try:
            seated = await asyncio.to_thread(self.host.seat, self.wishes, names)
        except BaseException:
            self._beginning = False
            raise
        if self.ended:  # meanwhile
            seated.sitting.close()
            return False
        self.by = seated.by
        parts = zip(
            self.places, names, seated.sitting.places, seated.sitting.chairs, seated.advisers,
            strict=True,
        )  # fmt: skip
        for place, name, at, chair, adviser in parts:
            place.at, place.adviser = at, adviser
            speak = partial(self.say, place) if self.several else None
            place.conduct = Controller(chair.seat, chair.line.send, adviser, seated.by, speak)
            chair.seat.watched = True
            place.played = not place.taken or place.left
            place.name = name
        self.sitting = seated.sitting
        for place in self.places:
            if place.played:
                self._note(
                    place.at, f"{self.by} plays in seat {place.at + 1} until somebody comes."
                )
            elif place.look is None:
                place.wait(GRACE_S, self._away)
        self.game = asyncio.create_task(self._play(seated.sitting))
        self.game.add_done_callback(lambda _: seated.sitting.close())  # also if it never began
        self.changed()
        return True

    async def _play(self, sitting: Sitting) -> None:
        """The whole game; ends all of it, also when it is cancelled."""
        loop = asyncio.get_running_loop()

        def follow(part: Json) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._follow, part)

        listening: list[asyncio.Task[None]] = []
        try:
            async with sitting:
                for place, chair in zip(self.places, sitting.chairs, strict=True):
                    listening.append(asyncio.create_task(self._listen(place, chair.line)))
                try:
                    played = await asyncio.to_thread(sitting.hosted.outcome, follow)
                    await asyncio.wait(listening, timeout=_LAST_WORDS_S)
                finally:
                    for each in (*listening, *self._tasks):
                        each.cancel()
            self._over(played)
            self.number = await asyncio.to_thread(self.host.keep, played)
            self.gone = "The game is over."
            result = {"result": played.record["result"], "replay": self.number}
            self._end = {"decisions": [], "forfeits": [], **result}
            self._spread(self._end)
        except ArenaError as error:
            self.gone = str(error)
        except Exception as error:
            self.gone = self.host.explain(error)
        finally:
            for place in self.places:
                place.rest()
                await asyncio.to_thread(place.adviser.close)
            self._spread(None)
        self.changed()

    async def _listen(self, place: Slot, line: SeatConnection) -> None:
        async for message in line.messages():
            if message["type"] == "game_over":
                continue  # `_over` tells it, after all that happened before
            place.conduct.hear(message)
            self._see(place)
            if message["type"] == "refused" and message["id"] == place.stood_for:
                place.conduct.answer(0)
            elif message["type"] in ("decide", "refused"):
                self._attend(place)
            place.changed()

    def _attend(self, place: Slot) -> None:
        """See to it that an open question gets an answer."""
        question = place.asked
        if question is None or question == place.stood_for or self.gone:
            return
        if not self.present:
            return
        if place.played:
            self._stand_in(place)
        elif self.wishes["clock"] and place.hurried != question:
            place.hurry(question, self.wishes["clock"], self._late)

    def _late(self, place: Slot) -> None:
        """The time for a question is up."""
        asked, present = place.asked == place.hurried, self.present
        place.rest()
        if not asked or not present or place.played:
            return
        place.misses += 1
        if place.misses >= MISSES:
            self.hand_over(
                place, f"{place.name} lets the clock run out. {self.by} plays on until they act."
            )
        else:
            self._note(place.at, f"{place.name}'s time is up. {self.by} answers this question.")
            self._stand_in(place)

    def _stand_in(self, place: Slot) -> None:
        question = place.conduct.seat.question
        assert question is not None
        place.stood_for = question["id"]
        thought = f"{self.by} played this for {place.name}."
        self.start(place.conduct.stand_in(question, thought))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside, for as long as the game lasts."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _see(self, place: Slot) -> None:
        """Let a person see what has happened, once her game has begun."""
        if not place.conduct.seat.rules:
            return
        for frame in place.seen:
            place.conduct.seat.notice([*self._said(frame), *frame.events])
        place.seen.clear()

    def _said(self, frame: Frame) -> Iterator[Json]:
        """What bots said; people were heard when they spoke."""
        spoke = [place.at for place in self.places] if self.several else []
        for seat, text in frame.said:
            if seat not in spoke:
                yield {"event": "said", "seat": seat, "text": text}

    def _follow(self, part: Json) -> None:
        """Show people what happens while others decide, and tell of bots that fail."""
        assert self.sitting is not None
        if self.live is None:
            self.live = Live(part, tuple(self.sitting.places))
        by_seat = {place.at: place for place in self.places}
        self._spread(part)
        for seat, frame in self.live.add(part):
            by_seat[seat if seat is not None else -1].seen.append(frame)
        for place in self.places:
            self._see(place)
            place.changed()
        for forfeit in part["forfeits"]:
            seat = forfeit["seat"]
            self.failed[seat] = harmless(forfeit["reason"], 200)
            name = harmless(self.sitting.spec.bots[seat].name, 40)
            why = self.failed[seat].rstrip(".")
            self._note(seat, f"{name} has failed: {why}. From now on the arena plays safe for it.")

    def _over(self, played: FinishedGame) -> None:
        """Tell people the end."""
        for seat, frame in self.live.rest() if self.live else ():
            next(place for place in self.places if place.at == seat).seen.append(frame)
        forfeits = [at for at, seat in enumerate(played.seats) if seat.forfeit]
        for place in self.places:
            self._see(place)
            result = played.record["result"] | {"forfeits": forfeits, "events": []}
            place.conduct.hear({"type": "game_over", **result})

    # --- spectators -------------------------------------------------------------------------------

    async def _show(self) -> None:
        """Tell spectators how it goes, from where it stands when the first of them comes."""
        parts = self._parts = asyncio.Queue()
        if self.live is None:
            self.audience.tell(idle=self.gone or "The game has not begun yet.")
        else:
            so_far = {key: part for key, part in self.live.replay.data.items() if key != "result"}
            self._spread(so_far)
        if self._end is not None or self.gone:
            self._spread(self._end)
        try:
            await self.audience.follow(self._news(parts), "", PUBLIC, self._delay)
            if self._end is None:
                self.audience.tell(idle=self.gone)
        except Exception as error:
            self.audience.tell_of_failure(self.host.explain(error))
        finally:
            if self._parts is parts:
                self._parts = None

    def _spread(self, part: Json | None) -> None:
        """Pass on what has been added to the record; None: nothing more will be."""
        if self._parts is not None:
            self._parts.put_nowait(None if part is None else (time.time(), part))

    @staticmethod
    async def _news(
        parts: "asyncio.Queue[tuple[float, Json] | None]",
    ) -> AsyncIterator[tuple[float, Json]]:
        while (told := await parts.get()) is not None:
            yield told
            if "result" in told[1]:
                return

    # --- what people are told ---------------------------------------------------------------------

    def say(self, place: Slot, text: str) -> None:
        """A person speaks: people hear it at once, bots with the next answer, as by the rules."""
        text = spoken(text)[:MOST_SAID]
        if not text or self.sitting is None or self.gone:
            return
        seat = place.conduct.seat
        seat.saying = f"{seat.saying} {text}".strip()[-MOST_SAID:]
        for each in self.places:
            name = each.conduct.seat.who.seat(place.at)
            each.conduct.seat.journal.append(Entry("said", place.at, f"{name}: “{text}”"))
            each.changed()

    def _note(self, seat: int, text: str) -> None:
        for each in self.places:
            each.conduct.seat.journal.append(Entry("arena", seat, text))
            each.changed()

    # --- the end ----------------------------------------------------------------------------------

    def end(self) -> None:
        """End the game at once; of one that is not over nothing is kept."""
        self.gone = self.gone or "The game has ended: nobody was there."
        for place in self.places:
            place.stay()
            place.rest()
        self._emptied.cancel()
        if self.game is not None:
            self.game.cancel()
        self._spread(None)
        self.ended = True
        self.changed()


class Parties:
    """All parties, and their places by secret."""

    def __init__(self, host: Host, delay: float = 0.0) -> None:
        """`delay`: of what spectators see, in seconds."""
        self.host = host
        self._delay = delay
        self._parties: list[Party] = []
        self._opening = 0

    @property
    def games(self) -> int:
        """The number of games being played, or gathered for."""
        return sum(not each.gone for each in self._parties) + self._opening

    async def open(self, wishes: Json) -> Slot:
        """A new party; its first place. Raises NoParty, and what the host raises."""
        if self.games >= self.host.at_once and not self._make_room():
            raise NoParty(
                f"{self.host.at_once} games are being played here, and no more can be. "
                "Wait until one is over."
            )
        self._opening += 1
        try:
            others = await asyncio.to_thread(self.host.others, wishes)
        finally:
            self._opening -= 1
        party = Party(self.host, wishes, others, self._delay)
        # Those that are ending are still to be waited for, see `close`.
        self._parties = [
            *(each for each in self._parties if not each.ended or not each.idle), party
        ]  # fmt: skip
        return party.places[0]

    def _make_room(self) -> bool:
        """End the game that nobody has looked at for longest, unless its page may be reloading."""
        emptiest = min(
            (each for each in self._parties if not each.gone),
            key=lambda each: each.empty_since,
            default=None,
        )
        now = asyncio.get_running_loop().time()
        if emptiest is None or now - emptiest.empty_since < RELOAD_S:
            return False
        emptiest.end()
        return True

    def find(self, token: str) -> Slot:
        """A place by its secret, or by its invitation. Raises NoParty."""
        secret = token.encode()
        for party in self._parties:
            for place in () if party.ended else party.places:
                if compare_digest(secret, place.token.encode()):
                    return place
                if compare_digest(secret, place.invitation.encode()):
                    if place.taken:
                        raise NoParty("Somebody sits there already. Ask for a link of your own.")
                    return place
        raise NoParty(NO_PARTY)

    def watched(self, token: str) -> Party:
        """A party by the secret of its spectators. Raises NoParty."""
        secret = token.encode()
        for party in self._parties:
            if not party.ended and compare_digest(secret, party.token.encode()):
                return party
        raise NoParty(NO_PARTY)

    async def close(self) -> None:
        """End all games, and wait until nothing is left of them."""
        for party in self._parties:
            party.end()
            await party.audience.close()
        for party in self._parties:
            if party.game is not None:
                with suppress(asyncio.CancelledError):
                    await party.game
