"""Why a bot was at fault in a game, and what it wrote in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.retelling.refusals import refusals
from arena.retelling.stored import Number
from ladder import games
from ladder.errors import DamagedRecord
from ladder.store import Store
from protocol import Json


class Faulty(Protocol):
    """A seat that was at fault, as `ladder.setbacks` has it."""

    @property
    def game_id(self) -> int:
        """Of the ladder."""

    @property
    def seat(self) -> int:
        """From 0."""

    @property
    def faults(self) -> Mapping[str, int]:
        """Kind → how often."""

    @property
    def forfeited(self) -> bool:
        """Whether it lost the game by them."""


class FaultySeat(NamedTuple):
    """The same, put together."""

    game_id: int
    seat: int
    faults: Mapping[str, int]
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """A seat that was at fault. What its bot wrote is not harmless."""

    game: int
    seat: int
    faults: Mapping[str, int]
    forfeited: bool
    reason: str
    """Of the last fault; empty if the record cannot be read."""
    log: str


def explained(store: Store, found: Iterable[Faulty]) -> list[Explained]:
    """The same seats, with reasons from the records and what is kept of their stderr."""
    return [_explained(store, each) for each in found]


def _explained(store: Store, at: Faulty) -> Explained:
    try:
        reason = _reason(Number(False, at.game_id).data(store), at.seat)
    except DamagedRecord:
        reason = ""
    log = games.logs(store, at.game_id).get(at.seat, "")
    return Explained(at.game_id, at.seat, at.faults, at.forfeited, reason, log)


def _reason(record: Json, seat: int) -> str:
    """Why a seat lost the game by faults, else of its last fault."""
    lost = [each.get("reason", "") for each in record.get("forfeits", ()) if each["seat"] == seat]
    faults = [each.reason for each in refusals(record) if each.seat == seat and each.fault]
    return next(iter([*lost, *faults[::-1]]), "")
