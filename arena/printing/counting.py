"""Progress of long work: a line that changes on a terminal, a line now and then in a log."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arena.printing.console import console, note
from arena.tournament.size import duration

SECONDS_BETWEEN_LINES = 30.0
SECONDS_BETWEEN_CHANGES = 0.2


@contextmanager
def counting(total: int, quiet: bool, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Show on standard error how many of `total` are done, as it is told."""
    if quiet:
        yield lambda done: None
        return
    start = time.monotonic()

    def text(done: int) -> str:
        to_go = (time.monotonic() - start) * (total - done) / max(1, done)
        return f"{done} of {total} {what} ({100 * done // total} %), {duration(to_go)} to go"

    if sys.stderr.isatty():
        with console(stderr=True).status(text(0)) as status:
            yield _now_and_then(SECONDS_BETWEEN_CHANGES, lambda done: status.update(text(done)))
    else:
        yield _now_and_then(SECONDS_BETWEEN_LINES, lambda done: note(text(done)))


def _now_and_then(seconds: float, tell: Callable[[int], None]) -> Callable[[int], None]:
    """`tell`, but no more often than that."""
    last = time.monotonic()

    def told(done: int) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            tell(done)

    return told
