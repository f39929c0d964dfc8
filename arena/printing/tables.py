"""Printing tables: complete in a pipe, fitted to the width of a terminal."""

from collections.abc import Collection, Iterable, Sequence

from arena.printing.console import console, say, terminal_width
from arena.printing.table_width import fit
from arena.text import harmless

GAP = 2  # between two columns
LONGEST_WORD = 24  # longer ones may be broken


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    left: Iterable[int] = (0,),
    spare: Sequence[str] = (),
) -> None:
    """A table: numbers to the right, the columns numbered in `left` to the left.

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


def _print_fitted(
    columns: Sequence[str], rows: list[list[str]], lefts: Collection[int], spare: Sequence[str]
) -> None:
    (heading, *lines), missing = fit(columns, rows, lefts, terminal_width(), spare)
    say(heading, style="bold")
    for line in lines:
        say(line)
    if missing:
        say(f"(A wider terminal also shows: {', '.join(missing)}.)", style="dim", wrap=True)


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
    """The least width of a table whose columns in `lefts` are wrapped between words."""
    from rich.cells import cell_len

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
