"""`arena db export`: results, views and choices, or steps, as a file for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import existing, reading
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption
from arena.cli.options.filters import OfGames
from arena.cli.options.parsing import OptionError
from arena.cli.output.console import counting, note, print_json, say
from arena.cli.output.data_files import Columns, Row, format_of, write
from arena.errors import ArenaError
from arena.text.phrases import counted
from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.store import Store
from ladder.queries import games as stored
from ladder.queries.games import RESULTS, record
from ladder.queries.pools import Wanted
from protocol import Json

if not ONLY_SHOWN:
    import orjson

    from arena.codec import reader, writer
    from arena.replay.replay import Before, OtherRules, Replay, ReplayError
    from arena.rules.choices import Choice


if TYPE_CHECKING:
    from arena.env.table import Table


class Asked(NamedTuple):
    """A question and its answer. `view`, `choices`, `more` and `chosen` are JSON text."""

    seat: int
    question: int
    """From 1, of the seat: the id of its `decide` message."""
    ask: str
    view: str
    choices: str
    """The choices listed; offers are lawful besides."""
    more: str
    """Details of the ask: the card to plant, the offers to answer, the window; else `{}`."""
    chosen: str
    index: int | None  # type: ignore[assignment]  # of a tuple, a method
    """The index of `chosen` in `choices`; None for one that is not listed."""
    ms: float
    """Time charged."""
    fault: str
    """Why the referee chose in the bot's place; empty when the bot did."""


class ExportedStep(NamedTuple):
    """One action of a seat, and what `sight`, a seat, saw before it."""

    sight: int
    seat: int
    question: int
    """From 1, of the seat: the id of its `decide` message. An offer takes several actions."""
    action: int
    """-1 for a choice that the table has no room for."""
    observation: bytes
    action_mask: bytes
    """Empty for those who do not act."""


_GAME = {"game": int, "variant": str, "players": int, "bot": str}
_END = {"coins": int, "place": int, "place_score": float}
"""How the seat ended."""
VIEWS: Columns = _GAME | get_type_hints(Asked) | {"index": int} | _END
"""A row for each question."""
STEPS: Columns = _GAME | get_type_hints(ExportedStep) | _END
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
"""A row for each answer of a language model, see `arena.llm.tape`."""
KINDS = {"results": RESULTS, "views": VIEWS, "steps": STEPS, "tape": TAPE}


@dataclass
class ExportCounts:
    """Counts of the games written, and of those left out as they could not be replayed."""

    games: int = 0
    """Those written."""
    other_rules: Counter[str] = field(default_factory=Counter)
    damaged: dict[int, str] = field(default_factory=dict)


