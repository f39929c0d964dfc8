"""What was refused in a stored game, and why: read from its record alone, without the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from protocol import Json


@dataclass(frozen=True, slots=True)
class Refusal:
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


def refusals(record: Mapping[str, Any]) -> Iterator[Refusal]:
    """All of a game, in the order in which they happened. `record`: its plain data."""
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
        yield Refusal(seat, number, asked[seat], reason, fault, entry["choice"])
