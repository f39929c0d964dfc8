"""Rows for other programs: files in CSV, JSON Lines or Parquet, or CSV on the standard output.

A file is there whole or not at all. A spreadsheet opens CSV without calculating anything.
"""

import csv
import gzip
import json
import os
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from arena.cli.output.output_files import require_place
from arena.errors import ArenaError, UsageError
from arena.text import harmless

Columns = Mapping[str, type]
Row = Sequence[Any]

FORMULA = ("=", "+", "-", "@")
"""Characters that begin a formula in some spreadsheet, also in their wide East Asian forms."""
BATCH = 10_000
"""The rows of a Parquet file that are in memory at a time."""


def format_of(path: Path, given: str, others: bool = True) -> str:
    """Return the format that is given, or that the suffix stands for; `.gz` may follow it.

    `others`: False where nothing but Parquet would do.
    """
    suffixes = [suffix.lstrip(".") for suffix in path.suffixes if suffix != ".gz"]
    name = given or (suffixes[-1] if suffixes else "")
    if name not in WRITERS:
        said = f"There is no format called {name!r}" if name else f"{path} has no suffix"
        raise UsageError(f"{said}. Choose one with --format: {', '.join(WRITERS)}.")
    if name == "parquet":
        if path.suffix == ".gz":
            raise UsageError("Parquet files are compressed already. Leave out .gz.")
        _pyarrow(others)
    return name


def write(path: Path, format: str, columns: Columns, rows: Iterable[Row], force: bool) -> int:
    """Write all rows, then put the file in its place; return how many there were.

    Raises UsageError when there is such a file, unless `force` says to replace it.
    """
    require_place(path, force)
    count = 0

    def counted() -> Iterator[Row]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    with replaced(path) as file:
        if path.suffix == ".gz":
            # Without a time in it: the same rows make the same file, byte by byte.
            with gzip.GzipFile(path.stem, "wb", fileobj=file, mtime=0) as packed:
                WRITERS[format](cast(IO[bytes], packed), columns, counted())
        else:
            WRITERS[format](file, columns, counted())
    return count


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a heading and a line for each row; None is an empty cell."""
    csv.writer(sys.stdout).writerows([*map(_cell, row)] for row in (columns, *rows))


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file beside `path` that takes its place at the end of the block, and only then."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            # Else a power cut could leave the name to a file whose content was never written.
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())  # mkstemp lets its owner alone read
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)  # there is no way to ask for it but to set it
    os.umask(mask)
    return mask


def _csv(file: IO[bytes], columns: Columns, rows: Iterable[Row]) -> None:
    import io

    text = io.TextIOWrapper(file, "utf-8", newline="")
    out = csv.writer(text, lineterminator="\n")
    out.writerow(columns)
    out.writerows([*map(_cell, row)] for row in rows)
    text.flush()
    text.detach()  # or it would close the file, which is still to be synced


def _cell(value: object) -> object:
    """Return a value for a cell: a text that would be taken for a formula gets a ' before it."""
    if value is None or isinstance(value, int | float):
        return "" if value is None else value
    text = harmless(value)
    # Spreadsheets skip blanks, and some take wide forms for the plain ones.
    begins = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if begins.startswith(FORMULA) else text


def _jsonl(file: IO[bytes], columns: Columns, rows: Iterable[Row]) -> None:
    names = tuple(columns)
    for row in rows:
        line = json.dumps(dict(zip(names, row, strict=True)))
        file.write(line.encode() + b"\n")


def _parquet(file: IO[bytes], columns: Columns, rows: Iterable[Row]) -> None:
    from itertools import islice

    arrow, parquet = _pyarrow()
    types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bytes: arrow.binary()}
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    rest = iter(rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as out:
        while batch := list(islice(rest, BATCH)):
            values = [list(column) for column in zip(*batch, strict=True)]
            out.write_batch(arrow.record_batch(values, schema=schema))


def _pyarrow(others: bool = True) -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        way_out = " Or choose another format: csv, jsonl." if others else ""
        raise ArenaError(
            f"Parquet needs pyarrow, which is not installed: pip install pyarrow.{way_out}"
        ) from None
    return pyarrow, pyarrow.parquet


WRITERS: dict[str, Callable[[IO[bytes], Columns, Iterable[Row]], None]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
}
"""By format."""
