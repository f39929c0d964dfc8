"""`arena db export`: the rows, the formats, and files that are whole or not there."""

import csv
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

import arena
from arena.cli.output.data_files import write
from arena.env.rows import rows
from arena.rules import compile_rulebook
from ladder.database.store import Store
from ladder.queries.games import RESULTS
from tests.arena.cli.machine.test_db import filled
from tests.arena.conftest import Arena
from tests.support.random_record import random_record

__all__ = ["filled"]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def test_a_row_for_each_seat_of_each_game(filled: Arena, out: Path) -> None:
    path = out.with_suffix(".csv")
    assert f"{path}: 128 rows from 38 games.\n" == filled("db", "export", "results", str(path))
    rows = rows_of(path)
    assert list(rows[0]) == list(RESULTS)
    assert [(row["game"], row["seat"]) for row in rows[:3]] == [("1", "0"), ("1", "1"), ("1", "2")]
    with Store(filled.home / "ladder.sqlite") as store:
        kept = store.rows(
            "SELECT game_id, seat, coins, final_place, fault_kinds FROM seats ORDER BY 1, 2"
        )
    for row, seat in zip(rows, kept, strict=True):
        assert (int(row["game"]), int(row["seat"])) == (seat["game_id"], seat["seat"])
        assert (int(row["coins"]), int(row["place"])) == (seat["coins"], seat["final_place"])
        assert row["fault_kinds"] == seat["fault_kinds"]
    assert {row["bot"] for row in rows if row["tournament"] == "2"} == {
        "ant:1", "bee:1", "dog:1", "eel:1",
    }  # fmt: skip


def test_only_the_games_that_are_wanted(filled: Arena, out: Path) -> None:
    def games(*words: str) -> int:
        path = out.with_suffix(".jsonl")
        told = filled.json("db", "export", "results", str(path), "--force", *words)
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        assert told["rows"] == len(rows)
        assert told["games"] == len({row["game"] for row in rows})
        return int(told["games"])

    assert games() == 38
    assert games("--tournament", "2") == 6
    assert games("--variant", "classic", "--tournament", "1", "--players", "4") == 8
    assert games("--since", "0001-01-01") == games("--since", "0999-01-01") == 38


def test_the_formats_hold_the_same(filled: Arena, out: Path) -> None:
    plain, packed, lines = (out.with_suffix(end) for end in (".csv", ".csv.gz", ".txt"))
    for path in (plain, packed):
        filled("db", "export", "results", str(path))
    assert "--force" in filled.refused("db", "export", "results", str(plain))
    filled("db", "export", "results", str(plain), "--force")
    filled("db", "export", "results", str(lines), "--format", "jsonl")
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    read = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [{name: str(value) for name, value in row.items()} for row in read] == rows_of(plain)


