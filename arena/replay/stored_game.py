"""Stored games by number, and what their records tell without the rules: bots, refusals, reasons.

Reading no more than that works for games of any version of the rules.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.text.phrases import MOST_DIGITS, refused_answers
from ladder.database import casual_games
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries import games
from ladder.queries.lost_games import Setback
from protocol import Json


def label(bot: Json) -> str:
    """Return `name:version` for a bot of a record; only the name if it wasn't on the ladder."""
    return f"{bot['name']}:{bot['version']}" if bot["version"] else str(bot["name"])


_NUMBER = re.compile(rf"(c?)([0-9]{{1,{MOST_DIGITS}}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a game: `17` is a rated one, `c17` a casual one."""

    casual: bool
    number: int

    @classmethod
    def parse(cls, text: str) -> "Number | None":
        """Read `17` or `c17`; None for anything else."""
        found = _NUMBER.fullmatch(text.strip())
        return cls(bool(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return casual_games.name(self.number) if self.casual else str(self.number)

    def data(self, store: Store) -> Json:
        """Parse the record, played by any version of the rules. Raises the same as `record`."""
        try:
            data: Json = json.loads(self.record(store))
            if data["bots"] and data["decisions"] is not None:
                return data
        except (ValueError, LookupError, TypeError):
            pass
        raise DamagedRecord(f"The record of game {self} is damaged.")

    def record(self, store: Store) -> bytes:
        """Read the record as JSON. Raises UnknownGame, DamagedRecord."""
        read = casual_games.record if self.casual else games.record
        return read(store, self.number)

    def packed(self, store: Store) -> bytes:
        """Read the record as stored, packed. Raises UnknownGame, DamagedRecord."""
        read = casual_games.packed_record if self.casual else games.packed_record
        return read(store, self.number)

    def logs(self, store: Store) -> dict[int, str]:
        """Read the bots' stderr by seat, which isn't harmless. Raises UnknownGame."""
        read = casual_games.logs if self.casual else games.logs
        return read(store, self.number)


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """An answer that was refused, or that never came.

    decision   its index in the record, from 0
    question   the id of the question
    reason     why, in words; some may be the bot's own, so they aren't harmless
    fault      its kind if the arena chose in the bot's place; None if the bot's next answer was
               accepted
    played     the choice that was played in the end
    game       the game's number on the ladder, 0 if it has none
    """

    seat: int
    decision: int
    question: int
    reason: str
    fault: str | None
    played: Json
    game: int = 0


def refusals(record: Mapping[str, Any], game: int = 0) -> Iterator[RefusedAnswer]:
    """Yield the refusals of a game in order, from its record as plain data.

    game: its number on the ladder.
    """
    forfeits = {each["seat"]: each.get("reason", "") for each in record.get("forfeits", ())}
    asked: dict[int, int] = {}
    for number, entry in enumerate(record.get("decisions", ())):
        seat, fault = entry["seat"], entry.get("fault")
        if fault == "forfeit":
            continue
        asked[seat] = asked.get(seat, 0) + 1
        reason = entry.get("refused")
        if fault is None and reason is None:
            continue
        if reason is None:  # the process ended, so the seat forfeited
            reason = forfeits.get(seat) or str(fault)
        yield RefusedAnswer(seat, number, asked[seat], reason, fault, entry["choice"], game)


class Refusals(NamedTuple):
    """Answers that were refused or cut for one reason."""

    times: int
    first: RefusedAnswer

    @property
    def reason(self) -> str:
        """The reason, perhaps in part in the bot's words."""
        return self.first.reason


def by_reason(found: Iterable[RefusedAnswer]) -> list[Refusals]:
    """Count the answers that were corrected by the reason for which they had been refused.

    Reasons that differ only in numbers, beans or quoted words are one. The most frequent comes
    first.
    """
    from arena.rules.cards import NAMES  # the rules take a while to import

    varying = re.compile(rf"'.*?'|[0-9]+|\b(?:{'|'.join(NAMES)})\b")
    groups: dict[str, list[RefusedAnswer]] = {}
    for each in found:
        if each.fault is None:
            groups.setdefault(varying.sub("…", each.reason), []).append(each)
    counts = [Refusals(len(group), group[0]) for group in groups.values()]
    return sorted(counts, key=lambda each: -each.times)


def refused_words(found: Iterable[RefusedAnswer], games: int) -> str:
    """Say how many answers a game were refused and why, or "" if none was; not made harmless."""
    reasons = by_reason(found)
    if not reasons:
        return ""
    times, most = sum(each.times for each in reasons), reasons[0]
    often = "each time" if most.times == times else f"{most.times / times:.0%} of them"
    where = f"{often} as in question {most.first.question}: {most.reason}"
    return f"{refused_answers(times / games)}; {where}"


class Explained(NamedTuple):
    """A seat that committed faults, and why."""

    setback: Setback
    reason: str
    """The reason for the forfeit or the last fault, perhaps in a bot's words; empty if the record
    is damaged."""


def explained(store: Store, setbacks: Iterable[Setback]) -> list[Explained]:
    """Add the reason from the game's record to each of these seats."""
    return [Explained(each, _reason(store, each)) for each in setbacks]


def _reason(store: Store, setback: Setback) -> str:
    """Return why a seat forfeited, else the reason for its last fault."""
    try:
        record = Number(False, setback.game_id).data(store)
    except DamagedRecord:
        return ""
    seat, forfeits = setback.seat, record.get("forfeits", ())
    forfeited = [each.get("reason", "") for each in forfeits if each["seat"] == seat]
    faults = [each.reason for each in refusals(record) if each.seat == seat and each.fault]
    return next(iter([*forfeited, *faults[::-1]]), "")
