"""Builds of bots, by the commands of their manifests, in the sandbox and in limited time."""

import os
import re
import select
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from arena.registry.executables import hidden_program_hint, resolve
from arena.registry.files import RegistryError
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.probe import best_level
from arena.sandbox.scratch import size, why_unmeasurable
from arena.sandbox.supervisor_client import SandboxedProcess, start
from arena.sandbox.supervisor_messages import CannotStart, ProcessEnd

BUILD_SECONDS = 300
NEEDS = Needs(memory_mb=2048, processes=512, file_mb=256, scratch_mb=1024)
MOST_WRITTEN = 1_000_000_000
"""Bytes in the copy while it is built; what may be kept in the end is less (`MAX_BYTES`)."""
NO_NETWORK = (
    "Builds have no network. Put what the build needs into the bot's folder, or submit what was "
    "built."
)
CRATES = (
    " `cargo vendor` puts crates there: add Cargo.lock, vendor and .cargo to `files` in bot.toml."
)
_MISSES_NETWORK = re.compile(
    "ENOTCACHED|ENOTFOUND|EAI_AGAIN|getaddrinfo|(resolve|find) (the )?(host|address|name)|"
    r"name resolution|network (is|connection|error|access)|\boffline\b|No matching distribution|"
    "GOPROXY|module lookup disabled|"
    "crates[.-]io",
    re.I,
)
SHOWN = 4_000
"""Last bytes that are shown of a failed build's stdout, and as many of its stderr."""

_LOOK_S = 0.1
_MEASURE_S = 1.0
_LONGEST_LOOK_S = 10
"""A longer look means that this process was suspended, perhaps with the build: not counted."""
_PIECE = 1 << 16
_MOST_PIECES = 64

BuildProgress = Callable[[str, float, str], None]
"""Called while a build runs, with its command, the seconds so far and the last line it wrote."""


def ignore_progress(line: str, seconds: float, last: str) -> None:
    """No-op, for builds that nobody watches."""


def build(
    command: tuple[str, ...],
    folder: Path,
    own_python: bool,
    building: BuildProgress = ignore_progress,
    level: Level | None = None,
) -> None:
    """Run one build command in the copy.

    It is confined at `level`; None: the best of this machine. `own_python` makes `python3` the
    arena's own interpreter.

    Raises:
        MissingRuntime: The program is not installed.
        RegistryError: The build failed; the message ends with its last output.
    """
    line = shlex.join(command)
    program = resolve(command, folder, own_python)
    try:
        child = start(program, str(folder), level or best_level(), NEEDS, writable=True)
    except CannotStart as error:
        raise RegistryError(f"The build cannot be run here: {error}") from None
    output = _Output(child)
    try:
        end = _watch(child, output, folder, line, building)
    finally:
        child.end()
        child.close()
    if how := _failure(end):
        failure = f"The build {how}: {line}\n{output.text}".rstrip()
        network = NO_NETWORK if _MISSES_NETWORK.search(output.text) else ""
        network += CRATES if re.search("crates[.-]io", output.text) else ""
        raise RegistryError(
            "\n".join(filter(None, (failure, network or hidden_program_hint(output.text))))
        )


def _watch(
    child: SandboxedProcess, output: "_Output", folder: Path, line: str, building: BuildProgress
) -> ProcessEnd:
    """Wait for a build to end. Raises RegistryError when it takes or writes too much."""
    os.close(child.stdin)  # a build that asks something reads an end of file instead of waiting
    child.stdin = -1
    looked, seconds, measure_at = time.monotonic(), 0.0, _MEASURE_S
    while (end := child.wait(0)) is None:
        output.listen(_LOOK_S)
        before, looked = looked, time.monotonic()
        seconds += min(looked - before, _LONGEST_LOOK_S)
        building(line, seconds, output.last_line)
        if seconds > BUILD_SECONDS:
            raise RegistryError(
                f"The build took more than {BUILD_SECONDS} s: {line}\n"
                "Build the bot beforehand, and submit what was built."
            )
        if seconds > measure_at:
            measure_at = seconds + _MEASURE_S
            try:
                written = size(str(folder), MOST_WRITTEN)
            except OSError as error:
                raise RegistryError(
                    f"The build {why_unmeasurable(error)}, so its size is unknown: {line}\n"
                    "Submit what was built."
                ) from None
            if written > MOST_WRITTEN:
                raise RegistryError(
                    f"The build wrote more than {MOST_WRITTEN // 1_000_000} MB: {line}\n"
                    "Let it write less, or submit what was built."
                )
    for _ in range(_MOST_PIECES):  # bounded, as a child of the build may hold the pipe and write on
        if not output.listen(0):
            break
    return end


def _failure(end: ProcessEnd) -> str:
    """Say how a build failed, to follow "The build"; "" if it did not."""
    if end.exceeded:
        return end.exceeded
    if end.signal is not None:
        return f"was ended by signal {end.signal}"
    return f"failed (exit {end.code})" if end.code else ""


class _Output:
    """The last bytes that a build writes on stdout and on stderr.

    They are kept apart, so that a long stdout cannot push the errors out.
    """

    def __init__(self, child: SandboxedProcess) -> None:
        self._poller = select.poll()
        self._tails = {child.stdout: b"", child.stderr: b""}
        for pipe in self._tails:
            self._poller.register(pipe, select.POLLIN)
        self.last_line = ""
        """The last line that the build wrote."""

    def listen(self, seconds: float) -> bool:
        """Read what arrives within `seconds`, and return True if anything did."""
        came = False
        for pipe, _ in self._poller.poll(seconds * 1000):
            if piece := os.read(pipe, _PIECE):
                came = True
                self._tails[pipe] = (self._tails[pipe] + piece)[-SHOWN:]
                self.last_line = _lines(self._tails[pipe]).rpartition("\n")[2]
            else:
                self._poller.unregister(pipe)
        return came

    @property
    def text(self) -> str:
        """The output as lines, those of stderr last."""
        return "\n".join(filter(None, map(_lines, self._tails.values())))


def _lines(written: bytes) -> str:
    return written.decode("utf-8", "replace").replace("\r", "\n").rstrip()
