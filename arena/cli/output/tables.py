"""Printing tables: complete in a pipe, fitted to the width of a terminal.

Columns are left out there, then cells are shortened; or cells are wrapped, and rows stacked.
"""

from collections.abc import Collection, Mapping, Sequence
from textwrap import fill
from typing import Any, Literal

from rich.cells import cell_len, set_cell_size

from arena.cli.output.console import console, prose, say, terminal_width
from arena.text import harmless
from arena.text.table import Column, DataTable

GAP = 2
"""Cells between two columns."""
NARROWEST = 6
"""Cells of a shortened column, the … included."""
TELLING = 16
"""Cells in which a text column that may be left out still says something."""
LONGEST_WORD = 24
"""Longer ones may be broken."""


def show(table: DataTable[Any], section: bool = False) -> None:
    """Print a table with all that is said about it. section: below its title, as part of a page."""
    if section:
        say(f"\n{table.title}")
    for remark in table.above:
        prose(remark)
    if table.verdict:
        prose(table.verdict, style="bold")
    if table.rows:
        if not section and (table.above or table.verdict):
            say()
        print_table(table)
    elif table.empty is not None:
        prose(table.empty)
    for remark in table.remarks:
        prose(remark if section else f"\n{remark}", style="dim" if section else "")


def in_columns(table: DataTable[Any]) -> tuple[list[Column[Any]], list[list[str]]]:
    """Return the columns that a terminal has of a table, and the texts of its rows."""
    shown = [column for column in table.columns if not column.drawn]
    return shown, [[in_words(column.cell(row)) for column in shown] for row in table.rows]


def in_words(cell: object) -> str:
    """Return a cell as a terminal shows it."""
    if isinstance(cell, list):
        words = [str(each) for each in cell]
        return harmless(("; " if any("," in each for each in words) else ", ").join(words))
    return "" if cell is None else harmless(cell)


def show_facts(facts: Mapping[str, object], copied: Collection[str] = ()) -> None:
    """Print a line for each fact that there is; on a narrow terminal several, indented.

    copied: Those that people copy, so they are never wrapped.
    """
    width = terminal_width()
    for name, text in ((name, in_words(cell).rstrip()) for name, cell in facts.items()):
        before = f"  {name:<10} "
        if text and width is not None and name not in copied:
            margin = " " * len(before)
            most = max(width, 2 * len(margin))
            say(fill(text, most, initial_indent=before, subsequent_indent=margin))
        elif text:
            say(before + text)


def print_table(table: DataTable[Any]) -> None:
    """Print a table: text to the left, numbers to the right.

    On a terminal too narrow for it, a table with spare columns leaves out some of them, and says
    which. In any other table text is wrapped, and if that is not enough, every row becomes several
    lines.
    """
    columns, rows = in_columns(table)
    if any(column.spare for column in columns):
        _print_fitted(table)
    elif _least_width(columns, rows) > console().width:
        _print_stacked(columns, rows)
    else:
        _print_wrapped(columns, rows)


def fit(table: DataTable[Any], width: int | None) -> tuple[list[str], list[str]]:
    """Return the lines of a table, its heading first, and the names of the columns left out.

    Spare columns are left out in their order, unless it is enough to shorten one. Then other text
    is shortened, the longest first. width: None for no limit.
    """
    columns, rows = in_columns(table)
    cells = [[column.name for column in columns], *rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(columns)))

    # Least is lost in this order: whole columns that may go, before any text is cut short.
    def excess() -> int:
        needed = sum(widths[at] for at in shown) + GAP * (len(shown) - 1)
        return 0 if width is None else needed - width

    spare = [at for at in shown if columns[at].spare]
    for at in sorted(spare, key=lambda at: columns[at].spare):
        if excess() <= 0:
            break
        if columns[at].shortens:
            widths[at] = max(widths[at] - excess(), min(widths[at], TELLING))
        elif columns[at].words and widths[at] - excess() >= TELLING:
            widths[at] -= excess()  # enough of it is left, so no column need go
        else:
            shown.remove(at)
    while excess() > 0:
        at = max((at for at in shown if columns[at].words), key=lambda at: widths[at])
        if widths[at] <= NARROWEST:
            break  # the longest is as short as that, so the terminal has to wrap
        widths[at] = max(NARROWEST, widths[at] - excess())
    gap = " " * GAP
    lines = [
        gap.join(_cell(row[at], widths[at], columns[at].words) for at in shown).rstrip()
        for row in cells
    ]
    return lines, [column.name for at, column in enumerate(columns) if at not in shown]


def _cell(text: str, width: int, left: bool) -> str:
    """Return the text in exactly `width` cells; some letters take two, an accent none."""
    if cell_len(text) > width:
        return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)
    return set_cell_size(text, width) if left else " " * (width - cell_len(text)) + text


def _print_fitted(table: DataTable[Any]) -> None:
    (heading, *lines), missing = fit(table, terminal_width())
    say(heading, style="bold")
    for line in lines:
        say(line)
    if missing:
        prose(f"(A wider terminal also shows: {', '.join(missing)}.)", style="dim")


def _print_wrapped(columns: Sequence[Column[Any]], rows: list[list[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for column in columns:
        justify: Literal["left", "right"] = "left" if column.words else "right"
        table.add_column(column.name, justify=justify, no_wrap=not column.words, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table, soft_wrap=False)


def _least_width(columns: Sequence[Column[Any]], rows: list[list[str]]) -> int:
    """Return the least width of a table whose text is wrapped between words."""
    total = 0
    for at, column in enumerate(columns):
        cells = [column.name, *(row[at] for row in rows)]
        pieces = [word for cell in cells for word in cell.split()] if column.words else cells
        widest = max(map(cell_len, pieces), default=0)
        total += GAP + (min(widest, LONGEST_WORD) if column.words else widest)
    return total - GAP


def _print_stacked(columns: Sequence[Column[Any]], rows: list[list[str]]) -> None:
    """Print each row as several lines: what it is, then the name and value of each column."""
    from rich.padding import Padding

    for first, *others in rows:
        console().print(first, style="bold", overflow="fold", soft_wrap=False)
        for column, cell in zip(columns[1:], others, strict=True):
            if cell:
                line = Padding.indent(f"{column.name} {cell}", GAP)
                console().print(line, overflow="fold", soft_wrap=False)
