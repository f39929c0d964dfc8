"""The size of a tournament: rounds, games, a time, or until every rating is sure enough."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from arena.errors import ArenaError
from arena.text.phrases import counted
from ladder.tournaments.tournaments import NewMatch


class SizeError(ArenaError):
    """A tournament with no size, or with more than one."""


@dataclass(frozen=True, slots=True)
class Size:
    """Exactly one of these."""

    rounds: int | None = None
    games: int | None = None
    """At least this many: the match that reaches the number is the last."""
    seconds: float | None = None
    """Of play; the matches that have begun when they are over are played to their end."""
    interval: float | None = None
    """Until the Elo ± of every entrant is no wider than this."""
    decided: bool | None = None
    """Until the format has decided it, as a knockout does."""
    endless: bool | None = None
    """True: for ever; every run of it says when it stops."""

    def __post_init__(self) -> None:
        if len(self.given) != 1:
            raise SizeError(
                "A tournament has exactly one size: rounds, games, a time, a ±, or no end."
            )

    @property
    def given(self) -> dict[str, Any]:
        """The one that is given, as the ladder keeps it."""
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
    """The matches up to the one that brings the sum of games to `games` or more."""
    for draft in drafts:
        if games <= 0:
            return
        yield draft
        games -= draft.games


def duration(seconds: float) -> str:
    """A time in words: "45 s", "3 min", "2 h 5 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
