"""A bot's process: lines in and out over plain pipes, on time and within limits.

Nothing here ever blocks on a bot: pipes are non-blocking and waited on with one
`poll`; what it does not read is kept up to a limit, what it writes is read up to a limit. The
protocol's words are not known here; `arena.referee.player` speaks them.
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
from shutil import which
from time import perf_counter
from typing import Final, Protocol

from arena.referee.clock import PATIENCE_MS, Meter, Wall, busy
from arena.referee.pondering import Pondering
from arena.referee.stderr import Excerpt, Metrics
from arena.sandbox.level import Level
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.probe import best_level
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_client import CannotStart, ProcessEnd, start

LINE_LIMIT = 64 * 1024
"""Bytes of one line."""
FLOOD_LIMIT = 256 * 1024
"""Bytes that a bot may write from one question to the next."""
UNASKED_LIMIT = 1000
"""Lines thrown away at one question."""
UNREAD_LIMIT = 4 * 1024 * 1024
"""Bytes that are kept for a bot that does not read them."""

_WALL_FACTOR, _WALL_FACTOR_OF_LATE = 7, 1
_WALL_MOST_MS = 60_000
_WALL_LEAST_MS = 500
"""However busy the machine, a decision takes at most so much longer than its limit: the limit
times the factor, within these bounds. The second factor holds for a bot that was late in spite of
that, until it answers: one that hangs and computes on a busy machine would hold up all others."""
_GAP_SHARE, _GAP_LEAST_MS = 1 / 3, 500
"""If we look at a bot later than both, the first being a share of all that time, we did not run
ourselves, as when a container is paused or a computer sleeps: nor did the bot, perhaps. Such a gap
counts for nothing."""
_SLICE_MS = 50
_LAST_SLICE_MS = 5
_EXIT_SECONDS = 0.2
_LAST_WORDS_MS = 50
"""The most that bots are waited for to write on stderr about a line without an answer."""
_READ: Final = 16 * 1024

__all__ = ["BotKilled", "BotLost", "BotProcess", "CannotStart", "gather", "hear_out"]

Ready = list[tuple[int, int]]


class BotLost(Exception):
    """The process is useless and has been ended. `fault`: "crashed", "malformed", "exceeded"."""

    def __init__(self, fault: str, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault
        self.reason = reason


class BotKilled(Exception):
    """Somebody else has killed the process, or the machine ran out of memory: not its fault."""


class BotProcess:
    """One running bot.

    A question is asked with `post`, its answer read with `collect`; `collect` again gives further
    lines on the same clock. `ms` is what has been charged for the question so far.
    """

    def __init__(
        self,
        command: Sequence[str],
        cwd: str,
        needs: Needs = USUAL,
        level: Level | None = None,
        wall: bool = False,
    ) -> None:
        """`command[0]` may be `python3`, meaning our own interpreter. `level`: how it is confined;
        None: as well as this machine can. `wall`: charge all time. Raises CannotStart."""
        self.ms = 0.0
        self.skipped = 0
        """Lines thrown away when the last question was asked: they had come before it."""
        words = [_program(command[0], cwd), *command[1:]]
        self._child = child = start(words, cwd, needs, best_level() if level is None else level)
        self._in, self._out, self._err = child.stdin, child.stdout, child.stderr
        self._pondering = Pondering(child)
        self._poller = select.poll()
        self._poller.register(self._out, select.POLLIN)
        self._poller.register(self._err, select.POLLIN)
        self._poll = self._poller.poll
        self._stderr = Excerpt()
        self._metrics = Metrics()
        self.talks = False
        """True once it has written anything on stderr."""
        self._unsent = bytearray()  # sent by us, but the pipe is full
        self._received = bytearray()  # not yet handed out
        self._came_before = False  # the line that `_received` begins with began before the question
        self._written = 0  # bytes that the bot wrote since the question
        self._limit = 0.0
        self._late = False  # it has not answered since it last was
        self._posted = self._since = 0.0  # when it was asked; up to when time is charged
        self._looked = 0.0  # when we last looked whether it is late
        self._wall = wall
        self._meter: Meter | Wall | None = None
        self._unmetered = self._waited = 0.0  # milliseconds charged before, waited since the meter
        self._open = {self._out, self._err}  # pipes that can still be read
        self._waiting = False  # since the meter was read
        self._closed = ""  # the end of the conversation that the bot closed
        self._lost: BotLost | BotKilled | None = None
        self._ended = False

    @property
    def pid(self) -> int:
        """The process above all of the bot's."""
        return self._child.pid

    @property
    def killed(self) -> bool:
        """True if somebody else has killed it."""
        return isinstance(self._lost, BotKilled)

    @property
    def usable(self) -> bool:
        """True if it can be asked: not ended, and its end of the pipes not closed."""
        if not self._ended:
            self.move(self._poll(0))
        return not (self._ended or self._closed)

    # --- asking -------------------------------------------------------------------------------

    def post(self, line: bytes, limit_ms: float) -> None:
        """Ask: throw away what came unasked, send `line` (with its newline), start the clock."""
        self.skipped = 0
        if self._received or self._poll(0):
            self._skip_unasked()
        self._pondering.ask(self.ms)
        self._written = 0
        self._meter = None
        self._limit = limit_ms
        self.ms = 0.0
        self._posted = self._since = self._looked = perf_counter()
        self.tell(line)

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer. What the pipe does not take is sent while waiting."""
        if self._ended or self._closed:
            return
        if self._unsent:
            self._unsent += line
            if len(self._unsent) > UNREAD_LIMIT:
                self._lose("crashed", "did not read its input")
            return
        try:
            sent = os.write(self._in, line)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._closed = "input"
            return
        if sent < len(line):
            self._unsent += line[sent:]
            self._poller.register(self._in, select.POLLOUT)

    def resume(self, line: bytes, waited_s: float) -> None:
        """Answer a line of its own, for which it had to wait so long; its clock runs on."""
        self._pondering.resume()
        self._written = 0
        self._meter = None
        self._posted += waited_s
        self._since = self._looked = perf_counter()
        self.tell(line)

    def collect(self) -> bytes | None:
        """The next line, or None when the time is up. Raises BotLost."""
        if not self._received and self._meter is None and not self._closed and not self._ended:
            data = self._at_once()
            if data and data.find(b"\n") == len(data) - 1:
                self._late = False
                self._pondering.answered()
                return data
            self._take_in(data)
        return self._collect_patiently()

    def _at_once(self) -> bytes:
        """Read what it writes within PATIENCE_MS: nearly always its whole answer."""
        left = self._limit - self.ms
        if left > 0:
            try:
                data = os.read(self._out, _READ)  # a quick bot on our core was served before us
            except OSError:  # nothing yet; or an end, of which `poll` knows more
                data = b""
            if data:
                now = perf_counter()
                # If it is more than that, we were kept from the core ourselves.
                self.ms += min((now - self._since) * 1000, PATIENCE_MS)
                self._since = now
                return data
        patience = max(0.0, min(PATIENCE_MS, left))
        polled = perf_counter()
        ready = self._poll(patience) if patience > 0 else []
        now = perf_counter()
        elapsed = (now - self._since) * 1000
        if elapsed > PATIENCE_MS:
            # Before poll we were kept from the core ourselves, and so when poll overslept.
            elapsed = min((polled - self._since) * 1000, PATIENCE_MS)
            elapsed += min((now - polled) * 1000, patience)
        self.ms += elapsed
        self._since = now
        if len(ready) == 1 and ready[0] == (self._out, select.POLLIN):
            return os.read(self._out, _READ)
        self.move(ready)
        return b""

    def _collect_patiently(self) -> bytes | None:
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
            self.waited(min((perf_counter() - polled) * 1000, patience))
            self.move(ready)
        self._late = False
        self._settle()
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
        """Charge time that has passed, until the meter knows better."""
        self._waited += ms
        self._waiting = True
        self.ms = self._unmetered + self._waited

    def _settle(self) -> None:
        """Charge what the meter says, if we have waited since it was read."""
        if self._meter is not None and self._waiting:
            self._waiting = False
            self.ms = self._unmetered + self._meter.charge(self._waited)

    def _is_late(self) -> bool:
        charged = self.ms
        if charged >= self._limit and self._meter is not None:
            self._settle()
            charged = self.ms - self._meter.doubt(self._waited)
        factor = _WALL_FACTOR_OF_LATE if self._late else _WALL_FACTOR
        most = self._limit + max(_WALL_LEAST_MS, min(self._limit * factor, _WALL_MOST_MS))
        now = perf_counter()
        gap = now - self._looked
        if gap * 1000 > max(most * _GAP_SHARE, _GAP_LEAST_MS):
            self._posted += gap
        self._looked = now
        if charged < self._limit and (now - self._posted) * 1000 < most:
            return False
        # We may have been suspended ourselves: an answer that is there by now is in time.
        self.move(self._poll(0))
        return not (b"\n" in self._received or self._closed or self._lost)

    def settled(self) -> bool:
        """True if `collect` would return (or raise) at once."""
        return b"\n" in self._received or bool(self._closed or self._lost) or self._is_late()

    def digests(self) -> bool:
        """True if it still reads what it was told, or makes something of it."""
        if self._ended or self._closed or self._pondering.frozen:
            return False
        return bool(self._unsent) or _unread(self._in) > 0 or busy(self.pid)

    def interests(self) -> Ready:
        """The pipes to be waited on, and for what."""
        pipes = [(pipe, select.POLLIN) for pipe in self._open]
        return [*pipes, (self._in, select.POLLOUT)] if self._unsent else pipes

    # --- moving bytes -------------------------------------------------------------------------

    def move(self, ready: Ready) -> None:
        """Take in what has come, and send what has not been sent."""
        for pipe, _ in ready:
            if self._ended:
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
            self._poller.unregister(pipe)
            if pipe == self._out:
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

    def _flush(self) -> None:
        try:
            del self._unsent[: os.write(self._in, self._unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._closed = self._closed or "input"
            self._unsent.clear()
        if not self._unsent:
            self._poller.unregister(self._in)

    # --- the end ------------------------------------------------------------------------------

    def stderr(self) -> str:
        """The kept part of stderr since the last call, invalid UTF-8 replaced."""
        if not self._ended:
            self._drain_stderr()
        text = self._stderr.text()
        self._stderr = Excerpt()
        return text

    def metrics(self) -> dict[str, float]:
        """The metrics that it has reported on stderr since the last call, see `Metrics`."""
        if not self._ended:
            self._drain_stderr()
        return self._metrics.take()

    def hang_up(self) -> None:
        """Close its stdin: it should exit now. Nothing can be sent any more."""
        if not (self._ended or self._closed):
            self._closed = "input"
            if self._unsent:
                self._poller.unregister(self._in)
                self._unsent.clear()
            os.close(self._in)
            self._in = -1

    def end(self, grace_ms: float = 0) -> None:
        """Kill the process and all that it has started; once is enough.

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
        """Find out why the bot closed its end of the conversation."""
        end = self._child.wait(_EXIT_SECONDS)
        if end is None:
            self._lose("crashed", f"closed its {self._closed}")
        elif end.exceeded:
            self._lose("exceeded", end.exceeded)
        elif end.signal == signal.SIGKILL or end == ProcessEnd():
            # No bot can do this to itself (`arena.sandbox.policy`), and we have not done it.
            self._lost = self._lost or BotKilled("was killed from outside (SIGKILL)")
            self.end()
        else:
            self._lose("crashed", _how_it_ended(end))

    def _drain_stderr(self) -> None:
        for _ in range(64):  # a pipe's worth and more; a bot that never stops is not waited for
            try:
                data = os.read(self._err, _READ)
            except OSError:
                return
            if not data:
                return
            self._note(data)

    def _note(self, data: bytes) -> None:
        self.talks = self.talks or bool(data)
        self._stderr.add(data)
        self._metrics.add(data)


