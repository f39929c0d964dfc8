"""A hall: the tables of a class, behind one link that seats everybody who opens it.

A table is a room like any other, except that nobody in it invites or begins: the hall fills its
slots one after the other, and begins the game once they are taken, or FILL_S after the table was
opened, with bots in those that are free. Who comes later gets a free slot at a table that still
gathers, else the next table, else the slot of such a bot.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from hmac import compare_digest
from itertools import chain, count
from secrets import choice, token_urlsafe

from arena.play.seat import LONGEST_NAME
from arena.text import harmless
from arena.web.room import Host, NoRoom, Phase, Presence, Room, Slot
from arena.web.viewers import Viewers
from protocol import Json

FILL_S = 60.0
"""Seconds until bots take the free slots of a table."""
LOOK_S = 1.0
"""Seconds between two looks at the tables for the organiser's page."""
CLOCK_S = 60
"""Seconds for a question, unless the organiser says otherwise: three others wait."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none is taken for another on a projector
_CODE = 8  # letters: 40 bits, and people type it who have no camera


class Hall:
    """The tables of a class."""

    def __init__(
        self, host: Host, number: int, open_room: Callable[[Json], Awaitable[Room]]
    ) -> None:
        """Begin without tables.

        Args:
            host: Seats bots and names them.
            number: The most tables at once.
            open_room: Opens a room for the requested game.
        """
        self.code = "".join(choice(_LETTERS) for _ in range(_CODE))
        """The secret of the link by which people sit down."""
        self.token = token_urlsafe(24)
        """The secret of the organiser's link."""
        self.viewers = Viewers(self._show)
        """The organiser's pages."""
        self.wishes: Json = {
            "variant": "anniversary", "players": 4, "people": 4, "bots": [], "level": "fair",
            "clock": CLOCK_S, "seat": None, "seed": None,
        }  # fmt: skip
        """The game at tables that are opened from now on."""
        self.host = host
        self._open_room = open_room
        self._numbers = range(1, number + 1)
        self._tables: dict[int, Room] = {}
        self._results: list[Json] = []  # of tables that others have by now
        self._seating = asyncio.Lock()

    def invites(self, token: str) -> bool:
        """Return True if this is the secret of the link for all."""
        return compare_digest(token.encode(), self.code.encode())

    def is_organised_by(self, token: str) -> bool:
        """Return True if this is the organiser's secret."""
        return compare_digest(token.encode(), self.token.encode())

    # --- people -----------------------------------------------------------------------------------

    async def sit(self, name: str) -> Slot:
        """Take the next free slot for a person. Raises NoRoom, and what the host raises."""
        async with self._seating:  # or two would open the same table
            slot = self._free(Phase.GATHERING) or await self._open() or self._free(Phase.PLAYING)
            if slot is None:
                raise NoRoom("All tables are full. Try again when a game is over.")
            slot.take(self._unlike(harmless(name, LONGEST_NAME), slot))
        return slot

    def _slots(self) -> Iterator[Slot]:
        return (slot for room in self._tables.values() if room.active for slot in room.slots)

    def _free(self, phase: Phase) -> Slot | None:
        free = (slot for slot in self._slots() if slot.presence is Presence.FREE)
        return next((slot for slot in free if slot.room.phase is phase), None)

    def _unlike(self, name: str, own: Slot) -> str:
        """Return the name, with a number if somebody in the class has it."""
        taken = {
            slot.name.casefold()
            for slot in self._slots()
            if slot is not own and (slot.presence is not Presence.FREE or slot.room is own.room)
        }
        numbered = (f"{name[: LONGEST_NAME - 4]} {number}" for number in count(2))
        return next(each for each in chain([name], numbered) if each.casefold() not in taken)

    async def _open(self) -> Slot | None:
        """Open the next table, and return its first slot; None if all are in use."""
        idle = [at for at in self._numbers if at not in self._tables or not self._tables[at].active]
        if not idle:
            return None
        # Someone who has just finished looks at the result, as long as there is another table.
        number = min(idle, key=lambda at: at in self._tables)
        room = await self._open_room(self.wishes)
        room.table, room.link = number, self.code
        if number in self._tables:
            self._results += _results(self._tables[number])
        self._tables[number] = room
        asyncio.get_running_loop().call_later(FILL_S, self.begin, [room])
        return room.slots[0]

    # --- what the organiser does ------------------------------------------------------------------

    async def set(self, wishes: Json) -> None:
        """Choose the game at tables that are opened from now on. Raises what the host raises."""
        wanted = self.wishes | wishes | {"people": wishes["players"]}
        await asyncio.to_thread(self.host.others, wanted)
        self.wishes = wanted

    def begin(self, rooms: Iterable[Room] | None = None) -> None:
        """Begin the games at tables that gather: at these, or at all."""
        for room in [*(self._tables.values() if rooms is None else rooms)]:
            room.in_background(self._begin(room))

    async def _begin(self, room: Room) -> None:
        try:
            await room.begin()
        except Exception as error:  # nobody there could mend it
            room.close(self.host.explain(error))

    def free(self, table: int, number: int, name: str) -> None:
        """Send a person away from a slot, if they still sit there."""
        for slot in [*self._slots()]:
            if (slot.room.table, slot.number, slot.name) == (table, number, name):
                slot.room.leave(slot)

    # --- what the organiser sees ------------------------------------------------------------------

    def state(self) -> Json:
        """Return the data of the organiser's page.

        Keys:
            tables: Of each its `table`, `phase`, `turn`, why it `ended`, and the `people` at it.
            results: Of each person who has played to the end, the winners first, then by coins.
            free: The number of tables that nobody sits at.
            wishes: The game at tables that are opened from now on.
        """
        rooms = [self._tables[number] for number in sorted(self._tables)]
        results = [*self._results, *(each for room in rooms for each in _results(room))]
        return {
            "tables": [_table(room) for room in rooms],
            "results": sorted(results, key=lambda each: (each["place"] > 1, -each["coins"])),
            "free": len(self._numbers) - sum(room.active for room in rooms),
            "wishes": self.wishes,
        }

    async def _show(self) -> None:
        shown = None
        while True:
            if (state := self.state()) != shown:
                self.viewers.send(hall=state)
                shown = state
            await asyncio.sleep(LOOK_S)


def _table(room: Room) -> Json:
    seen = None if room.live is None else room.live.now[room.slots[0].seat].position
    return {
        "table": room.table,
        "phase": room.phase.name.lower(),
        "turn": None if seen is None else seen["turn"],
        "ended": "" if room.result else harmless(room.ending),
        "people": [
            {
                "slot": slot.number,
                "name": harmless(slot.name),
                "free": slot.presence is Presence.FREE,
                "state": "bot" if slot.bot_plays else slot.presence.name.lower(),
                "coins": (room.result or seen)["scores"][slot.seat] if seen else None,
                "place": room.result["places"][slot.seat] if room.result else None,
            }
            for slot in room.slots
        ],
    }


def _results(room: Room) -> Iterator[Json]:
    if room.result is not None:
        for each in _table(room)["people"]:
            if not each["free"]:
                yield {"table": room.table, **each}
