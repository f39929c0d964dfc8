"""Printing tables: complete in a pipe, fitted to the width of a terminal.

Columns are left out there, then cells are shortened; or cells are wrapped, and rows stacked.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size

from arena.cli.output.console import console, prose, say, terminal_width
from arena.text import harmless
from arena.text.table import DataTable

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
        print_table(*in_columns(table))
    elif table.empty is not None:
        prose(table.empty)
    for remark in table.remarks:
        prose(remark if section else f"\n{remark}", style="dim" if section else "")


def in_columns(table: DataTable[Any]) -> tuple[list[str], list[list[object]], list[int], list[str]]:
    """Return what a terminal shows of a table, as `print_table` and `fit` take it."""
    shown = [column for column in table.columns if not column.drawn]
    spare = sorted((column for column in shown if column.spare), key=lambda each: each.spare)
    return (
        [column.name for column in shown],
        [[in_words(column.cell(row)) for column in shown] for row in table.rows],
        [at for at, column in enumerate(shown) if column.words],
        [column.name + "…" * column.shortens for column in spare],
    )


def in_words(cell: object) -> str:
    """Return a cell as a terminal shows it."""
    if isinstance(cell, list):
        words = [str(each) for each in cell]
        return harmless(("; " if any("," in each for each in words) else ", ").join(words))
    return "" if cell is None else harmless(cell)


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    left: Iterable[int] = (0,),
    spare: Sequence[str] = (),
) -> None:
    """Print a table: numbers to the right, the columns numbered in `left` to the left.

    On a terminal too narrow for it, a table with `spare` columns leaves out some of them, and says
    which. In any other table the columns to the left are wrapped, and if that is not enough, every
    row becomes several lines.
    """
    lefts = set(left)
    cells = [["" if cell is None else harmless(cell) for cell in row] for row in rows]
    if spare:
        _print_fitted(columns, cells, lefts, spare)
    elif _least_width(columns, cells, lefts) > console().width:
        _print_stacked(columns, cells)
    else:
        _print_wrapped(columns, cells, lefts)


def fit(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    left: Collection[int],
    width: int | None,
    spare: Sequence[str],
) -> tuple[list[str], list[str]]:
    """Return the lines of a table, its heading first, and the names of the columns left out.

    left: the numbers of the columns that are aligned to the left, the others to the right.
    width: None for no limit. spare: the columns that may be left out, the first one first, unless
    it is enough to shorten one; `name…` is one that is only shortened. Then other columns to the
    left are shortened, the longest first.
    """
    cells = [list(columns)]
    cells += [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(columns)))

    # Least is lost in this order: whole columns that may go, before any text is cut short.
    def excess() -> int:
        needed = sum(widths[at] for at in shown) + GAP * (len(shown) - 1)
        return 0 if width is None else needed - width

    for name in spare:
        if excess() <= 0:
            break
        if name.removesuffix("…") not in columns:
            continue
        at = columns.index(name.removesuffix("…"))
        if name.endswith("…"):
            widths[at] = max(widths[at] - excess(), min(widths[at], TELLING))
        elif at in left and widths[at] - excess() >= TELLING:
            widths[at] -= excess()  # enough of it is left, so no column need go
        else:
            shown.remove(at)
    while excess() > 0:
        at = max((at for at in shown if at in left), key=lambda at: widths[at])
        if widths[at] <= NARROWEST:
            break  # the longest is as short as that, so the terminal has to wrap
        widths[at] = max(NARROWEST, widths[at] - excess())
    gap = " " * GAP
    lines = [
        gap.join(_cell(row[at], widths[at], at in left) for at in shown).rstrip() for row in cells
    ]
    return lines, [name for at, name in enumerate(columns) if at not in shown]


def _cell(text: str, width: int, left: bool) -> str:
    """Return the text in exactly `width` cells; some letters take two, an accent none."""
    if cell_len(text) > width:
        return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)
    return set_cell_size(text, width) if left else " " * (width - cell_len(text)) + text


def _print_fitted(
    columns: Sequence[str], rows: list[list[str]], lefts: Collection[int], spare: Sequence[str]
) -> None:
    (heading, *lines), missing = fit(columns, rows, lefts, terminal_width(), spare)
    say(heading, style="bold")
    for line in lines:
        say(line)
    if missing:
        prose(f"(A wider terminal also shows: {', '.join(missing)}.)", style="dim")


def _print_wrapped(columns: Sequence[str], rows: list[list[str]], lefts: Collection[int]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for number, name in enumerate(columns):
        wraps = number in lefts
        table.add_column(
            name, justify="left" if wraps else "right", no_wrap=not wraps, overflow="fold"
        )
    for row in rows:
        table.add_row(*row)
    console().print(table, soft_wrap=False)


def _least_width(columns: Sequence[str], rows: list[list[str]], lefts: Collection[int]) -> int:
    """Return the least width of a table whose columns in `lefts` are wrapped between words."""
    total = 0
    for number, name in enumerate(columns):
        cells = [name, *(row[number] for row in rows)]
        pieces = [word for cell in cells for word in cell.split()] if number in lefts else cells
        widest = max(map(cell_len, pieces), default=0)
        total += GAP + (min(widest, LONGEST_WORD) if number in lefts else widest)
    return total - GAP


def _print_stacked(columns: Sequence[str], rows: list[list[str]]) -> None:
    """Print each row as several lines: what it is, then the name and value of each column."""
    from rich.padding import Padding

    for first, *others in rows:
        console().print(first, style="bold", overflow="fold", soft_wrap=False)
        for name, cell in zip(columns[1:], others, strict=True):
            if cell:
                line = Padding.indent(f"{name} {cell}", GAP)
                console().print(line, overflow="fold", soft_wrap=False)