@pytest.mark.slow  # `.ci/run` installs pyarrow only for the rest of the tests
def test_parquet_holds_the_same(filled: Arena, out: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    lines, path = out.with_suffix(".jsonl"), out.with_suffix(".parquet")
    for each in (lines, path):
        filled("db", "export", "results", str(each))
    read = [json.loads(line) for line in lines.read_text().splitlines()]
    assert parquet.read_table(path).to_pylist() == read


@pytest.fixture
def played(filled: Arena) -> Arena:
    """Game 39 was played by the rules; the records of the others are gone."""
    filled("db")  # which brings it up to date
    filled.forge("DELETE FROM records")
    blob = zlib.compress(orjson.dumps(random_record("classic", 4)))
    with Store(filled.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("INSERT INTO records VALUES (39, ?)", [blob])
    return filled


@pytest.mark.slow  # `.ci/run` installs pyarrow only for the rest of the tests
def test_steps_hold_what_an_environment_shows(played: Arena, out: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    own, everyone = out.with_name("own.parquet"), out.with_name("everyone.parquet")
    words = ("--tournament", "2")
    played("db", "export", "steps", str(own), *words, code=1)
    played("db", "export", "steps", str(everyone), "--everyone", *words, code=1)
    acted = parquet.read_table(own).to_pylist()
    seen = parquet.read_table(everyone).to_pylist()
    assert acted and [row for row in seen if row["sight"] == row["seat"]] == acted
    assert len(seen) == sum(row["players"] for row in acted)
    for row in acted:
        book = compile_rulebook(row["variant"], row["players"])
        assert len(row["observation"]) == rows(book).length
        assert row["action"] == -1 or row["action_mask"][row["action"]] == 1
    assert {row["action_mask"] for row in seen if row["sight"] != row["seat"]} == {b""}


@pytest.mark.slow  # `.ci/run` installs pyarrow only for the rest of the tests
def test_the_page_about_learning_reads_steps_as_arrays(
    played: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow.parquet")
    page = Path(arena.__file__).parents[1].joinpath("docs", "environments.md").read_text("utf-8")
    (program,) = re.findall(r"^```python data\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    played("db", "export", "steps", "steps.parquet", "--tournament", "2", code=1)
    read: dict[str, Any] = {}
    exec(compile(program, "README.md", "exec"), read)
    encoder = rows(compile_rulebook("classic", 4))
    assert read["seen"].shape == (len(read["actions"]), encoder.length)
    assert read["masks"].shape == (len(read["actions"]), len(encoder.actions))
    assert all(mask[action] for mask, action in zip(read["masks"], read["actions"], strict=True))


def test_parquet_without_pyarrow_says_what_to_install(
    filled: Arena, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    filled("db", "export", "results", f"{out}.parquet", code=1)
    assert "pip install pyarrow" in filled.errors
    assert "Or choose another format" in filled.errors
    filled("db", "export", "steps", f"{out}.parquet", code=1)
    assert "another format" not in filled.errors, "steps have no other"
    assert list(out.parent.glob("*.parquet")) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["games", "x.csv"], "Choose results, views, steps or tape"),
        (["steps", "x.csv"], "name a file that ends with .parquet"),
        (["results", "x.csv", "--everyone"], "--everyone is for steps"),
        (["results", "x"], "Choose one with --format: csv, jsonl, parquet"),
        (["results", "x.xls"], "no format called 'xls'"),
        (["results", "x.parquet.gz"], "Leave out .gz"),
        (["results", "nowhere/x.csv"], "There is no folder nowhere"),
        (["results", "x.csv", "--since", "0001-01-01T00:00+14:00"], "is not understood"),
        (["results", "x.csv", "--tournament", "9"], "There is no tournament 9"),
    ],
)
def test_what_cannot_be_done_is_said(
    filled: Arena, words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in filled.refused("db", "export", *words)
    assert list(tmp_path.glob("*x*")) == []


@pytest.mark.parametrize("format", ["csv", "jsonl"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_interrupted_export_leaves_nothing(
    out: Path, format: str, error: type[BaseException]
) -> None:
    def rows() -> Iterator[tuple[Any, ...]]:
        yield (1, "a")
        raise error

    out.mkdir()
    with pytest.raises(error):
        write(out / "file", format, {"n": int, "text": str}, rows(), force=False)
    assert list(out.iterdir()) == []


def test_rows_are_not_gathered(out: Path) -> None:
    """While the last row is made, the first ones have left for the file."""
    out.mkdir()
    sizes: list[int] = []

    def rows() -> Iterator[tuple[Any, ...]]:
        for number in range(3000):
            yield (number, "x" * 1000)
        sizes.append(sum(path.stat().st_size for path in out.iterdir()))

    assert write(out / "file", "jsonl", {"n": int, "text": str}, rows(), force=False) == 3000
    assert sizes[0] > 2_900_000


def test_text_in_a_file_is_no_formula_either(out: Path) -> None:
    out.mkdir()
    texts = ("=1+1", "@SUM(A1)", "-", "+1", " ＝1", "a\x1b[31mb", "plain, text")
    write(out / "file", "csv", {"text": str}, [(text,) for text in texts], force=False)
    cells = [cell for (cell,) in csv.reader((out / "file").read_text().splitlines())][1:]
    assert cells[:5] == [f"'{text}" for text in texts[:5]]
    assert cells[5:] == ["a\ufffd[31mb", "plain, text"]


def test_views_of_games_that_cannot_be_replayed_are_told_of(filled: Arena, out: Path) -> None:
    """These were never played by the rules: their records are stand-ins."""
    told = filled.json("db", "export", "views", f"{out}.jsonl", code=1)
    assert (told["rows"], told["games"], len(told["damaged"])) == (0, 0, 38)


def test_views_are_a_row_for_each_question(played: Arena, out: Path) -> None:
    record = random_record("classic", 4)
    with Store(played.home / "ladder.sqlite") as store, store.transaction() as conn:
        for game, each in enumerate((record, record | {"rules": "0"}), start=40):
            blob = zlib.compress(orjson.dumps(each))
            conn.execute("INSERT INTO records VALUES (?, ?)", [game, blob])
    path = f"{out}.jsonl"
    told = played.json("db", "export", "views", path, "--tournament", "2", code=1)
    assert (told["games"], told["other_rules"]) == (2, {"0": 1})
    assert told["rows"] == 2 * len(record["decisions"])
    rows = [json.loads(line) for line in Path(path).read_text().splitlines()]
    first = rows[0]
    assert (first["game"], first["seat"], first["question"]) == (39, 0, 1)
    assert json.loads(first["chosen"]) == record["decisions"][0]["choice"]
    assert json.loads(first["choices"])[first["index"]] == json.loads(first["chosen"])
    assert {row["place"] for row in rows} <= {1, 2, 3, 4}
