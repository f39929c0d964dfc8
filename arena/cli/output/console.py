"""Printing for the commands: text, JSON, and the progress of long work.

Nothing printed here is ever read as markup, and control characters are taken out of everything, so
what a bot wrote cannot colour or forge output. Where it is put into a line, `arena.text.sanitize`
also takes out its line breaks.
"""

import json
import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from arena.text import harmless
from protocol import Json

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 100_000  # tables in a pipe are neither wrapped nor cut


def console(stderr: bool = False) -> "Console":
    """Return a console that takes all text literally; a new one where tests swap the streams."""
    return _console(sys.stderr if stderr else sys.stdout)


@cache
def _console(stream: Any) -> "Console":
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            """Raise it to where failures are explained; rich would exit with 1."""
            raise BrokenPipeError

    width = None if stream.isatty() else PIPE_WIDTH
    return Plain(
        file=stream, markup=False, emoji=False, highlight=False, width=width, soft_wrap=True
    )


def is_terminal() -> bool:
    """Return True if a person sees the output as it comes."""
    return sys.stdout.isatty()


def unread() -> bool:
    """Return True if output goes to a pipe that its reader has closed, as `| head` does."""
    return any(_closed(stream) for stream in (sys.stdout, sys.stderr))


def _closed(stream: Any) -> bool:
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)  # errors and hang-ups are always reported
    except (OSError, ValueError):  # a stream without a file, as in tests
        return False
    return any(what & (select.POLLERR | select.POLLHUP) for _, what in poll.poll(0))


def forget_unread() -> None:
    """Send unwritten output where it does no harm; otherwise Python complains as it exits."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if not _closed(stream):
                stream.flush()
                continue
        except RuntimeError:  # a signal came in the midst of a write, which then goes on
            continue
        except OSError:  # on a full disk, say
            pass
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(text: object = "", style: str = "") -> None:
    """Print one line (or several) of text to standard output, taken literally."""
    _print(text, style, soft_wrap=True)


def prose(text: object, style: str = "") -> None:
    """Print sentences as `say` does, but wrapped between words where a terminal is too narrow."""
    _print(text, style, soft_wrap=False)


def _print(text: object, style: str, soft_wrap: bool) -> None:
    shown = harmless(text, keep_lines=True)
    if is_terminal():
        console().print(shown, style=style or None, soft_wrap=soft_wrap)
    else:
        print(shown, flush=True)  # as rich would write it, but rich takes a while to load


def note(text: object) -> None:
    """Print a remark to standard error, so that `--json` and pipes stay clean."""
    try:
        console(stderr=True).print(harmless(text, keep_lines=True), style="dim")
    except OSError:  # on a full disk, say: a lost remark must not stop the work
        if unread():
            raise


def print_json(value: Any) -> None:
    """Print `value` as indented JSON, escaping everything that would act on a terminal."""
    few = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = _ACTING.sub(_escaped, json.dumps(value, indent=2, ensure_ascii=False, default=str))
    text = _BEYOND_ASCII.sub(_escaped, text) if few else text
    print(text, flush=True)  # read at once, also of a command that goes on


def answer(json: bool, data: Any, sentence: str) -> None:
    """Print the result of a command, as JSON or in a sentence."""
    print_json(data) if json else prose(sentence)


def picked(thing: object, *names: str) -> Json:
    """Return some attributes of a thing by their names, for `print_json`."""
    return {name: getattr(thing, name) for name in names}


# What json leaves as it is: controls beyond ASCII, marks that turn text around or are not seen, and
# halves of characters, which are no Unicode at all.
_ACTING = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    return "\ufffd" if "\ud800" <= character <= "\udfff" else json.dumps(character)[1:-1]


def terminal_width() -> int | None:
    """Return the cells of a line on the terminal, or None in a pipe."""
    return console().width if is_terminal() else None


@contextmanager
def redrawn(draw: Callable[[], Any], **more: Any) -> Iterator[None]:
    """Show what `draw` returns on the terminal, again and again, until the block ends."""
    from rich.live import Live

    seen: Json = {"console": console(), "refresh_per_second": 4, "transient": True}
    with Live(get_renderable=draw, **seen, **more):
        yield


SECONDS_BETWEEN_LINES = 30.0
SECONDS_BETWEEN_CHANGES = 0.2


@contextmanager
def counting(total: int, quiet: bool, what: str = "games") -> Iterator[Callable[..., None]]:
    """Show progress on standard error; what it yields takes the number done, and a total."""
    if quiet:
        yield lambda done, of=0: None
        return
    from arena.tournament.size import duration  # it loads the ladder, and few commands count

    start = time.monotonic()

    def text(done: int, of: int = total) -> str:
        if not done:
            return f"{what} …"
        to_go = (time.monotonic() - start) * (of - done) / done
        return f"{done} of {of} {what} ({100 * done // max(1, of)}%), {duration(to_go)} to go"

    if sys.stderr.isatty():
        with console(stderr=True).status(text(0)) as status:
            yield now_and_then(SECONDS_BETWEEN_CHANGES, lambda *of: status.update(text(*of)))
    else:
        yield now_and_then(SECONDS_BETWEEN_LINES, lambda *of: note(text(*of)))


def now_and_then(seconds: float, report: Callable[..., None]) -> Callable[..., None]:
    """Wrap `report`, so that it is called at most once every `seconds`."""
    last = time.monotonic()

    def throttled(*of: Any) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            report(*of)

    return throttled
