"""`arena db export`: results, views, steps or the tape, as a file for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import existing, reading
from arena.cli.options.arguments import ONLY_SHOWN, Common, Force, argument, option
from arena.cli.options.filters import OfGames
from arena.cli.options.parsing import OptionError
from arena.cli.output.console import answer, counting, note, picked
from arena.cli.output.data_files import Columns, Row, format_of, write
from arena.errors import ArenaError
from arena.text.phrases import counted, listed
from ladder.database.store import Store
from ladder.queries import games as stored
from ladder.queries.games import RESULTS
from ladder.queries.pools import Wanted

if not ONLY_SHOWN:
    from arena.replay.exports import STEPS, VIEWS, ExportCounts, exported, questions, steps


KINDS = ("results", "views", "steps", "tape")


def export(
    kind: str = argument(
        "KIND",
        "results: a row for each seat of each game. views: a row for each question that a "
        "bot was asked, with its view, its choices and what was chosen. steps: a row for each "
        "action as the environments of arena.env number them, with observation and mask. tape: "
        "everything that language models have answered.",
    ),
    out: Path = argument("OUT", "The file; its suffix gives the format, and .gz may follow."),
    format_: str = option(
        "How it is written.",
        "--format",
        default="",
        choices=("csv", "jsonl", "parquet"),
        show_default="by the suffix",
    ),
    *,
    games: OfGames,
    everyone: bool = option(
        "Steps as every seat saw them, not only the one that acted.", default=False
    ),
    force: Force = False,
    common: Common,
) -> None:
    """Write results, views, steps or the tape to a file for other programs.

    The file appears once it is complete. Views and steps are made by replaying the games, a few a
    second, with several hundred rows each. Parquet needs pyarrow: pip install pyarrow

    Examples:
        arena db export results results.csv
        arena db export results anniversary.parquet --variant anniversary --since 2026-05-31
        arena db export views views.jsonl.gz --tournament 3
        arena db export steps steps.parquet --variant anniversary --players 4
        arena db export tape answers.jsonl

    JSON:
        {"file": str, "kind": str, "rows": int, **ExportCounts} | {  # a tape
            "file": str, "kind": "tape", "rows": int,
        }
    """
    if kind not in KINDS:
        known = listed(KINDS, "or")
        raise OptionError(f"There is nothing called {kind!r} to export. Choose {known}.")
    if everyone and kind != "steps":
        raise OptionError("--everyone is for steps: only they can be seen by every seat.")
    if kind == "tape":
        _export_tape(out, format_, games, force, common)
        return
    chosen = games.read()
    wanted, file_format = chosen.games, format_of(out, format_, kind != "steps")
    if kind == "steps" and file_format != "parquet":
        raise OptionError("Steps hold rows of bytes: name a file that ends with .parquet.")
    tally = ExportCounts()
    with reading(common.home) as store:
        chosen.check(store)
        with counting(stored.count(store, wanted), common.json) as beat:
            columns, rows = _rows(store, kind, wanted, tally, everyone)
            count = write(out, file_format, columns, _told(rows, tally, beat), force)
    _conclude(out, kind, count, tally, common.json)


def _export_tape(out: Path, format: str, games: OfGames, force: bool, common: Common) -> None:
    """Write all that is on the tape; an answer belongs to every game that asks for it."""
    from arena.llm.tape import COLUMNS, Tape

    if games != OfGames():
        raise OptionError("A tape is exported as a whole. Leave out the options that choose games.")
    file_format = format_of(out, format)
    tape = existing(common.home).tape
    if not tape.exists():
        raise ArenaError(
            "There is no tape in this home: no language model has played. Play with one: "
            "arena tournament --models models.toml"
        )
    with closing(Tape(tape)) as opened:
        count = write(out, file_format, COLUMNS, opened.rows(), force)
    data = {"file": str(out), "kind": "tape", "rows": count}
    answer(common.json, data, f"{out}: {counted(count, 'answer')} of language models.")


def _conclude(out: Path, kind: str, count: int, tally: ExportCounts, json: bool) -> None:
    data = {"file": str(out), "kind": kind, "rows": count}
    data |= picked(tally, "games", "other_rules", "damaged")
    answer(json, data, f"{out}: {counted(count, 'row')} from {counted(tally.games, 'game')}.")
    for version, times in tally.other_rules.items():
        were = counted(times, "game was", "games were")
        note(f"{were} played by version {version} of the rules and left out.")
    for game, why in tally.damaged.items():
        note(f"Game {game} was left out: {why}")
    if tally.damaged:
        raise typer.Exit(NO)


def _rows(
    store: Store, kind: str, wanted: Wanted, tally: ExportCounts, everyone: bool
) -> tuple[Columns, Iterator[Row]]:
    """Return the columns of what is exported, and its rows."""
    if kind == "results":
        return RESULTS, stored.results(store, wanted)
    if kind == "views":
        return VIEWS, exported(store, wanted, tally, questions)
    return STEPS, exported(store, wanted, tally, partial(steps, everyone=everyone))


def _told(rows: Iterator[Row], tally: ExportCounts, beat: Callable[[int], Any]) -> Iterator[Row]:
    """Yield the rows; count their games, and report progress."""
    for _, of_game in groupby(rows, key=itemgetter(0)):  # every kind of row begins with its game
        tally.games += 1
        beat(tally.games)
        yield from of_game
