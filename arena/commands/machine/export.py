"""`arena db export`: results, or views and choices, as a file for other programs."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

import typer

from arena.commands.exit_codes import NO
from arena.commands.home import reading
from arena.options.filters import OfGames
from arena.options.parsing import OptionError
from arena.printing.console import console, is_terminal, note, print_json, say
from arena.printing.data_files import Columns, Row, format_of, write
from arena.retelling.questions import questions
from arena.retelling.replay import OtherRules, Replay, ReplayError
from arena.text.phrases import counted
from ladder import export as stored
from ladder.errors import DamagedRecord, UnknownGame
from ladder.export import RESULTS
from ladder.games import record
from ladder.pools import Wanted
from ladder.store import Store

VIEWS: Columns = {
    "game": int,
    "variant": str,
    "players": int,
    "bot": str,
    "seat": int,
    "question": int,
    "ask": str,
    "view": str,
    "choices": str,
    "more": str,
    "chosen": str,
    "index": int,
    "ms": float,
    "fault": str,
    "coins": int,
    "place": int,
    "place_score": float,
}
"""A row for each question; the last three are how the seat ended."""
KINDS = ("results", "views")


@dataclass
class Tally:
    """Counts of the games written, and of those left out as they could not be replayed."""

    games: int = 0
    """Those written."""
    other_rules: Counter[str] = field(default_factory=Counter)
    damaged: dict[int, str] = field(default_factory=dict)


def export(
    home: Path | None,
    kind: str,
    out: Path,
    format: str,
    games: OfGames,
    force: bool,
    json: bool,
) -> None:
    """Writes the file; exit code 1 if games had to be left out because they are damaged."""
    if kind not in KINDS:
        raise OptionError(f"There is nothing called {kind!r} to export. Choose results or views.")
    chosen = games.read()
    wanted, file_format = chosen.games, format_of(out, format)
    tally = Tally()
    with reading(home) as store:
        chosen.check(store)
        with _progress(stored.count(store, wanted), json) as beat:
            results = kind == "results"
            rows = stored.results(store, wanted) if results else _views(store, wanted, tally)
            columns = RESULTS if results else VIEWS
            count = write(out, file_format, columns, _told(rows, tally, beat), force)
    _conclude(out, kind, count, tally, json)


def _conclude(out: Path, kind: str, count: int, tally: Tally, json: bool) -> None:
    if json:
        data = {"file": str(out), "kind": kind, "rows": count}
        left_out = {"other_rules": tally.other_rules, "damaged": tally.damaged}
        print_json(data | {"games": tally.games} | left_out)
    else:
        say(f"{out}: {counted(count, 'row')} from {counted(tally.games, 'game')}.")
    for version, times in tally.other_rules.items():
        were = counted(times, "game was", "games were")
        note(f"{were} played by version {version} of the rules and left out.")
    for game, why in tally.damaged.items():
        note(f"Game {game} was left out: {why}")
    if tally.damaged:
        raise typer.Exit(NO)


def _views(store: Store, wanted: Wanted, tally: Tally) -> Iterator[Row]:
    """The questions of the games wanted, game by game."""
    for number in stored.games(store, wanted):
        seats = store.rows(
            "SELECT b.label, s.coins, s.final_place, s.place_score FROM seats AS s "
            "JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = ? ORDER BY s.seat",
            [number],
        )
        try:
            replay = Replay(record(store, number))
            asked = list(questions(replay))
        except OtherRules as error:
            tally.other_rules[error.version] += 1
            continue
        except (ReplayError, DamagedRecord, UnknownGame) as error:
            tally.damaged[number] = str(error)
            continue
        for each in asked:
            label, *end = seats[each.seat].values()
            yield number, replay.book.variant, replay.book.players, label, *astuple(each), *end


def _told(rows: Iterator[Row], tally: Tally, beat: Callable[[int], Any]) -> Iterator[Row]:
    """The rows; counts their games, and tells with each."""
    last = None
    for row in rows:
        if row[0] != last:
            last = row[0]
            tally.games += 1
            beat(tally.games)
        yield row


@contextmanager
def _progress(games: int, json: bool) -> Iterator[Callable[[int], Any]]:
    """Show on a terminal how many games are written."""
    if json or not is_terminal():
        yield lambda done: None
        return
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)
