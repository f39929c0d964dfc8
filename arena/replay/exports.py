"""What is exported of a game: its questions, and its actions as the environments number them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import orjson

from arena.codec import reader, writer
from arena.replay.replay import Before, OtherRules, Replay, ReplayError
from arena.rules import Shown
from arena.rules.choices import Choice
from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.store import Store
from ladder.queries.games import numbers_of, record
from ladder.queries.pools import Wanted
from protocol import Json

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
VIEWS: Mapping[str, type] = _GAME | get_type_hints(Asked) | {"index": int} | _END
"""A row for each question."""
STEPS: Mapping[str, type] = _GAME | get_type_hints(ExportedStep) | _END
"""A row for each action, as the environments have it; `bot` and the last three are `seat`'s."""


@dataclass
class ExportCounts:
    """Counts of the games written, and of those left out as they could not be replayed."""

    games: int = 0
    """Those written."""
    other_rules: Counter[str] = field(default_factory=Counter)
    damaged: dict[int, str] = field(default_factory=dict)


def exported(
    store: Store,
    wanted: Wanted,
    tally: ExportCounts,
    told: Callable[[Replay], Iterator[Asked | ExportedStep]],
) -> Iterator[tuple[Any, ...]]:
    """Yield what is exported of the selected games, game by game."""
    for number in numbers_of(store, wanted):
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
    """Yield all actions of a game, each as the seat that acts saw the game, or as everyone did.

    Raises ReplayError.
    """
    from arena.env.rows import rows  # and Gymnasium, which takes a while
    from arena.env.table import Table

    encoder, words = rows(replay.book), reader(replay.book)
    asked = [0] * replay.book.players
    shown: Shown | None = None
    for step in replay.steps():
        shown = shown or Shown(step.game)  # nothing has happened before the first step
        if not isinstance(step, Before):
            shown.follow(step.events, step.game)
            continue
        seat, game = step.seat, step.game.copy()
        asked[seat] += 1
        table = Table(encoder.actions, game, seat, shown)
        choice = words.read(game, seat, [], step.played["choice"])
        for number in _numbers(table, choice):
            for sight in range(replay.book.players) if everyone else (seat,):
                mask = bytes(table.mask()) if sight == seat else b""
                row = encoder.row(table, sight)
                yield ExportedStep(sight, seat, asked[seat], number, row, mask)
            # An action that only composes the choice shows in the next row; one that makes it, and
            # one that is not legal, end the question.
            if table.legal.get(number, choice) is None:
                table.step(number)


def _numbers(table: Table, choice: Choice) -> list[int]:
    """Return the actions that make the choice if each is legal in its turn, else -1."""
    trial = table.copy()
    numbers = table.spelled(choice)
    for number in numbers:
        if number not in trial.legal:
            return [-1]
        if trial.legal[number] is None:
            trial.step(number)
    return numbers or [-1]
