"""Building a bot's copy by the commands of its manifest: in the sandbox, in limited time."""

import os
import re
import select
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from arena.registry.files import ShelfError
from arena.registry.programs import resolve, unseen
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.probe import best_level
from arena.sandbox.scratch import size
from arena.sandbox.supervisor_client import CannotStart, Child, ProcessEnd, start

BUILD_SECONDS = 300
NEEDS = Needs(memory_mb=2048, processes=512, file_mb=256, scratch_mb=1024)
MOST_WRITTEN = 1_000_000_000
"""Bytes in the copy while it is built; what is left in the end must be less."""
NO_NETWORK = (
    "Builds have no network. Put what the build needs into the bot's folder, or submit what was "
    "built."
)
_MISSES_NETWORK = re.compile(
    "ENOTCACHED|ENOTFOUND|EAI_AGAIN|getaddrinfo|(resolve|find) (the )?(host|address|name)|"
    "name resolution|network|offline|No matching distribution|GOPROXY|module lookup disabled",
    re.I,
)
SHOWN = 4_000
"""Bytes of a failed build's stdout and of its stderr, their ends."""

_LOOK_S = 0.1
_MEASURE_S = 1.0
_LONGEST_LOOK_S = 10
"""If it took longer, we did not run ourselves, and perhaps nor did the build."""
_PIECE = 1 << 16
_MOST_PIECES = 64

Building = Callable[[str, float, str], None]
"""Called while a build runs, with its command, the seconds so far, and the last line it wrote."""


def unheard(line: str, seconds: float, last: str) -> None:
    """No-op: nobody watches the build."""


def build(
    command: tuple[str, ...],
    folder: Path,
    own_python: bool,
    building: Building = unheard,
    level: Level | None = None,
) -> None:
    """Run one command in the copy, confined at a level (None: as well as this machine can).

    Raises MissingRuntime, or ShelfError with the end of what it wrote.
    """
    line = shlex.join(command)
    program = resolve(command, folder, own_python)
    try:
        child = start(program, str(folder), NEEDS, level or best_level(), writable=True)
    except CannotStart as error:
        raise ShelfError(f"The build cannot be run here: {error}") from None
    output = _Output(child)
    try:
        end = _watch(child, output, folder, line, building)
    finally:
        child.end()
        child.close()
    if how := _failure(end):
        told = f"The build {how}: {line}\n{output.text}".rstrip()
        network = NO_NETWORK if _MISSES_NETWORK.search(output.text) else ""
        raise ShelfError("\n".join(filter(None, (told, network or unseen(output.text)))))


def _watch(
    child: Child, output: "_Output", folder: Path, line: str, building: Building
) -> ProcessEnd:
    """Wait for a build to end. Raises ShelfError when it takes or writes too much."""
    os.close(child.stdin)
    child.stdin = -1
    looked, seconds, measure_at = time.monotonic(), 0.0, _MEASURE_S
    while (end := child.wait(0)) is None:
        output.listen(_LOOK_S)
        before, looked = looked, time.monotonic()
        seconds += min(looked - before, _LONGEST_LOOK_S)
        building(line, seconds, output.last_line)
        if seconds > BUILD_SECONDS:
            raise ShelfError(
                f"The build took more than {BUILD_SECONDS} s: {line}\n"
                "Build the bot beforehand, and submit what was built."
            )
        if seconds > measure_at:
            measure_at = seconds + _MEASURE_S
            if size(str(folder), MOST_WRITTEN) > MOST_WRITTEN:
                raise ShelfError(
                    f"The build wrote more than {MOST_WRITTEN // 1_000_000} MB: {line}\n"
                    "Let it write less, or submit what was built."
                )
    for _ in range(_MOST_PIECES):  # what is still in the pipes
        if not output.listen(0):
            break
    return end


def _failure(end: ProcessEnd) -> str:
    """The words between "The build" and its command; nothing if it went well."""
    if end.exceeded:
        return end.exceeded
    if end.signal is not None:
        return f"was ended by signal {end.signal}"
    return f"failed (exit {end.code})" if end.code else ""


class _Output:
    """The ends of what a build writes on stdout and on stderr.

    Apart, or errors would be lost in noise that waits in the other pipe.
    """

    def __init__(self, child: Child) -> None:
        self._poller = select.poll()
        self._tails = {child.stdout: b"", child.stderr: b""}
        self._open = set(self._tails)
        for pipe in self._open:
            self._poller.register(pipe, select.POLLIN)
        self.last_line = ""
        """The last line that it wrote."""

    def listen(self, seconds: float) -> bool:
        """Take in a piece, if one comes within so many seconds; whether one came."""
        if not self._open:
            time.sleep(seconds)
        came = False
        for pipe, _ in self._poller.poll(seconds * 1000):
            if piece := os.read(pipe, _PIECE):
                came = True
                self._tails[pipe] = (self._tails[pipe] + piece)[-SHOWN:]
                self.last_line = _lines(self._tails[pipe]).rpartition("\n")[2]
            else:
                self._poller.unregister(pipe)
                self._open.remove(pipe)
        return came

    @property
    def text(self) -> str:
        """Its output as lines, those of stderr last."""
        return "\n".join(filter(None, map(_lines, self._tails.values())))


def _lines(written: bytes) -> str:
    return written.decode("utf-8", "replace").replace("\r", "\n").rstrip()
