"""What SPEC.md says that a program may count on, tried at every level that this machine has."""

import json
import os
import shutil
import socket
import tempfile
from pathlib import Path

import pytest

import protocol
from arena.sandbox.level import Level
from arena.sandbox.runtimes import own_python
from arena.sandbox.scratch import new_scratch, remove
from arena.sandbox.supervisor_client import start
from tests.support import counted_on
from tests.support.levels import LEVELS

SPEC = Path(protocol.__file__).parent / "SPEC.md"


def failures(level: Level, folder: Path, writable: bool = False) -> dict[str, str]:
    """What a program there could not do, and why."""
    folder.chmod(0o755)
    program = shutil.copy(counted_on.__file__, folder)
    words = (own_python(), "-I", "-S", program, "inside")
    child = start(words, str(folder), level, writable=writable)
    try:
        assert child.wait(60) is not None
        *said, failed = os.read(child.stderr, 1 << 16).decode().splitlines()
        print("\n".join(said))
        return dict(json.loads(failed))
    finally:
        child.end()
        child.close()


@pytest.mark.parametrize("level", LEVELS)
def test_a_program_has_what_it_may_count_on(level: Level, tmp_path: Path) -> None:
    failed = failures(level, tmp_path)
    marks = {row.text: row.marks[list(Level).index(level)] for row in counted_on.ROWS}
    wrong = {
        text: failed.get(text, "managed")
        for text, mark in marks.items()
        if mark != "?" and (mark == "+") == (text in failed)
    }
    assert not wrong


def test_a_long_tmpdir_leaves_room_for_a_programs_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("long" * 20)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    folder = new_scratch(4_000_000)
    try:
        (Path(folder) / "pymp-12345678").mkdir()
        with socket.socket(socket.AF_UNIX) as of_manager:
            of_manager.bind(f"{folder}/pymp-12345678/listener-12345678")
    finally:
        remove(folder)


@pytest.mark.parametrize("level", LEVELS)
def test_a_build_has_its_standard_files(level: Level, tmp_path: Path) -> None:
    assert counted_on.ROWS[0].text not in failures(level, tmp_path, writable=True)


def test_the_page_has_this_table() -> None:
    assert counted_on.table() in SPEC.read_text("utf-8"), "`poe spec` writes it again"