def _program(name: str, cwd: str) -> str:
    """The file to run. Raises CannotStart."""
    if "/" in name:
        found = Path(cwd, name)
        if not found.is_file():
            raise CannotStart(f"{name} cannot be started: no such file.")
        return str(found)
    # A version manager's shim in front of the interpreter would cost more than the start itself.
    program = own_python() if name in ("python", "python3") else which(name)
    if program is None:
        raise CannotStart(f"{name} cannot be started: no such program.")
    return program


def _unread(pipe: int) -> int:
    """Bytes in a pipe that its reader has not taken; 0 where the system does not say."""
    try:
        (count,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    except OSError:
        return 0
    return int(count)


def _how_it_ended(end: ProcessEnd) -> str:
    if end.signal is None:
        return f"exited with code {end.code}"
    try:
        return f"was ended by {signal.Signals(end.signal).name}"
    except ValueError:
        return f"was ended by signal {end.signal}"


class Awaited(Protocol):
    """A process that a line is awaited of, or who stands before it."""

    def settled(self) -> bool:
        """True if `collect` would return (or raise) at once."""

    def interests(self) -> Ready:
        """The pipes to be waited on, and for what."""

    def begin_slice(self) -> float:
        """Return how long to wait at most before looking again, in milliseconds."""

    def waited(self, ms: float) -> None:
        """So much time has passed."""

    def move(self, ready: Ready) -> None:
        """Take in, or send, what is possible now."""


def gather(processes: Sequence[Awaited]) -> None:
    """Wait until `collect` of each would return at once; all their clocks run at the same time."""
    waiting = list(processes)
    while waiting := [each for each in waiting if not each.settled()]:
        poller = select.poll()
        owners = {}
        for each in waiting:
            for pipe, events in each.interests():
                poller.register(pipe, events)
                owners[pipe] = each
        patience = min(each.begin_slice() for each in waiting)
        polled = perf_counter()
        ready = poller.poll(patience)
        elapsed = min((perf_counter() - polled) * 1000, patience)
        for each in waiting:
            each.waited(elapsed)
        for pipe, event in ready:
            owners[pipe].move([(pipe, event)])


def hear_out(processes: Sequence[BotProcess]) -> None:
    """Read what these write on stderr about what they were told last, until all of them are idle.

    Nobody waits for what a bot might write: as soon as it has read everything and sleeps, it is
    done. One that goes on working is waited for a little.
    """
    waiting = [each for each in processes if each.digests()]
    until = perf_counter() + _LAST_WORDS_MS / 1000
    while waiting and perf_counter() < until:
        poller = select.poll()
        owners = {}
        for each in waiting:
            for pipe, events in each.interests():
                poller.register(pipe, events)
                owners[pipe] = each
        for pipe, event in poller.poll(1):
            owners[pipe].move([(pipe, event)])
        waiting = [each for each in waiting if each.digests()]
