"""What is shown stands once: terminal, pages, help and docs say the same, from the same tables."""

import ast
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from arena.cli.help import explains
from arena.cli.output import tables
from arena.referee.bot import BotSpec
from arena.referee.clock import CLASSES
from arena.referee.game_types import SeatPlayed
from arena.replay.analysis import habits
from arena.source import ROOT
from arena.text.standings import STANDINGS
from arena.text.table import Column, DataTable, Link, Remark
from arena.tournament.worker import result_of
from arena.web import urls
from arena.web.rendering import Page, Site, rendered
from arena.web.routes import page_at
from ladder.database.result import SeatResult
from ladder.database.store import Store
from ladder.queries.standings import Standing
from ladder.ratings.live import SUMMED, summed
from tests.arena.conftest import Arena
from tests.support.fake_worker_pool import ended
from tests.support.html import Parts
from tests.support.made_up_standing import standing
from tests.support.one_game import one_game
from tests.support.shown_ladder import shown_ladder

CLI, TEMPLATES = ROOT / "arena" / "cli", ROOT / "arena" / "web" / "templates"
DOCS = ROOT / "docs" / "tournament.md"
SCHEMA = ROOT / "ladder" / "database" / "schema.sql"
SCREENS = {
    urls.standings(): ("ladder",),
    urls.standings("classic"): ("ladder", "--variant", "classic"),
    urls.bot(1): ("ladder", "ant:1"),
    urls.bot(3): ("ladder", "clumsy"),
    urls.compare(1, 2): ("compare", "ant:1", "bee"),
    urls.crosstable(): ("crosstable",),
    urls.SIGNS: ("signs",),
    urls.games(): ("games",),
    urls.CASUAL: ("games", "--casual"),
    urls.TOURNAMENTS: ("tournaments",),
    urls.tournament(2): ("tournaments", "show", "2"),
    urls.why(1): ("why", "ant:1"),
}
"""By page, the command that shows the same."""
ONE_SIDED = {
    "Side by side",  # a terminal has the pages of both bots
    "Games of both",
    "Standings",  # a terminal has those of a tournament when it ends
}
MANY_WORDS = 5
"""So many in a row were copied, one from the other."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shown_ladder(tmp_path_factory.mktemp("home"))


@pytest.mark.parametrize("address", SCREENS)
def test_a_terminal_and_a_page_show_the_same_tables(
    address: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[DataTable[Any]] = []
    in_columns = tables.in_columns

    def kept(table: DataTable[Any]) -> Any:
        printed.append(table)
        return in_columns(table)

    monkeypatch.setattr(tables, "in_columns", kept)
    monkeypatch.setattr(habits, "JUDGED", habits.FEWEST)
    words = " ".join(str(Arena(home)(*SCREENS[address])).split())
    with Store(home / "ladder.sqlite") as store:
        data = page_at(store, address).data
    for remark in [str(remark) for each in data.values() for remark in _alone(each)]:
        assert " ".join(remark.split()) in words
    paged = list(_tables(data))
    shown, drawn = ({each.title: _said(each) for each in of} for of in (printed, paged))
    both = shown.keys() & drawn.keys()
    assert (shown.keys() | drawn.keys()) - both <= ONE_SIDED
    for title in both:
        assert shown[title] == drawn[title]


def _tables(data: Any) -> Iterator[DataTable[Any]]:
    """Yield the tables with rows among the data of a page."""
    if isinstance(data, DataTable):
        yield from [data] if data.rows else []
    elif isinstance(data, dict):
        yield from (table for value in data.values() for table in _tables(value))
    elif isinstance(data, list | tuple):
        yield from (table for value in data for table in _tables(value))
    elif isinstance(getattr(data, "table", None), DataTable):
        yield data.table


def _alone(data: Any) -> Sequence[Remark]:
    """Return the remarks of a table that has no rows: it is its remarks."""
    if not isinstance(data, DataTable) or data.rows:
        return []
    return [*data.above, *[each for each in [data.empty] if each]]


def _said(table: DataTable[Any]) -> object:
    columns = [(each.name, each.meaning, each.spare) for each in table.columns]
    remarks = (each.text for each in (*table.above, *table.remarks))
    # How many rows there are is a matter of room, and so is what is said of the rest.
    return columns, table.verdict, [text for text in remarks if " more" not in text]


EVERYTHING = DataTable(
    "The title",
    [
        Column[Link]("a link", lambda row: row, "the meaning of a link", words=True),
        Column[Link]("a number", lambda row: 17, "the meaning of a number", spare=1),
    ],
    [Link("ant:1", "bot", (1,), badge="suspended")],
    above=[Remark("What is said above.", "See", "arena doctor")],
    remarks=[Remark("What is said below", command="arena why", link=Link("a page", "why", (1,)))],
    verdict="The verdict.",
)


def test_either_screen_shows_all_that_a_table_has(capsys: pytest.CaptureFixture[str]) -> None:
    tables.show(EVERYTHING)
    printed = capsys.readouterr().out
    page = Page("table.html", "Signs", {"table": EVERYTHING})
    html = rendered(page, "signs.html", Site(lambda address: True, "now")).decode()
    drawn = " ".join(Parts(html).text.split())
    said = ("What is said above. See: arena doctor", "What is said below: ", "The verdict.")
    for words in ("a link", "a number", "ant:1", "suspended", "17", *said):
        assert words in printed and words in drawn, words
    assert "What is said below: arena why" in printed and "What is said below: a page" in drawn
    assert all(f'title="{column.meaning}"' in html for column in EVERYTHING.columns)


def test_help_and_docs_explain_each_column() -> None:
    def command() -> None:
        """{columns}"""

    explains(STANDINGS.values())(command)
    docs = DOCS.read_text()
    for name, column in STANDINGS.items():
        if column.meaning:
            assert f"{name}: {column.meaning}." in str(command.__doc__)
            line = f"- *{name}*: {column.meaning}\n"
            where = f"{DOCS.relative_to(ROOT)} has no word on column {name!r}. Write there:"
            assert line in docs, f"{where}\n{line}"


UNSHOWN = {
    "blocks": "what ± counts, and nobody else",
    "faulty_games": "a bot's page says it in words",
    "forfeits": "a bot's page says it in words",
    "max_ms": "--csv has it; the mean is what a bot is judged by",
    "live": "on no scale, so only its change is shown",
    "on_scale": "the line below the standings says it",
    "calibration": "the line below the standings says it",
    "rules": "the line below the standings says it",
}
"""The fields of standings that have no column, and why."""


def test_each_field_of_a_standing_has_a_column() -> None:
    read: set[str] = set()

    class Watched(Standing):
        def __getattribute__(self, name: str) -> Any:
            read.add(name)
            return super().__getattribute__(name)

    names = [each.name for each in fields(Standing)]
    for row in (standing(), standing(status="retired", change=1, above=2, refused=3)):
        watched = Watched(**{name: getattr(row, name) for name in names})
        for column in STANDINGS.values():
            try:
                column.cell(watched)
            except AttributeError as error:
                pytest.fail(
                    f"Column {column.name!r} shows {error.name!r}, which a Standing lacks. Count "
                    "it in ladder/ratings/live.py, or add it in ladder/queries/standings.py."
                )
    for name in names:
        assert (name in read) != (name in UNSHOWN), (
            f"Show {name!r} in a column of arena/text/standings.py, or say why not in UNSHOWN."
        )


def test_each_count_is_kept() -> None:
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.executescript(SCHEMA.read_text())
        kept = {name for _, name, *_ in conn.execute("PRAGMA table_info(ratings)")}
        try:
            conn.execute(summed("matches AS m"))
        except sqlite3.OperationalError as error:
            pytest.fail(
                f"{error}: a value of each seat is a column of the table seats, a field of "
                "SeatResult in ladder/database/result.py, and of SeatPlayed for the referee."
            )
    missing = set(SUMMED) - kept
    where = "ladder/database/schema.sql, and the step to it in ladder/database/steps"
    assert not missing, f"Add {missing} to the table ratings: {where}."


def test_each_value_of_a_seat_that_the_referee_counts_is_stored() -> None:
    spec = replace(one_game(BotSpec("a", 1, "", (), "/"), 3, CLASSES["standard"]), id="1")
    seat: Any = SeatPlayed(2, {"late": 3}, 4, time_ms=5.0, max_ms=6.0, metrics={"x": 7.0})
    stored = result_of(spec, ended(spec, (9, 4, 3), (seat,) * 3)).seats[0]
    for name in {each.name for each in fields(SeatResult)} & {each.name for each in fields(seat)}:
        assert getattr(stored, name) == getattr(seat, name) != getattr(SeatPlayed(), name), (
            f"Give SeatResult its {name!r} in arena/tournament/worker.py, and here a value."
        )


def test_no_sentence_stands_in_a_command_and_in_a_template() -> None:
    of_templates = {
        words: path.name
        for path in TEMPLATES.glob("*.html")
        for words in _runs(re.sub(r"{[{%#].*?[}%#]}|<[^>]*>", " | ", path.read_text(), flags=re.S))
    }
    for path in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for words in _runs(node.value):
                    assert words not in of_templates, (
                        f"{' '.join(words)!r} stands in {path.relative_to(ROOT)} and in "
                        f"{of_templates[words]}. Say it once, in arena/text or where its data is."
                    )


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each run of MANY_WORDS words."""
    for part in text.split("|"):
        words = re.findall(r"[\w'’]+", part)
        yield from zip(*(words[at:] for at in range(MANY_WORDS)), strict=False)
