"""The plan of a tournament: all its settings, as the ladder keeps them for good."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from arena.referee.clock import TimeControl
from arena.rules import RULES_VERSION, Rulebook, compile_rulebook
from arena.sandbox.needs import USUAL, Needs
from arena.tournament.formats import FORMATS
from arena.tournament.size import Size
from ladder.database.errors import DamagedRow
from ladder.tournaments.tournaments import Pool

USUAL_FORMAT = next(iter(FORMATS))


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a tournament, kept in the ladder so that it can be resumed years later."""

    games: tuple[tuple[str, int], ...]
    """(variant, players), each of which every round plays."""
    size: Size
    time: TimeControl
    format: str = USUAL_FORMAT
    """Of a tournament in rounds; else the kind of its course, by `courses.py`."""
    talk: bool = True
    seed: int | None = None
    """Makes the run reproducible, and its deals guessable."""
    fixed_k: float | None = None
    """Live Elo by a fixed K instead of the shrinking step."""
    cap: Needs = USUAL
    """The most that a bot may use; its `pass_env` are the names that may be asked for."""
    models: str = ""
    """The file with the language models that play along, if any do."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What only one kind of course understands; JSON."""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Plan":
        """The plan of a stored tournament. Raises DamagedRow if the settings are not of one."""
        try:
            return cls(
                games=tuple((variant, players) for variant, players in settings["games"]),
                size=Size(**settings["size"]),
                time=TimeControl(**settings["time"]),
                format=settings["format"],
                talk=settings["talk"],
                seed=settings["seed"],
                fixed_k=settings["fixed_k"],
                cap=_needs(settings.get("cap", {})),
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
        """The plan as the ladder keeps it; `of` reads it back."""
        return asdict(self) | {"size": self.size.given}

    @property
    def pools(self) -> list[Pool]:
        """The pools it plays in. Raises arena.rules.VariantError for what cannot be played."""
        books = [compile_rulebook(variant, players) for variant, players in self.games]
        return [
            Pool(
                book.variant,
                players,
                self.time.time_class,
                limits_of(book, self.talk),
                RULES_VERSION,
            )
            for book, (_, players) in zip(books, self.games, strict=True)
        ]


def limits_of(book: Rulebook, talk: bool) -> str:
    """The limits of a negotiation in words, as a pool has them."""
    limits = [f"{value} {name}" for name, value in book.negotiation._asdict().items()]
    return ", ".join([*limits, "talk" if talk else "no talk"])


def _needs(data: Mapping[str, Any]) -> Needs:
    return Needs(**{**data, "pass_env": tuple(data.get("pass_env", ()))})
