"""Comma-separated values (RFC 4180) that a spreadsheet opens without calculating anything."""

import csv
import sys
import unicodedata
from collections.abc import Iterable, Sequence

from arena.text import harmless

FORMULA = ("=", "+", "-", "@")
"""Characters that begin a formula in some spreadsheet, also in their wide East Asian forms."""


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A heading and a line for each row, to standard output; None is an empty cell."""
    writer = csv.writer(sys.stdout)
    writer.writerow([cell(name) for name in columns])
    writer.writerows([cell(value) for value in row] for row in rows)


def cell(value: object) -> object:
    """Return a value for a cell: a text that would be taken for a formula gets a ' before it."""
    if value is None or isinstance(value, int | float):
        return "" if value is None else value
    text = harmless(value)
    begins = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if begins.startswith(FORMULA) else text
