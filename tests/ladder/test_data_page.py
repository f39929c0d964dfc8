"""The page about the ladder's data: SQL and pandas give the same answer to each question."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ladder
from ladder.database.store import Store
from ladder.maintenance.refit import refit
from tests.ladder.conftest import WriteLedger, outcome

PAGE = Path(ladder.__file__).parents[1].joinpath("docs", "data.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sql|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
QUERIES = [text for language, text in BLOCKS if language == "sql"]
CHANGES = (
    "UPDATE pools SET players = 4",
    "INSERT INTO metrics SELECT game_id, seat, 'nodes', 10.0 * game_id + seat FROM seats",
)
"""What the results of `outcome` do not hold."""


@pytest.fixture
def played(store: Store, write: WriteLedger) -> Store:
    bots = [store.add_bot(name, hash=name) for name in ("trader", "greedy", "random", "mybot")]
    written = write([bots[:3], bots[1:], [bots[0], *bots[2:]]] * 2)
    for number, game in enumerate(written.unplayed()):
        written.save(outcome(game, faulty=[[], [1], [2, 3]][number % 3], forfeit=[3][number:]))
    store.add_bot("mybot", hash="newer")
    refit(store, 1)
    with store.transaction() as conn:
        for change in CHANGES:
            conn.execute(change)
    return store


def test_each_question_of_the_page_has_an_answer(played: Store) -> None:
    assert len(QUERIES) >= 6
    empty = [query for query in QUERIES if not played.rows(query)]
    assert empty == [], "these queries of docs/data.md find nothing"


def test_pandas_gives_the_same_answers(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(Path(played.path).parent)
    answers = [frame for frame in _last_values() if frame is not None]
    for query, frame in zip(QUERIES, answers, strict=True):
        expected = played.rows(query)
        assert list(frame.columns) == list(expected[0]), query
        rows = frame.astype(object).where(frame.notna(), None).values.tolist()
        assert len(rows) == len(expected), query
        for row, wanted in zip(rows, expected, strict=True):
            assert row == [_near(value) for value in wanted.values()], query


def _near(value: Any) -> Any:
    return pytest.approx(value) if isinstance(value, int | float) else value


def _last_values() -> Iterator[Any]:
    """Run the page's Python as a notebook does: the value of each block, or None."""
    names: dict[str, Any] = {}
    for text in (text for language, text in BLOCKS if language == "python"):
        *statements, last = ast.parse(text).body
        shown = last if isinstance(last, ast.Expr) else None
        body = statements if shown else [*statements, last]
        exec(compile(ast.Module(body, []), "docs/data.md", "exec"), names)
        yield (
            eval(compile(ast.Expression(shown.value), "docs/data.md", "eval"), names)
            if shown
            else None
        )


def test_the_last_program_counts_the_games(
    played: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(played.path).parent)
    exec(BLOCKS[-1][1], {})
    assert capsys.readouterr().out == "18 games have been played.\n"
