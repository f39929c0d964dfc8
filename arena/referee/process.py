"""Bots' processes: lines in and out over pipes, on time and within limits.

Nothing here ever blocks on a bot: its pipes are non-blocking and share one `poll`. Both what the
bot doesn't read and what it writes are buffered up to a limit. This module knows nothing of the
protocol, which is up to `arena.referee.player`.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import termios
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final, Protocol

from arena.referee.clock import PATIENCE_MS, Meter, Wall, busy
from arena.referee.pondering import Pondering
from arena.referee.stderr import Excerpt, Metrics
from arena.sandbox.level import Level
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.probe import best_level
from arena.sandbox.processes import signal_name
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_client import start
from arena.sandbox.supervisor_messages import CannotStart, ProcessEnd

LINE_LIMIT = 64 * 1024
"""The most bytes of a line."""
FLOOD_LIMIT = 256 * 1024
"""The most bytes that a bot may write from one question to the next."""
UNASKED_LIMIT = 1000
"""The most lines discarded at one question."""
UNREAD_LIMIT = 4 * 1024 * 1024
"""The most bytes buffered for a bot that doesn't read them."""

_WALL_FACTOR, _WALL_FACTOR_OF_LATE = 7, 1
_WALL_MOST_MS = 60_000
_WALL_LEAST_MS = 500
"""How much longer than its limit a decision may take on the wall clock, however busy the machine:
the limit times the factor, within these bounds. The second factor is for a bot that was late even
so, until it answers: one that hangs and computes on a busy machine would hold up all others."""
_GAP_SHARE, _GAP_LEAST_MS = 1 / 3, 500
"""If two looks at a bot are further apart than this share of all its time and than the minimum,
this process didn't run, as when a container is paused or a computer sleeps. The bot may not have
run either, so such a gap isn't charged."""
_SLICE_MS = 50
_LAST_SLICE_MS = 5
"""How long to wait between two looks at the meter: once the time is up, a charge above the limit
may still turn out to have been waiting, so the looks come closer."""
_EXIT_SECONDS = 0.2
"""How long a bot that closed a pipe is given to exit by itself, which tells why."""
_LAST_WORDS_MS = 50
"""How long bots are waited for to write on stderr about a message without an answer."""
_READ: Final = 16 * 1024

Ready = list[tuple[int, int]]
"""Pipes, each with its `poll` events: those to wait for, or those that have come."""


