"""The plan of a tournament: all its settings, which the ladder stores for good."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import starmap
from typing import Any

from arena.referee.clock import TimeControl
from arena.rules import RULES_VERSION, Rulebook, compile_rulebook
from arena.sandbox.needs import USUAL, Needs
from arena.tournament.formats import USUAL_FORMAT
from arena.tournament.size import Size
from ladder.database.errors import DamagedRow
from ladder.tournaments.tournaments import Pool


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a tournament, stored so that it can be resumed years later."""

    games: tuple[tuple[str, int], ...]
    """The games that every round plays, as (variant, players)."""
    size: Size
    time: TimeControl
    format: str = USUAL_FORMAT
    """The format of a tournament in rounds, or another kind that `schedulers.py` knows."""
    talk: bool = True
    seed: int | None = None
    """A seed that makes the deals reproducible, and so guessable."""
    fixed_k: float | None = None
    """The K of live Elo, if it is fixed instead of shrinking."""
    cap: Needs = USUAL
    """The most that a bot may use; its `pass_env` are the variables that bots may ask for."""
    models: str = ""
    """The file with the language models that play along; "" if none do."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options, as JSON data, of one kind of tournament alone.

    A knockout has `legs`; a league `ahead` and `per_author`; a test of two bots its `Bounds` and
    `units`; a season's final the season.
    """

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Plan":
        """Read the plan of a stored tournament. Raises DamagedRow if the settings are damaged."""
        try:
            return cls(
                games=tuple((variant, players) for variant, players in settings["games"]),
                size=Size(**settings["size"]),
                time=TimeControl(**settings["time"]),
                format=settings["format"],
                talk=settings["talk"],
                seed=settings["seed"],
                fixed_k=settings["fixed_k"],
                cap=Needs.of(settings.get("cap", {})),
                models=settings.get("models", ""),
                options=settings.get("options", {}),
            )
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise DamagedRow(
                "In the ladder's database, the settings of a tournament are not those that the "
                "arena wrote: the file was edited or damaged. Restore an earlier copy."
            ) from error

    @property
    def settings(self) -> dict[str, Any]:
        """The plan as the ladder stores it; `of` reads it back."""
        return asdict(self) | {"size": self.size.given}

    @property
    def pools(self) -> list[Pool]:
        """The pools it plays in. Raises arena.rules.VariantError if there is no such game."""
        time_class = self.time.time_class
        return [
            Pool(book.variant, book.players, time_class, limits_of(book, self.talk), RULES_VERSION)
            for book in starmap(compile_rulebook, self.games)
        ]


def limits_of(book: Rulebook, talk: bool) -> str:
    """Describe the limits of a negotiation, as a part of a pool's identity."""
    limits = [f"{value} {name}" for name, value in book.negotiation._asdict().items()]
    return ", ".join([*limits, "talk" if talk else "no talk"])
