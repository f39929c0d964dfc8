"""The size of a tournament: rounds, games, a time, or until all ratings are precise enough."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from arena.errors import ArenaError
from arena.text.phrases import counted
from ladder.tournaments.tournaments import NewMatch


class SizeError(ArenaError):
    """A tournament has no size, or more than one."""


@dataclass(frozen=True, slots=True)
class Size:
    """When a tournament ends, by exactly one of these fields."""

    rounds: int | None = None
    games: int | None = None
    """The least number of games; the match that reaches it is the last."""
    seconds: float | None = None
    """The time of play; matches that have begun by then are completed."""
    interval: float | None = None
    """The widest Elo ± that any entrant may still have at the end."""
    decided: bool | None = None
    """True if the format decides when it ends, as a knockout does."""
    endless: bool | None = None
    """True if it never ends; each run of it has an end of its own."""

    def __post_init__(self) -> None:
        if len(self.given) != 1:
            raise SizeError(
                "A tournament has exactly one size: rounds, games, a time, a ±, or no end."
            )

    @property
    def given(self) -> dict[str, Any]:
        """The field that is set, as the ladder stores it."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @property
    def open_ended(self) -> bool:
        """True if the number of games is unknown beforehand."""
        return self.rounds is None and self.games is None

    def __str__(self) -> str:
        if self.rounds is not None:
            return counted(self.rounds, "round")
        if self.games is not None:
            return counted(self.games, "game")
        if self.decided:
            return "until it is decided"
        if self.endless:
            return "for ever"
        return f"until ± {self.interval:g}" if self.seconds is None else duration(self.seconds)


def cut(drafts: Iterable[NewMatch], games: int) -> Iterator[NewMatch]:
    """Yield matches up to the one that brings their games to `games` or more."""
    for draft in drafts:
        if games <= 0:
            return
        yield draft
        games -= draft.games


def duration(seconds: float) -> str:
    """Write a time in words: "45 s", "3 min", "2 h 5 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
