"""Show a check: each step when it is decided, and the one under way.

On a terminal that is a line redrawn in place; in a pipe, a line now and then if it takes long.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import orjson

from arena.cli.output.console import console, is_terminal, now_and_then, redrawn, say
from arena.cli.output.diagnostics import LONGEST
from arena.registry.check import CheckStep
from arena.text import harmless
from protocol import Json

SECONDS_BETWEEN_LINES = 5.0
LONGEST_OF_BUILD = 160
"""Characters that are shown of a build's command, and of what it wrote."""
MOST_LINES = 40
"""How many lines are shown of a bot's stderr, from the start and the end."""


class Checking:
    """A listener to a check that shows nothing. `steps`: those decided so far."""

    def __init__(self) -> None:
        self.steps: list[CheckStep] = []

    def done(self, step: CheckStep) -> None:
        """Show a step that has been decided."""
        self.steps.append(step)

    def doing(self, number: int, title: str, questions: int) -> None:
        """Show that a step is under way."""

    def building(self, line: str, seconds: float, last: str) -> None:
        """Show that the command `line` builds the bot; `last` is what it wrote just now."""


class _Shown(Checking):
    """Prints steps as they are decided; its text says what is under way."""

    def __init__(self) -> None:
        super().__init__()
        self.number, self.title, self.questions, self.since = 0, "", 0, 0.0
        self.build = ""

    def __str__(self) -> str:
        if self.build or not self.number:
            return self.build
        asked = f"{self.questions} questions, " if self.questions > 1 else ""
        return f"Step {self.number}: {self.title} … {asked}{time.monotonic() - self.since:.0f} s"

    def draw(self) -> Any:
        """Return what the terminal shows now."""
        from rich.text import Text

        return Text(str(self), style="dim", no_wrap=False, overflow="fold")

    def building(self, line: str, seconds: float, last: str) -> None:
        wrote = f"\n  {harmless(last, LONGEST_OF_BUILD)}" if last.strip() else ""
        self.build = f"Building: {harmless(line, LONGEST_OF_BUILD)} … {seconds:.0f} s{wrote}"

    def done(self, step: CheckStep) -> None:
        super().done(step)
        self.number = 0
        show_step(step)

    def doing(self, number: int, title: str, questions: int) -> None:
        self.build, self.questions = "", questions
        if number != self.number:
            self.number, self.title, self.since = number, title, time.monotonic()


class _Lines(_Shown):
    """Output for pipes and logs: an occasional line about long steps."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()
        self._now_and_then = now_and_then(SECONDS_BETWEEN_LINES, say)

    def doing(self, number: int, title: str, questions: int) -> None:
        another = number != self.number
        super().doing(number, title, questions)
        # Once a bot has taken long in all, each step is announced as it begins, since the last one
        # reports no questions. Within a step, there is a line now and then.
        if not another:
            self._now_and_then(self)
        elif time.monotonic() - self._began > SECONDS_BETWEEN_LINES:
            say(self)

    def building(self, line: str, seconds: float, last: str) -> None:
        super().building(line, seconds, last)
        self._now_and_then(self)
        self._began = time.monotonic()  # a slow build says nothing about the bot


@contextmanager
def checking(quiet: bool) -> Iterator[Checking]:
    """Report a check while it runs."""
    if quiet:
        yield Checking()
    elif not is_terminal():
        yield _Lines()
    else:
        shown = _Shown()
        # Otherwise rich would capture what is printed meanwhile.
        with redrawn(shown.draw, redirect_stdout=False, redirect_stderr=False):
            yield shown


def show_step(step: CheckStep) -> None:
    """Print a line for a step; if it failed, also the reason and what the bot wrote."""
    from rich.text import Text

    styles = {"Passed": "green", "Failed": "bold red", "Not tried": "yellow"}
    verdict = step.verdict, styles[step.verdict]
    detail = f" ({harmless(step.detail)})" if step.detail else ""
    line = Text.assemble(f"Step {step.number}: {step.title} … ", verdict, detail)
    console().print(line, soft_wrap=not is_terminal())
    if step.warning:
        console().print(
            Text(f"        Warning: {harmless(step.warning, LONGEST)}.", "yellow"),
            soft_wrap=not is_terminal(),
        )
    if step.passed:
        return
    _show_question(step.asked)
    if step.output:
        say("        The bot wrote to standard error:")
        for each in _few(step.output.rstrip().splitlines()):
            say(f"        | {harmless(each, LONGEST)}")


def _show_question(lines: Sequence[str]) -> None:
    """Show what was asked last, with its choices, and what the bot answered to it."""
    from rich.text import Text

    asked = [line for line in lines if line.startswith('> {"type":"decide"')]
    if not asked:
        return
    question = orjson.loads(asked[-1][2:])
    choices = ", ".join(f"{n} {_in_keys(c)}" for n, c in enumerate(question["choices"]))
    answer = lines[-1][2:] if lines[-1].startswith("< ") else "nothing"
    rows = (
        ("Asked", f"question {question['id']}, {question['ask']}", "bold"),
        ("Choices", choices, ""),
        ("Answered", answer, "red"),
    )
    for name, text, style in rows:
        shown = Text.assemble(f"        {name + ':':10}", (harmless(text, LONGEST), style))
        console().print(shown, soft_wrap=not is_terminal())


def _in_keys(choice: Json) -> str:
    """Write a listed choice as its word and its keys: `plant card=soy field=0`."""
    keys = (f"{key}={value}" for key, value in choice.items() if key != "do")
    return " ".join([str(choice["do"]), *keys])


def _few(lines: list[str]) -> list[str]:
    """Return the lines; of many only the first and the last."""
    half = MOST_LINES // 2
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[:half], f"[... {len(lines) - 2 * half} lines left out ...]", *lines[-half:]]