def export(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="results: a row for each seat of each game. views: a row for each question that a "
            "bot was asked, with its view, its choices and what was chosen. steps: a row for each "
            "action as the environments of arena.env number them, with observation and mask. tape: "
            "everything that language models have answered.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The file; its suffix gives the format, and .gz may follow."
        ),
    ],
    format_: Annotated[
        str,
        typer.Option("--format", help="csv, jsonl or parquet.", show_default="by the suffix"),
    ] = "",
    *,
    games: OfGames,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Steps as every seat saw them, not only who acted.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Write results, views and choices, or steps to a file for other programs.

    The file appears once it is complete. Views and steps are made by replaying the games, a few a
    second, with several hundred rows each. Parquet needs pyarrow: pip install pyarrow

    Examples:
        arena db export results results.csv
        arena db export results anniversary.parquet --variant anniversary --since 2026-05-31
        arena db export views views.jsonl.gz --tournament 3
        arena db export steps steps.parquet --variant anniversary --players 4
        arena db export tape answers.jsonl
    """
    if kind not in KINDS:
        known = "results, views, steps or tape"
        raise OptionError(f"There is nothing called {kind!r} to export. Choose {known}.")
    if everyone and kind != "steps":
        raise OptionError("--everyone is for steps: only they can be seen by every seat.")
    if kind == "tape":
        _export_tape(home, out, format_, games, force, json)
        return
    chosen = games.read()
    wanted, file_format = chosen.games, format_of(out, format_, kind != "steps")
    if kind == "steps" and file_format != "parquet":
        raise OptionError("Steps hold rows of bytes: name a file that ends with .parquet.")
    tally = ExportCounts()
    with reading(home) as store:
        chosen.check(store)
        with counting(stored.count(store, wanted), json) as beat:
            rows: Iterator[Row]
            if kind == "results":
                rows = stored.results(store, wanted)
            elif kind == "views":
                rows = _replayed(store, wanted, tally, questions)
            else:
                rows = _replayed(store, wanted, tally, partial(steps, everyone=everyone))
            count = write(out, file_format, KINDS[kind], _told(rows, tally, beat), force)
    _conclude(out, kind, count, tally, json)


def _export_tape(
    home: Path | None, out: Path, format: str, games: OfGames, force: bool, json: bool
) -> None:
    """Write all that is on the tape; an answer belongs to every game that asks for it."""
    from arena.llm.tape import Tape

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


def _conclude(out: Path, kind: str, count: int, tally: ExportCounts, json: bool) -> None:
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
    store: Store,
    wanted: Wanted,
    tally: ExportCounts,
    told: Callable[[Replay], Iterator[Asked | ExportedStep]],
) -> Iterator[Row]:
    """Yield what is exported of the selected games, game by game."""
    for number in stored.numbers_of(store, wanted):
        seats = store.rows(
            "SELECT b.label, s.coins, s.final_place, s.place_score FROM seats AS s "
            "JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = ? ORDER BY s.seat",
            [number],
        )
        try:
            replay = Replay(record(store, number))
            found = list(told(replay))
        except OtherRules as error:
            tally.other_rules[error.version] += 1
            continue
        except (ReplayError, DamagedRecord, UnknownGame) as error:
            tally.damaged[number] = str(error)
            continue
        for row in found:
            label, *end = seats[row.seat].values()
            yield number, replay.book.variant, replay.book.players, label, *row, *end


def _told(rows: Iterator[Row], tally: ExportCounts, beat: Callable[[int], Any]) -> Iterator[Row]:
    """Yield the rows; count their games, and report progress."""
    last = None
    for row in rows:
        if row[0] != last:
            last = row[0]
            tally.games += 1
            beat(tally.games)
        yield row


def questions(replay: Replay) -> Iterator[Asked]:
    """List the questions of a game in the order of their answers. Raises ReplayError.

    Of questions put at the same time each is as it was before any of them was answered.
    """
    words = writer(replay.book)
    waiting: dict[int, Json] = {}  # by seat: questions that are put and not answered yet
    asked: dict[int, int] = {}
    for step in replay.steps():
        if not isinstance(step, Before):
            continue
        if step.seat not in waiting:
            waiting = {
                decision.seat: _written(words.question(step.game, decision).json)
                for decision in step.open
            }
        asked[step.seat] = asked.get(step.seat, 0) + 1
        yield _answered(step, asked[step.seat], waiting.pop(step.seat))


def _written(question: Json) -> Json:
    """Return a question with its parts as text, since what they hold changes in the game."""
    parts = {name: question.pop(name) for name in ("ask", "choices", "view")}
    texts = {name: _text(parts[name]) for name in ("choices", "view")}
    return {"ask": parts["ask"], "more": _text(question), **texts}


def _answered(step: Before, number: int, question: Json) -> Asked:
    chosen = step.played["choice"]
    listed = orjson.loads(question["choices"])
    return Asked(
        seat=step.seat,
        question=number,
        **question,
        chosen=_text(chosen),
        index=listed.index(chosen) if chosen in listed else None,
        ms=step.played.get("ms", 0.0),
        fault=step.played.get("fault") or "",
    )


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()


def steps(replay: Replay, everyone: bool = False) -> Iterator[ExportedStep]:
    """All actions of a game, each as the seat that acts saw the game, or as everyone did.

    Raises ReplayError.
    """
    from arena.env.rows import rows  # and Gymnasium, which takes a while
    from arena.env.table import Table

    encoder, words = rows(replay.book), reader(replay.book)
    asked = [0] * replay.book.players
    for step in replay.steps():
        if not isinstance(step, Before):
            continue
        seat, game = step.seat, step.game.copy()
        asked[seat] += 1
        table = Table(encoder.actions, game, seat)
        choice = words.read(game, seat, [], step.played["choice"])
        for number in _numbers(table, choice):
            for sight in range(replay.book.players) if everyone else (seat,):
                mask = bytes(table.mask()) if sight == seat else b""
                row = encoder.row(table, sight)
                yield ExportedStep(sight, seat, asked[seat], number, row, mask)
            if table.legal.get(number, choice) is None:
                table.step(number)


def _numbers(table: Table, choice: Choice) -> list[int]:
    """Return the actions that make the choice if each is legal in its turn, else -1."""
    trial = type(table)(table.actions, table.game.copy())
    numbers = table.spelled(choice)
    for number in numbers:
        if number not in trial.legal:
            return [-1]
        if trial.legal[number] is None:
            trial.step(number)
    return numbers or [-1]
