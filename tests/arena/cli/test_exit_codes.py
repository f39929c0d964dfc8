"""What is said of an exception, and with which exit code."""

import errno
from pathlib import Path

import pytest

from arena.cli.exit_codes import INTERRUPTED, NO, OURS, WAYS_OUT, explain


@pytest.mark.parametrize("number", WAYS_OUT)
def test_a_machine_that_has_no_more_is_no_fault_of_ours(number: int, tmp_path: Path) -> None:
    line, code = explain(OSError(number, "No more of it"), tmp_path / "log")
    assert line == f"The machine refused: No more of it. {WAYS_OUT[number]}"
    assert code == NO
    assert not (tmp_path / "log").exists()


def test_what_nobody_expected_is_written_down(tmp_path: Path) -> None:
    line, code = explain(OSError(errno.EBADF, "Bad file"), tmp_path / "log")
    assert code == OURS
    assert f"Details are in {tmp_path / 'log'}" in line
    assert "Bad file" in (tmp_path / "log").read_text()


def test_ctrl_c_is_what_shells_take_it_for(tmp_path: Path) -> None:
    assert explain(KeyboardInterrupt(), tmp_path / "log") == ("Interrupted.", INTERRUPTED)
    assert INTERRUPTED == 130
