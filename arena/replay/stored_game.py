"""A stored game by its number, one of the ladder or a casual one, and what its record alone tells,
without the rules: its bots, refusals and their reasons."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ladder.database import unrated
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries import games
from ladder.queries.losses import Setback
from protocol import Json


def label(bot: Json) -> str:
    """A bot of a record: `name:version`, the name alone of one that was not on the ladder."""
    return f"{bot['name']}:{bot['version']}" if bot["version"] else str(bot["name"])


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a game: `17` is one of the ladder, `c17` a casual one."""

    casual: bool
    number: int

    def __str__(self) -> str:
        return unrated.name(self.number) if self.casual else str(self.number)

    def data(self, store: Store) -> Json:
        """The record as plain data, by whatever rules it was played. Raises as `record`."""
        try:
            found: Json = json.loads(self.record(store))
            if found["bots"] and found["decisions"] is not None:
                return found
        except (ValueError, LookupError, TypeError):
            pass
        raise DamagedRecord(f"The record of game {self} is damaged.")

    def record(self, store: Store) -> bytes:
        """The game's record, JSON. Raises UnknownGame, DamagedRecord."""
        found = unrated.record if self.casual else games.record
        return found(store, self.number)

    def packed(self, store: Store) -> bytes:
        """The packed record, as stored (`ladder/database/records.py`). Raises UnknownGame,
        DamagedRecord."""
        found = unrated.packed_record if self.casual else games.packed_record
        return found(store, self.number)

    def logs(self, store: Store) -> dict[int, str]:
        """Its bots' stderr by seat; not harmless. Raises UnknownGame."""
        found = unrated.logs if self.casual else games.logs
        return found(store, self.number)


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """An answer that was not played as it came, or one that never came.

    decision   its place in the record, from 0
    question   the id of the question
    reason     why, in words; a bot may have put some of them there, so they are not harmless
    fault      its kind, where the arena chose in the bot's place; None: the bot mended its answer
    played     the choice that was played in the end
    """

    seat: int
    decision: int
    question: int
    reason: str
    fault: str | None
    played: Json


def refusals(record: Mapping[str, Any]) -> Iterator[RefusedAnswer]:
    """List the refusals of a game in order. `record`: its plain data."""
    lost = {each["seat"]: each.get("reason", "") for each in record.get("forfeits", ())}
    asked: dict[int, int] = {}
    for number, entry in enumerate(record.get("decisions", ())):
        seat, fault = entry["seat"], entry.get("fault")
        if fault == "forfeit":
            continue
        asked[seat] = asked.get(seat, 0) + 1
        reason = entry.get("refused")
        if fault is None and reason is None:
            continue
        if reason is None:  # the process was lost, and the game with it
            reason = lost.get(seat) or str(fault)
        yield RefusedAnswer(seat, number, asked[seat], reason, fault, entry["choice"])


class Explained(NamedTuple):
    """A seat that was at fault, and why."""

    setback: Setback
    reason: str
    """The reason of the last fault, perhaps in a bot's words; empty if the record is damaged."""


def explained(store: Store, found: Iterable[Setback]) -> list[Explained]:
    """Add to each of these seats the reason that its game's record gives."""
    return [Explained(each, _reason(store, each)) for each in found]


def _reason(store: Store, at: Setback) -> str:
    """Why a seat lost the game by faults, else why its last fault was one."""
    try:
        record = Number(False, at.game_id).data(store)
    except DamagedRecord:
        return ""
    forfeits = record.get("forfeits", ())
    lost = [each.get("reason", "") for each in forfeits if each["seat"] == at.seat]
    faults = [each.reason for each in refusals(record) if each.seat == at.seat and each.fault]
    return next(iter([*lost, *faults[::-1]]), "")
