"""The tape, shared by processes: who asks for a key, and who waits for the answer."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.llm.settings import LanguageModel
from arena.llm.tape import COLUMNS, Chain, Tape

SMALL = LanguageModel(base_url="http://127.0.0.1:1/v1", model="small")
OTHER = """
import sys
from arena.llm.tape import Tape
tape = Tape(sys.argv[1])
print(tape.begin("key"), flush=True)
sys.stdin.read()
"""


def other_process(file: Path) -> subprocess.Popen[str]:
    """A process that has tried to begin `key`."""
    words = [sys.executable, "-c", OTHER, str(file)]
    run = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "True\n"
    return run


def test_a_key_is_asked_for_by_one_process_until_that_ends(tmp_path: Path) -> None:
    file = tmp_path / "tape.sqlite"
    with other_process(file) as other, closing(Tape(file)) as tape:
        assert not tape.begin("key")
        other.kill()
        other.wait()
        assert tape.begin("key")


def test_whoever_looks_has_the_file_to_itself(tmp_path: Path) -> None:
    file = tmp_path / "tape.sqlite"
    with closing(Tape(file)) as tape, closing(sqlite3.connect(file, timeout=0)) as another:
        another.isolation_level = None
        seen: list[str] = []

        def trace(statement: str) -> None:
            if statement.startswith("SELECT"):
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    another.execute("BEGIN IMMEDIATE")
                seen.append(statement)

        tape._conn.set_trace_callback(trace)
        assert tape.begin("key")
        assert len(seen) == 1


def test_a_process_id_that_is_somebody_elses_now_holds_nothing_up(tmp_path: Path) -> None:
    file = tmp_path / "tape.sqlite"
    with closing(Tape(file)) as tape:
        assert tape.begin("key")
        with closing(sqlite3.connect(file)) as another, another:
            (owner,) = another.execute("SELECT process FROM begun").fetchone()
            pid, _, rest = owner.partition(".")
            assert pid == str(os.getpid())
            before = f"{os.getppid()}.1.{rest.partition('.')[2]}"  # it started at another time
            another.execute("UPDATE begun SET process = ?", [before])
        assert tape.begin("key")


def test_all_that_is_kept_comes_in_rows(tmp_path: Path) -> None:
    with closing(Tape(tmp_path / "tape.sqlite")) as tape:
        chain = Chain("llm@small", "program", SMALL)
        for text in ("first", "second"):
            chain.next({"messages": [{"role": "user", "content": text}]})
            tape.keep(chain, {"text": text.upper()})
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in tape.rows()]
        assert [row["number"] for row in rows] == [1, 2]
        assert rows[1]["before"] == rows[0]["key"] and rows[1]["key"] == chain.key
        assert tape.find(chain.key) == {"text": "SECOND"}
