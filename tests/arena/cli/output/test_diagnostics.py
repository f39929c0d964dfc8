"""What is shown of a bot's stderr where it was lost."""

import pytest

from arena.cli.output.diagnostics import last_words

TRACES = {
    "JavaScript": ("TypeError: no soy", "    at Bot.plant (/bot/my_bot.js:12:42)", "Node.js v20"),
    "Java": ("java.lang.Error: no soy", "\tat MyBot.plant(MyBot.java:12)", ""),
    "C#": ("System.Exception: no soy", "  at MyBot.Plant (Decision d) [0x00006] in <8fa0>:0", ""),
    "Go": ("panic: no soy\n\ngoroutine 1 [running]:", "main.main()\n\t/bot/my_bot.go:12", "exit 2"),
    "Rust": ("thread 'main' panicked at src/a.rs:1:8:\nno soy", "  at ./src/a.rs:9:5", ""),
    "Ruby": ("my_bot.rb:3:in `plant': no soy", "\tfrom my_bot.rb:9:in `<main>'", ""),
    "Lua": ("lua: my_bot.lua:3: no soy\nstack traceback:", "\t[C]: in function 'error'", ""),
}


@pytest.mark.parametrize("language", TRACES)
def test_a_long_trace_is_shown_from_its_error_on(language: str) -> None:
    error, frame, end = TRACES[language]
    shown = [*last_words(f"planting\n{error}\n" + f"{frame}\n" * 20 + end)]
    assert len(shown) == 5 and "no soy" in shown[0], shown


@pytest.mark.parametrize(
    "error",
    [
        'Traceback (most recent call last):\n  File "a.py", line 9\n    x()\nKeyError: "soy"',
        "soy at my_bot.pl line 3.",
        "terminate called after throwing an instance of 'std::logic_error'\n  what():  soy",
    ],
)
def test_an_error_named_last_is_shown_last(error: str) -> None:
    assert "soy" in [*last_words("hm\n" * 20 + error)][-1]
