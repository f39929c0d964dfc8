"""Printing for the commands: rich on a terminal, plain lines in a pipe, JSON where asked for.

Nothing printed here is ever read as markup, so what a bot wrote cannot colour or forge output;
control characters are taken out by `arena.text.harmless` where bot-written text enters.
"""

import json
import os
import select
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 100_000  # tables in a pipe are neither wrapped nor cut
GAP = 2  # between two columns
LONGEST_WORD = 24  # longer ones may be broken


def console(stderr: bool = False) -> "Console":
    """A console that takes all text literally. Made anew where tests swap the streams."""
    return _console(sys.stderr if stderr else sys.stdout)


@cache
def _console(stream: Any) -> "Console":
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            """Leaves it to the one place where failures are explained; rich would exit with 1."""
            raise BrokenPipeError

    width = None if stream.isatty() else PIPE_WIDTH
    return Plain(
        file=stream, markup=False, emoji=False, highlight=False, width=width, soft_wrap=True
    )


def is_terminal() -> bool:
    """Whether a person sees the output as it comes."""
    return sys.stdout.isatty()


def unread() -> bool:
    """Whether output goes to a pipe that its reader has closed, as `| head` does."""
    return any(_closed(stream) for stream in (sys.stdout, sys.stderr))


def _closed(stream: Any) -> bool:
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)
    except (OSError, ValueError):  # a stream without a file, as in tests
        return False
    return any(what & (select.POLLERR | select.POLLHUP) for _, what in poll.poll(0))


def forget_unread() -> None:
    """Puts what was not written where it does no harm, else Python complains at its end."""
    for stream in (sys.stdout, sys.stderr):
        if _closed(stream):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(text: object = "", style: str = "", wrap: bool = False) -> None:
    """One line (or several) of text to standard output, taken literally.

    `wrap`: between words, where a terminal is too narrow.
    """
    console().print(str(text), style=style or None, soft_wrap=not (wrap and is_terminal()))


def text_width(most: int) -> int | None:
    """The width of the terminal if it is less than `most`, else None, as in a pipe."""
    width = console().width
    return width if is_terminal() and width < most else None


def note(text: object) -> None:
    """A remark beside the result, to standard error, so that `--json` and pipes stay clean."""
    console(stderr=True).print(str(text), style="dim")


def print_json(value: Any) -> None:
    """`value` as indented JSON."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], left: Iterable[int] = (0,)
) -> None:
    """A table: numbers to the right, the columns numbered in `left` to the left.

    On a terminal too narrow for it the columns to the left are wrapped, and where that is not
    enough every row becomes a few lines. Nothing is ever cut.
    """
    lefts = set(left)
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if _least_width(columns, cells, lefts) > console().width:
        _print_stacked(columns, cells)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for number, name in enumerate(columns):
        wraps = number in lefts
        table.add_column(
            name, justify="left" if wraps else "right", no_wrap=not wraps, overflow="fold"
        )
    for row in cells:
        table.add_row(*row)
    console().print(table, soft_wrap=False)


def _least_width(columns: Sequence[str], rows: list[list[str]], lefts: set[int]) -> int:
    """What a table needs when the columns in `lefts` are wrapped between words."""
    from rich.cells import cell_len

    total = 0
    for number, name in enumerate(columns):
        cells = [name, *(row[number] for row in rows)]
        pieces = [word for cell in cells for word in cell.split()] if number in lefts else cells
        widest = max(map(cell_len, pieces), default=0)
        total += GAP + (min(widest, LONGEST_WORD) if number in lefts else widest)
    return total - GAP


def _print_stacked(columns: Sequence[str], rows: list[list[str]]) -> None:
    """Every row as lines of their own: what it is, then name and value of each column."""
    from rich.padding import Padding

    for first, *others in rows:
        console().print(first, style="bold", overflow="fold", soft_wrap=False)
        for name, cell in zip(columns[1:], others, strict=True):
            if cell:
                line = Padding.indent(f"{name} {cell}", GAP)
                console().print(line, overflow="fold", soft_wrap=False)
