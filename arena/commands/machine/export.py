"""`arena db export`: results, views and choices, or steps, as a file for other programs."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import astuple, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import typer

from arena.commands.exit_codes import NO
from arena.commands.home import existing, reading
from arena.errors import ArenaError
from arena.options.filters import OfGames
from arena.options.parsing import OptionError
from arena.printing.console import counting, note, print_json, say
from arena.printing.data_files import Columns, Row, format_of, write
from arena.retelling.questions import questions
from arena.retelling.replay import OtherRules, Replay, ReplayError
from arena.text.phrases import counted
from ladder import games as stored
from ladder.errors import DamagedRecord, UnknownGame
from ladder.games import RESULTS, record
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
STEPS: Columns = {
    "game": int,
    "variant": str,
    "players": int,
    "bot": str,
    "sight": int,
    "seat": int,
    "question": int,
    "action": int,
    "observation": bytes,
    "action_mask": bytes,
    "coins": int,
    "place": int,
    "place_score": float,
}
"""A row for each action, as the environments have it; `bot` and the last three are `seat`'s."""
TAPE: Columns = {
    "key": str,
    "before": str,
    "number": int,
    "player": str,
    "model": str,
    "sent": str,
    "answer": str,
}
"""A row for each answer of a language model, see `arena.models.tape`."""
KINDS = {"results": RESULTS, "views": VIEWS, "steps": STEPS, "tape": TAPE}


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
    everyone: bool,
    force: bool,
    json: bool,
) -> None:
    """Write the file; exit code 1 if games had to be left out because they are damaged."""
    if kind not in KINDS:
        known = "results, views, steps or tape"
        raise OptionError(f"There is nothing called {kind!r} to export. Choose {known}.")
    if everyone and kind != "steps":
        raise OptionError("--everyone is for steps: only they can be seen by every seat.")
    if kind == "tape":
        _export_tape(home, out, format, games, force, json)
        return
    chosen = games.read()
    wanted, file_format = chosen.games, format_of(out, format)
    if kind == "steps" and file_format != "parquet":
        raise OptionError("Steps hold rows of bytes: name a file that ends with .parquet.")
    tally = Tally()
    with reading(home) as store:
        chosen.check(store)
        with counting(stored.count(store, wanted), json) as beat:
            rows: Iterator[Row]
            if kind == "results":
                rows = stored.results(store, wanted)
            elif kind == "views":
                rows = _replayed(store, wanted, tally, _views)
            else:
                rows = _replayed(store, wanted, tally, partial(_steps, everyone))
            count = write(out, file_format, KINDS[kind], _told(rows, tally, beat), force)
    _conclude(out, kind, count, tally, json)


def _export_tape(
    home: Path | None, out: Path, format: str, games: OfGames, force: bool, json: bool
) -> None:
    """Write all that is on the tape; an answer belongs to every game that asks for it."""
    from arena.models.tape import Tape

    if games != OfGames():
        raise OptionError("A tape is exported as a whole. Leave out the options that choose games.")
    file_format = format_of(out, format)
    tape = existing(home).tape
    if not tape.exists():
        raise ArenaError(
            "There is no tape in this home: no language model has played. Play with one: "
            "arena tournament --models models.toml"
        )
    with closing(Tape(tape)) as opened:
        count = write(out, file_format, TAPE, opened.rows(), force)
    if json:
        print_json({"file": str(out), "kind": "tape", "rows": count})
    else:
        say(f"{out}: {counted(count, 'answer')} of language models.")


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


def _replayed(
    store: Store, wanted: Wanted, tally: Tally, told: Callable[[Replay], list[tuple[int, Row]]]
) -> Iterator[Row]:
    """What is told of the games wanted, each time with the seat that it is about, game by game."""
    for number in stored.numbers_of(store, wanted):
        seats = store.rows(
            "SELECT b.label, s.coins, s.final_place, s.place_score FROM seats AS s "
            "JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = ? ORDER BY s.seat",
            [number],
        )
        try:
            replay = Replay(record(store, number))
            found = told(replay)
        except OtherRules as error:
            tally.other_rules[error.version] += 1
            continue
        except (ReplayError, DamagedRecord, UnknownGame) as error:
            tally.damaged[number] = str(error)
            continue
        for seat, row in found:
            label, *end = seats[seat].values()
            yield number, replay.book.variant, replay.book.players, label, *row, *end


def _views(replay: Replay) -> list[tuple[int, Row]]:
    return [(asked.seat, astuple(asked)) for asked in questions(replay)]


def _steps(everyone: bool, replay: Replay) -> list[tuple[int, Row]]:
    from arena.env.steps import steps  # and Gymnasium, which takes a while

    return [(step.seat, step) for step in steps(replay, everyone)]


def _told(rows: Iterator[Row], tally: Tally, beat: Callable[[int], Any]) -> Iterator[Row]:
    """The rows; counts their games, and tells with each."""
    last = None
    for row in rows:
        if row[0] != last:
            last = row[0]
            tally.games += 1
            beat(tally.games)
        yield row
