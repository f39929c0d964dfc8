"""Comma-separated values (RFC 4180) that a spreadsheet opens without calculating anything."""

import csv
import sys
from collections.abc import Iterable, Sequence

from arena.text import harmless

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula in some spreadsheet."""


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A heading and a line for each row, to standard output; None is an empty cell."""
    writer = csv.writer(sys.stdout)
    writer.writerow([_cell(name) for name in columns])
    writer.writerows([_cell(value) for value in row] for row in rows)


def _cell(value: object) -> object:
    """Numbers as they are; a text that a spreadsheet would take for a formula after an '."""
    if value is None or isinstance(value, int | float):
        return "" if value is None else value
    text = harmless(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
