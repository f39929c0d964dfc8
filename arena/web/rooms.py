"""All rooms of a server: one is opened, found again by the secret of a link, and makes way."""

import asyncio
from contextlib import suppress
from hmac import compare_digest

from arena.text.phrases import counted
from arena.web.hall import Hall
from arena.web.room import Host, NoRoom, Phase, Presence, Room, Slot
from protocol import Json

RELOAD_S = 15.0
"""Seconds an empty room is safe from making way for another: its page may be reloading."""
NO_ROOM = "There is no such game any more: it is over, or nobody was there."


class Rooms:
    """All rooms, and their slots by token."""

    def __init__(self, host: Host, delay: float = 0.0) -> None:
        """Begin without rooms. `delay`: seconds by which viewers see games later."""
        self.host = host
        self._delay = delay
        self._rooms: list[Room] = []
        self._opening = 0
        self.hall = Hall(host, host.tables, self._add) if host.tables else None
        """The tables of a class, which neither make way nor count as games here."""

    @property
    def games(self) -> int:
        """The number of games being played, or gathered for."""
        return sum(room.active and not room.table for room in self._rooms) + self._opening

    async def open(self, wishes: Json) -> Slot:
        """Open a room and return its first slot. Raises NoRoom, and what the host raises."""
        if wishes["people"] > 1 and wishes["seed"] is not None:
            raise NoRoom(
                "The person who chose the seed would know all cards. Leave it out, or play alone."
            )
        if self.games >= self.host.at_once and not self._evict():
            raise NoRoom(
                f"Only {counted(self.host.at_once, 'game')} can be played here at once. "
                "Wait until one is over."
            )
        # Others may ask while this waits, so what is being opened counts already.
        self._opening += 1
        try:
            return (await self._add(wishes)).slots[0]
        finally:
            self._opening -= 1

    async def _add(self, wishes: Json) -> Room:
        others = await asyncio.to_thread(self.host.others, wishes)
        room = Room(self.host, wishes, others, self._delay)
        # `close` still has to wait for rooms whose game is being cleaned up.
        self._rooms = [*(each for each in self._rooms if not each.gone), room]
        return room

    def _evict(self) -> bool:
        """Close the room that has been empty for longest, unless its page may be reloading."""
        emptiest = min(
            (room for room in self._rooms if room.active and not room.table),
            key=lambda room: room.empty_since,
            default=None,
        )
        now = asyncio.get_running_loop().time()
        # A room with an open page is empty since infinity, so this keeps it, too.
        if emptiest is None or now - emptiest.empty_since < RELOAD_S:
            return False
        emptiest.close()
        return True

    def find(self, token: str) -> Slot:
        """Return a slot by its token or its invitation. Raises NoRoom."""
        secret = token.encode()
        rooms = (room for room in self._rooms if room.phase is not Phase.CLOSED)
        for slot in (slot for room in rooms for slot in room.slots):
            # In constant time, so that nobody can find out a secret letter by letter.
            if compare_digest(secret, slot.token.encode()):
                return slot
            if compare_digest(secret, slot.invitation.encode()):
                if slot.presence is not Presence.FREE:
                    raise NoRoom("Somebody sits there already. Ask for a link of your own.")
                return slot
        raise NoRoom(NO_ROOM)

    def find_watched(self, token: str) -> Room:
        """Return a room by its viewers' token. Raises NoRoom."""
        secret = token.encode()
        for room in self._rooms:
            if room.phase is not Phase.CLOSED and compare_digest(secret, room.token.encode()):
                return room
        raise NoRoom(NO_ROOM)

    async def close(self) -> None:
        """Close all rooms, and wait until their games are cleaned up."""
        for room in self._rooms:
            room.close()
            await room.viewers.close()
        for room in self._rooms:
            if room.game is not None:
                with suppress(asyncio.CancelledError):
                    await room.game
