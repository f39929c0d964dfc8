"""The order of the standings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena.options.parsing import OptionError
from arena.text.phrases import listed
from ladder.errors import did_you_mean

if TYPE_CHECKING:
    from ladder.standings import Row

SORTS: Mapping[str, tuple[Callable[["Row"], Any], bool]] = {
    "elo": (lambda row: row.elo, True),
    "live": (lambda row: row.live, True),
    "change": (lambda row: row.change, True),
    "games": (lambda row: row.games, True),
    "place": (lambda row: row.place_score, True),
    "wins": (lambda row: row.win_share, True),
    "coins": (lambda row: row.coins, True),
    "faults": (lambda row: row.faults, True),
    "ms": (lambda row: row.ms_per_decision, False),
    "name": (lambda row: (row.name.casefold(), row.version), False),
}
"""By name: the value, and whether the largest comes first."""


@dataclass(frozen=True)
class Sort:
    """The order of the rows."""

    sort: Annotated[str, typer.Option(metavar="COLUMN", help=f"{listed([*SORTS], 'or')}.")] = "elo"
    reverse: Annotated[bool, typer.Option("--reverse", help="Reverse the order.")] = False

    def __post_init__(self) -> None:
        if self.sort not in SORTS:
            raise OptionError(
                f"--sort {self.sort!r} is not a column.{did_you_mean(self.sort, SORTS)}"
            )

    def __call__(self, rows: Iterable["Row"]) -> list["Row"]:
        """Sorted: the strongest, largest or quickest first; those without a value always last."""
        if self.sort == "elo" and not self.reverse:
            return list(rows)
        value, descending = SORTS[self.sort]
        rows = list(rows)  # read twice
        known = [row for row in rows if value(row) is not None]
        rest = [row for row in rows if value(row) is None]
        return sorted(known, key=value, reverse=descending != self.reverse) + rest

    @property
    def column(self) -> str:
        """The column of the table that it goes by."""
        return {"elo": "Elo", "name": "bot"}.get(self.sort, self.sort)
