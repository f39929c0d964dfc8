"""What is printed, whoever wrote it."""

import io
import json

import pytest

from arena.cli.output.console import forget_unread, note, print_json, say
from arena.cli.output.tables import print_table
from arena.text.table import plain


def test_nothing_that_acts_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x1b[2J\nb\u202e [red]c[/red]")
    note("d\x9b2J")
    print_table(plain("", ("bot", "games"), [("e\nf\x07", 1)]))
    out, errors = capsys.readouterr()
    assert out.splitlines()[:2] == ["a�[2J", "b� [red]c[/red]"]
    assert out.splitlines()[3].split() == ["e", "f�", "1"]
    assert errors == "d�2J\n"


def test_json_escapes_what_acts_and_keeps_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"豆 é": ["\x1b\n\x7f\x9b\u202e\u2066\u2028\ufeff\U000e0041", "👩‍🌾 ❤️", 1.5]}
    print_json(value)
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert out.replace("\n", "").isprintable()
    assert "豆 é" in out


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_json_has_no_halves_of_characters(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    out = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out, encoding))
    print_json("a\ud800b \U0001fad8")
    assert json.loads(out.getvalue()) == "a\ufffdb \U0001fad8"


def test_a_hangup_in_the_midst_of_a_write_lets_it_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Writing(io.StringIO):
        def flush(self) -> None:
            raise RuntimeError("reentrant call")

    monkeypatch.setattr("sys.stdout", Writing())
    forget_unread()
