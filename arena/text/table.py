"""A table as every screen shows it: its columns, rows and remarks, each said once.

Whoever knows the data makes the table; `arena.text.standings` is the pattern. A terminal draws it
by `arena.cli.output.tables.show`, a page by the macro `table`, and neither adds a word of its own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Any, Generic, TypeVar, cast

Row = TypeVar("Row")
Whole = TypeVar("Whole")


@dataclass(frozen=True, slots=True)
class Link:
    """A cell that leads to a page."""

    text: str
    page: str
    """The function of `arena.web.urls` that addresses the page."""
    of: tuple[object, ...]
    """Its arguments."""
    command: str = ""
    """What a terminal shows in place of the text: the command that shows the same."""
    badge: str = ""
    """A state, such as `suspended`, that stands behind the text."""
    author: str = ""
    """Shown on pages only, where names have room for it."""
    title: str = ""
    """What a page says of it when it is pointed at."""
    found_by: str = ""
    """Other words that the search of a page finds the row by."""

    def __str__(self) -> str:
        shown = self.command or self.text
        return f"{shown} ({self.badge})" if self.badge else shown


def bot_link(label: str, number: int, **more: str) -> Link:
    """Return the link to a bot's page. number: its id. more: What else the link has."""
    return Link(label, "bot", (number,), **more)


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval, drawn on an axis from 0 to 100 that all rows share."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)  # a generic class with slots cannot be made as `Column[Row](…)`
class Column(Generic[Row]):
    """A column of a table."""

    name: str
    cell: Callable[[Row], object]
    """Returns the cell of a row: a Link, a list of them, a Whisker (with `drawn`), or what `str`
    makes a text of; None and "" are empty."""
    meaning: str = ""
    """What it shows, in words that follow its name and a colon; pages, help and docs have it."""
    words: bool = False
    """True for text, which is aligned to the left and may be shortened; else it has numbers."""
    spare: int = 0
    """How soon a narrow terminal does without it, from 1; phones do without all that are spare."""
    shortens: bool = False
    """True if a narrow terminal shortens it in its turn; then phones have it, too."""
    sort: Callable[[Row], Any] | None = None
    """The value it can be sorted by, the largest first."""
    ascending: bool = False
    """True if it is sorted with the smallest first."""
    style: str | Callable[[Row], str] = ""
    """How a page sets cells apart: a class of its style, such as `strong` or `bad`."""
    drawn: bool = False
    """True for a picture, which only pages have."""

    @property
    def left_out(self) -> bool:
        """True if phones do without it."""
        return self.drawn or (self.spare > 0 and not self.shortens)

    def over(self, part: Callable[[Whole], Row]) -> "Column[Whole]":
        """Return the same column for rows of which `part` is the part that it shows."""
        cell, sort, style = self.cell, self.sort, self.style
        changed: Any = {
            "cell": lambda row: cell(part(row)),
            "sort": None if sort is None else lambda row: sort(part(row)),
            "style": style if isinstance(style, str) else lambda row: style(part(row)),
        }
        return replace(cast("Column[Whole]", self), **changed)

    def class_of(self, row: Row) -> str:
        """Return how a page sets this row's cell apart."""
        return self.style if isinstance(self.style, str) else self.style(row)


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a table, and where to go on from it."""

    text: str
    lead: str = ""
    """What the command or link is for, in words before its colon."""
    command: str = ""
    link: Link | None = None
    """What a page has in place of the command, where there is such a page."""

    def __str__(self) -> str:
        told = f"{self.text} {self.lead}" if self.lead else self.text
        return f"{told}: {self.command}" if self.command else told


@dataclass(frozen=True)
class DataTable(Generic[Row]):
    """A table, and all that is said about it."""

    title: str
    columns: Sequence[Column[Row]]
    rows: Sequence[Row]
    above: Sequence[Remark] = ()
    remarks: Sequence[Remark] = ()
    """What is said below the table."""
    verdict: str = ""
    """A sentence that says it all, set apart above the table."""
    empty: Remark | None = None
    """What is said if there are no rows."""
    searched: str = ""
    """What its rows are called where they are searched and sorted on a page, such as `bots`."""

    def cells(self, row: Row) -> list[object]:
        """Return the cells of a row, in the order of the columns."""
        return [column.cell(row) for column in self.columns]


def number(
    name: str, attribute: str, decimals: int = 0, meaning: str = "", **more: Any
) -> Column[Any]:
    """Return the column of a number that rows have, empty where it is None, to sort by as well."""
    value = attrgetter(attribute)

    def cell(row: Any) -> str:
        return "" if value(row) is None else f"{value(row):.{decimals}f}"

    # A caller may take `sort` away, where nobody sorts by the number.
    return Column(name, cell, meaning, **{"sort": value, **more})


MARGIN = 0.04
"""The share of an axis that is kept free at either end."""


def axis(
    name: str,
    rows: Sequence[Row],
    interval: Callable[[Row], tuple[float, float]],
    around: float | None = None,
) -> Column[Row]:
    """Return a column that draws intervals on an axis, whose ends stand at its head.

    Args:
        name: What is drawn.
        rows: Those that must fit; the others are cut at the ends.
        interval: Returns the middle of a row's interval, and half its width.
        around: A value to have in the middle of the axis.
    """
    known = [*map(interval, rows)]
    low = min((middle - half for middle, half in known), default=0.0)
    high = max((middle + half for middle, half in known), default=0.0)
    if around is not None:
        widest = max(around - low, high - around)
        low, high = around - widest, around + widest
    span = max(high - low, 1.0)

    def place(value: float) -> float:
        at = min(max((value - low) / span, 0.0), 1.0)
        return round(100 * (MARGIN + (1 - 2 * MARGIN) * at), 1)

    def drawn(row: Row) -> Whisker:
        middle, half = interval(row)
        return Whisker(*(place(middle + by) for by in (-half, 0, half)))

    ends = f"{low:.0f} {'…' if around is None else f'{around:.0f}'} {high:.0f}"
    return Column(name, drawn, ends, drawn=True)


def plain(
    title: str,
    names: Sequence[str],
    rows: Sequence[Sequence[object]],
    words: Sequence[int] = (0,),
    **more: Any,
) -> DataTable[Sequence[object]]:
    """Return a table of cells that are known already. words: the numbers of columns with text."""
    columns = [
        Column[Sequence[object]](name, itemgetter(at), words=at in words)
        for at, name in enumerate(names)
    ]
    return DataTable(title, columns, rows, **more)


def meanings(columns: Iterable[Column[Any]]) -> str:
    """Explain the columns in one paragraph."""
    return " ".join(f"{each.name}: {each.meaning}." for each in columns if each.meaning)