class BotLost(Exception):
    """A process that was ended as unusable; `fault` is "crashed", "malformed" or "exceeded"."""

    def __init__(self, fault: str, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault
        self.reason = reason


class BotKilled(Exception):
    """A process killed from outside, perhaps for want of memory: not the bot's fault."""


class BotProcess:
    """A running bot.

    Ask a question with `post` and read its answer with `collect`; calling `collect` again gives
    further lines on the same clock. `ms` is the time charged for the question so far.
    """

    def __init__(
        self,
        command: Sequence[str],
        cwd: str,
        needs: Needs = USUAL,
        level: Level | None = None,
        wall: bool = False,
    ) -> None:
        """Start a bot.

        Args:
            command: the program and its arguments, see `BotSpec.command`.
            cwd: the bot's folder.
            needs: its limits and permissions.
            level: the level of confinement; None for the best that this machine can do.
            wall: True to charge all wall-clock time.

        Raises:
            CannotStart: the program can't be started.
        """
        words = [_program(command[0], cwd), *command[1:]]
        self._child = child = start(words, cwd, best_level() if level is None else level, needs)
        self._pondering = Pondering(child)

        # Its pipes, and what has come through them.
        self._in, self._out, self._err = child.stdin, child.stdout, child.stderr
        self._open = {self._out, self._err}  # those that can still be read
        self._poller = select.poll()
        self._poller.register(self._out, select.POLLIN)
        self._poller.register(self._err, select.POLLIN)
        self._poll = self._poller.poll
        self._unsent = bytearray()  # waits for room in the pipe
        self._received = bytearray()  # not yet returned by `collect`
        # True if the first line in `_received` began before the question, and so answers nothing.
        self._came_before = False
        self.skipped = 0
        """Lines discarded at the last question because they had come before it."""
        self._written = 0  # bytes that the bot wrote since the question
        self._stderr = Excerpt()
        self._metrics = Metrics()
        self.talks = False
        """True once it has written anything on stderr."""

        # The clock of a question: milliseconds, and instants by `perf_counter`.
        self.ms = 0.0
        self._limit = 0.0
        self._late = False  # was late, and hasn't answered since
        self._posted = 0.0  # when it was asked, moved on by the time that isn't charged
        self._since = 0.0  # up to when `_at_once` has charged time
        self._looked = 0.0  # when `_is_over` was last called
        self._wall = wall
        self._meter: Meter | Wall | None = None
        self._unmetered = 0.0  # charged before the meter began
        self._waited = 0.0  # waited since the meter began
        self._waiting = False  # has waited since the meter was read

        # Its end.
        self._closed = ""  # the pipe that the bot closed: "input" or "output"
        self._lost: BotLost | BotKilled | None = None
        self._ended = False

    @property
    def pid(self) -> int:
        """The process above all of the bot's."""
        return self._child.pid

    @property
    def killed(self) -> bool:
        """True if it was killed from outside."""
        return isinstance(self._lost, BotKilled)

    @property
    def usable(self) -> bool:
        """True if it can be asked: it hasn't ended nor closed a pipe."""
        if not self._ended:
            self.move(self._poll(0))
        return not (self._ended or self._closed)

    # --- asking -------------------------------------------------------------------------------

    def post(self, line: bytes, limit_ms: float) -> None:
        """Discard what came unasked, send `line` (with its newline), and start the clock."""
        self.skipped = 0
        if self._received or self._poll(0):
            self._skip_unasked()
        self._pondering.ask(self.ms)  # which is still the charge of the last question
        self._written = 0
        self._meter = None
        self._limit = limit_ms
        self.ms = 0.0
        self._posted = self._since = self._looked = perf_counter()
        self.tell(line)

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer; what the pipe doesn't take is sent while waiting."""
        if self._ended or self._closed:
            return  # `collect` finds out why
        if self._unsent:  # it must not overtake what is still to be sent
            self._unsent += line
            if len(self._unsent) > UNREAD_LIMIT:
                self._lose("crashed", "did not read its input")
            return
        sent = self._write(line)
        if sent < len(line):
            self._unsent += line[sent:]
            self._poller.register(self._in, select.POLLOUT)

    def resume(self, line: bytes, waited_s: float) -> None:
        """Answer a request of the bot, for which it had to wait `waited_s`; its clock runs on."""
        self._pondering.resume()
        self._written = 0
        self._meter = None
        self._posted += waited_s
        self._since = self._looked = perf_counter()
        self.tell(line)

    def collect(self) -> bytes | None:
        """Return the next line, or None when the time is up. Raises BotLost."""
        self._pondering.resume()  # stopped after a line that was refused, or answered too late
        if not self._received and self._meter is None and not self._closed and not self._ended:
            data = self._at_once()
            if data and data.find(b"\n") == len(data) - 1:  # one line, and all of it
                self._late = False
                self._pondering.answered()
                return data
            self._take_in(data)
        return self._collect_patiently()

    def _at_once(self) -> bytes:
        """Read what it writes within PATIENCE_MS, nearly always its whole answer.

        This quick path needs no meter: see `arena.referee.clock`.
        """
        left = self._limit - self.ms
        if left > 0:
            try:
                data = os.read(self._out, _READ)  # a quick bot on our core has run already
            except OSError:  # nothing yet, or the end: `poll` knows more
                data = b""
            if data:
                now = perf_counter()
                # Anything longer is time in which this process got no core.
                self.ms += min((now - self._since) * 1000, PATIENCE_MS)
                self._since = now
                return data
        patience = max(0.0, min(PATIENCE_MS, left))
        polled = perf_counter()
        ready = self._poll(patience) if patience > 0 else []
        now = perf_counter()
        elapsed = (now - self._since) * 1000
        if elapsed > PATIENCE_MS:
            # Time before the poll, or beyond its timeout: this process got no core.
            elapsed = min((polled - self._since) * 1000, PATIENCE_MS)
            elapsed += min((now - polled) * 1000, patience)
        self.ms += elapsed
        self._since = now
        if len(ready) == 1 and ready[0] == (self._out, select.POLLIN):
            return os.read(self._out, _READ)
        self.move(ready)
        return b""

    def _collect_patiently(self) -> bytes | None:
        # Lines that have come count, even if the bot has ended since or the time is up by now.
        while (line := self._next_line()) is None:
            if self._closed and not self._lost:
                self._bury()
            if self._lost:
                raise self._lost
            if self._is_late():
                self._late = True
                self._pondering.answered()
                return None
            patience = self.begin_slice()
            polled = perf_counter()
            ready = self._poll(patience)
            # Beyond its timeout, it was this process that got no core.
            self.waited(min((perf_counter() - polled) * 1000, patience))
            self.move(ready)
        self._late = False
        self._read_meter()
        self._pondering.answered()
        return line

    # --- time ---------------------------------------------------------------------------------

    def begin_slice(self) -> float:
        """Return how long to wait at most before looking again, in milliseconds."""
        if self._meter is None:
            self._meter = Wall() if self._wall else Meter(self._child)
            self._unmetered, self._waited = self.ms, 0.0
        left = self._limit - self.ms
        return min(_SLICE_MS, left) if left > 1 else _LAST_SLICE_MS

    def waited(self, ms: float) -> None:
        """Charge time that has passed, until the meter is read."""
        self._waited += ms
        self._waiting = True
        self.ms = self._unmetered + self._waited

    def _read_meter(self) -> None:
        """Charge what the meter says, unless it was read already."""
        if self._meter is not None and self._waiting:
            self._waiting = False
            self.ms = self._unmetered + self._meter.charge(self._waited)

    def _is_late(self) -> bool:
        if not self._is_over():
            return False
        # This process may have been suspended: an answer that is there by now is in time.
        self.move(self._poll(0))
        return not self._has_news()

    def _is_over(self) -> bool:
        """Return True if the charge has reached its limit, or the wall clock has by far."""
        charged = self.ms
        if charged >= self._limit and self._meter is not None:  # reading it is slow
            self._read_meter()
            charged = self.ms - self._meter.doubt(self._waited)
        factor = _WALL_FACTOR_OF_LATE if self._late else _WALL_FACTOR
        most = self._limit + max(_WALL_LEAST_MS, min(self._limit * factor, _WALL_MOST_MS))
        now = perf_counter()
        gap = now - self._looked
        if gap * 1000 > max(most * _GAP_SHARE, _GAP_LEAST_MS):
            self._posted += gap  # this process didn't run meanwhile, see _GAP_SHARE
        self._looked = now
        return charged >= self._limit or (now - self._posted) * 1000 >= most

    def _has_news(self) -> bool:
        """Return True if a whole line has come, or the bot has ended."""
        return b"\n" in self._received or bool(self._closed or self._lost)

    def settled(self) -> bool:
        """Return True if `collect` would return or raise at once."""
        return self._has_news() or self._is_late()

    def digests(self) -> bool:
        """Return True while it still reads or works on what it was sent."""
        if self._ended or self._closed or self._pondering.frozen:
            return False
        return bool(self._unsent) or _unread(self._in) > 0 or busy(self.pid)

    def interests(self) -> Ready:
        """Return the pipes to poll, and for which events."""
        pipes = [(pipe, select.POLLIN) for pipe in self._open]
        return [*pipes, (self._in, select.POLLOUT)] if self._unsent else pipes

    # --- moving bytes -------------------------------------------------------------------------

    def move(self, ready: Ready) -> None:
        """Read what has come, and send what is still unsent."""
        for pipe, _ in ready:
            if self._ended:  # by what was read from the pipe before
                return
            if pipe == self._out:
                self._take_in(self._read(pipe))
            elif pipe == self._err:
                self._note(self._read(pipe))
            else:
                self._flush()

    def _read(self, pipe: int) -> bytes:
        try:
            data = os.read(pipe, _READ)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data and pipe in self._open:
            self._open.remove(pipe)
            self._poller.unregister(pipe)  # else `poll` would return at once from now on
            if pipe == self._out:  # a bot may close its stderr
                self._closed = self._closed or "output"
        return data

    def _take_in(self, data: bytes) -> None:
        self._received += data
        self._written += len(data)
        if self._written > FLOOD_LIMIT:
            self._lose("malformed", f"wrote more than {FLOOD_LIMIT // 1024} KiB without an answer")

    def _next_line(self) -> bytes | None:
        while True:
            end = self._received.find(b"\n")
            if end > LINE_LIMIT or (end < 0 and len(self._received) > LINE_LIMIT):
                self._lose("malformed", f"wrote a line of more than {LINE_LIMIT // 1024} KiB")
            if end < 0 or self._lost:
                return None
            line = bytes(self._received[: end + 1])
            del self._received[: end + 1]
            if not self._came_before:
                return line
            self._came_before = False

    def _skip_unasked(self) -> None:
        while not (self._closed or self._lost) and (ready := self._poll(0)):
            self.move(ready)
        # What has come is skipped, but for a last line without its end. That one counts at once, as
        # it began unasked, and its end is skipped when it comes: see `_came_before`.
        lines = self._received.split(b"\n")
        rest = lines.pop()
        if self._came_before and lines:
            del lines[0]  # counted when it began
            self._came_before = False
        unasked = [*lines, rest] if rest and not self._came_before else lines
        self.skipped = sum(1 for line in unasked if line.strip() and not line.startswith(b"#"))
        self._came_before = bool(rest)
        self._received = rest
        if self.skipped > UNASKED_LIMIT:
            self._lose("malformed", f"wrote more than {UNASKED_LIMIT} lines unasked")

    def _write(self, data: bytes | bytearray) -> int:
        """Write what the pipe takes, and return the number of bytes that are done with."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._closed = self._closed or "input"
            return len(data)

    def _flush(self) -> None:
        del self._unsent[: self._write(self._unsent)]
        if not self._unsent:
            self._poller.unregister(self._in)

    # --- the end ------------------------------------------------------------------------------

    def stderr(self) -> str:
        """Return the kept part of stderr since the last call, with invalid UTF-8 replaced."""
        if not self._ended:
            self._drain_stderr()
        text = self._stderr.text()
        self._stderr = Excerpt()
        return text

    def metrics(self) -> dict[str, float]:
        """Return the metrics reported on stderr since the last call, see `Metrics`."""
        if not self._ended:
            self._drain_stderr()
        return self._metrics.take()

    def hang_up(self) -> None:
        """Close its stdin, so that it exits; nothing can be sent any more."""
        if not (self._ended or self._closed):
            self._closed = "input"
            if self._unsent:
                self._poller.unregister(self._in)
                self._unsent.clear()
            os.close(self._in)
            self._in = -1

    def end(self, grace_ms: float = 0) -> None:
        """Kill the process and everything it has started; after the first call, do nothing.

        With `grace_ms` it may exit by itself first.
        """
        if self._ended:
            return
        self._ended = True
        self._lost = self._lost or BotLost("crashed", "was ended")
        if grace_ms > 0:
            self._child.wait(grace_ms / 1000)
        self._child.end()
        self._drain_stderr()
        for pipe in (self._in, self._out, self._err):
            if pipe >= 0:
                os.close(pipe)

    def _lose(self, fault: str, reason: str) -> None:
        self._lost = self._lost or BotLost(fault, reason)
        self.end()

    def _bury(self) -> None:
        """Find out why the bot closed a pipe, and end it."""
        end = self._child.wait(_EXIT_SECONDS)
        if end is None:
            self._lose("crashed", f"closed its {self._closed}")
        elif end.exceeded:
            self._lose("exceeded", end.exceeded)
        elif end.signal == signal.SIGKILL or end == ProcessEnd():
            # No bot can do this to itself (see `arena.sandbox.policy`), nor did the arena.
            self._lost = self._lost or BotKilled("was killed from outside (SIGKILL)")
            self.end()
        else:
            self._lose("crashed", _how_it_ended(end))

    def _drain_stderr(self) -> None:
        for _ in range(64):  # more than a full pipe; a bot that never stops isn't waited for
            data = self._read(self._err)
            if not data:
                return
            self._note(data)

    def _note(self, data: bytes) -> None:
        self.talks = self.talks or bool(data)
        self._stderr.add(data)
        self._metrics.add(data)


def _program(name: str, cwd: str) -> str:
    """Return the path of a program. Raises CannotStart."""
    if name == "python3":
        return own_python()
    path = Path(cwd, name)
    if not path.is_file():
        raise CannotStart(f"{name} cannot be started: no such file.")
    return str(path)


def _unread(pipe: int) -> int:
    """Return the number of unread bytes in a pipe; 0 where the system can't say."""
    try:
        (count,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    except OSError:
        return 0
    return int(count)


def _how_it_ended(end: ProcessEnd) -> str:
    if end.signal is None:
        return f"exited with code {end.code}"
    return f"was ended by {signal_name(end.signal)}"


class Awaited(Protocol):
    """A process from which a line is awaited, or a wrapper such as `ModelChannel`."""

    def settled(self) -> bool:
        """Return True if `collect` would return or raise at once."""

    def interests(self) -> Ready:
        """Return the pipes to poll, and for which events."""

    def begin_slice(self) -> float:
        """Return how long to wait at most before looking again, in milliseconds."""

    def waited(self, ms: float) -> None:
        """Charge time that has passed."""

    def move(self, ready: Ready) -> None:
        """Read and send what is possible now."""


def gather(processes: Sequence[Awaited]) -> None:
    """Wait until each `collect` would return at once; all clocks run at the same time."""
    waiting = list(processes)
    while waiting := [each for each in waiting if not each.settled()]:
        patience = min(each.begin_slice() for each in waiting)
        polled = perf_counter()
        ready = _ready(waiting, patience)
        elapsed = min((perf_counter() - polled) * 1000, patience)
        for each in waiting:
            each.waited(elapsed)
        for each, event in ready:
            each.move([event])


def _ready(waiting: Sequence[Awaited], patience: float) -> list[tuple[Awaited, tuple[int, int]]]:
    """Wait at most `patience` milliseconds; return the pipes that are ready, by owner."""
    poller = select.poll()
    owners: dict[int, Awaited] = {}
    for each in waiting:
        for pipe, events in each.interests():
            poller.register(pipe, events)
            owners[pipe] = each
    return [(owners[pipe], (pipe, event)) for pipe, event in poller.poll(patience)]


def hear_out(processes: Sequence[BotProcess]) -> None:
    """Read what these write on stderr about the last message, until all of them are idle.

    A bot is done as soon as it has read everything and sleeps. One that goes on working is waited
    for only briefly.
    """
    waiting = [each for each in processes if each.digests()]
    until = perf_counter() + _LAST_WORDS_MS / 1000
    while waiting and perf_counter() < until:
        for each, event in _ready(waiting, 1):
            each.move([event])
        waiting = [each for each in waiting if each.digests()]
