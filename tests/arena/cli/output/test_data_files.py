"""Comma-separated values that say what they say, and do nothing."""

import csv
import io

import pytest

from arena.cli.output.data_files import print_csv


def test_a_table_comes_back_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    print_csv(("name", "elo", "±"), [('a "b", c', -12.5, None), ("line\nbreak", 3, 0)])
    out = capsys.readouterr().out
    assert out.count("\r\n") == 3
    assert list(csv.reader(io.StringIO(out, newline=""))) == [
        ["name", "elo", "±"],
        ['a "b", c', "-12.5", ""],
        ["line break", "3", "0"],
    ]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", " =1", "\t=1", "\uff1d1", "\ufe62\uff11"],
)
def test_no_text_is_a_formula(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_csv(("name",), [(text,)])
    ((_,), (cell,)) = csv.reader(io.StringIO(capsys.readouterr().out, newline=""))
    assert cell.startswith("'")
    assert cell[1:] == text.replace("\t", " ")
