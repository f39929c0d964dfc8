"""What a bot answers under `arena debug`, in words."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.cli.games.debug import Reply, _feed, in_words
from arena.errors import UsageError
from arena.replay.transcript import TranscriptLine
from arena.text.speaker import Speaker

ASKED: dict[str, Any] = {
    "choices": [{"do": "pass"}, {"do": "plant", "card": "red", "field": 1}],
    "view": {"offers": []},
}
WHO = Speaker(["ant", "bee"])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("1", "plant red in field 2"),
        ('{"type":"choose","id":4,"choice":0}', "pass"),
        ('{"choice":{"do":"harvest","field":2}}', "harvest field 3"),
        ('{"choice":0,"say":"half \\ud83d"}', "pass"),
        ('{"do":"harvest","field":2}', None),
        ('{"type":"ask_model"}', "asks its language model, which does not answer here"),
        ("2", None),
        ("-1", None),
        ("true", None),
        ("1.0", None),
        ("plant!", None),
        ("[1]", None),
        ('{"choice":[1]}', None),
        ('{"choice":{"do":"answer","accept":3}}', None),
        ('{"choice":{"do":"answer","accept":[[]]}}', None),
        ('{"choice":{"do":[]}}', None),
    ],
)
def test_an_answer_in_words(answer: str, words: str | None) -> None:
    assert in_words(answer, ASKED, WHO) == words


@pytest.mark.parametrize(
    ("command", "error", "told"),
    [
        ("python3 'bot.py", UsageError, "Close the quotes."),
        ("  ", UsageError, "Give the command that starts the program."),
        ("/no/such/program", UsageError, "Give another --cmd."),
    ],
)
def test_a_program_that_cannot_be_started_is_told(
    command: str, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        list(_feed([], command, {}))


@pytest.mark.filterwarnings("error")
def test_a_python_bot_need_not_flush_just_as_in_a_game(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nfor line in sys.stdin: print(1)\n")
    lines = [TranscriptLine(True, 1, json.dumps({"type": "decide", "ask": "plant"}))]
    told = list(_feed(lines, shlex.join([sys.executable, str(bot)]), {}))
    assert told == [Reply(1, "plant", None, "1", None)]
