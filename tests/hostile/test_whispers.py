"""Bots of one table have as little as may be to tell each other bits by; SECURITY.md sums it up.

Two confined programs try every way that we know, except slow disks and busy machines, and get
nothing across but by those marked `+`. What is left:

- futexes, which threads need: at A and B, an address in a system file that both bots have mapped;
- pages of such files: at A a process sees which of those it has mapped others have, too (`smaps`,
  `pagemap`), a bit a page, thousands at once: some 40,000 bits a second. At B nothing of that can
  be read;
- which parts of such files are in memory: the first reader waits for the disk. Some 64 kB carry
  one bit, once, until they leave memory; the kernel refuses to drop them on request, or to say if
  they are there;
- how busy the machine is, and its free memory, at A and B: a few bits a second;
- how many threads and processes the machine has, at A and B (`sysinfo`, the links of /proc), and
  the inode numbers of new pipes; at A, the numbers of new eventfds (`fdinfo`), which many programs
  need: up to 300 bits a second each, on a calm machine;
- at B, /proc/meminfo and /proc/stat, which runtimes read and nothing can replace: as many;
- at B, the names, sizes and links in another's scratch space, for whoever knows where that is:
  megabits a second; and the day on which a file was last read;
- at B, the ids, groups, threads and descriptors of processes (`stat` on /proc); the ids of new
  ones;
- if an ordinary user runs the arena, what counts per user: pipes, which shrink when very many, and
  at B pending signals.
"""

import os
import random
import select
from contextlib import closing
from pathlib import Path

import pytest

from arena.sandbox.level import Level
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_client import SandboxedProcess, start
from tests.hostile.cases import DEPENDS, MANAGED
from tests.hostile.town import BOTS
from tests.support.levels import LEVELS

BITS = 12
"""Who guesses has all of them right once in 4,000 times."""
PATIENCE = 60
CHANNELS = {
    "RecordLocks": "--+",
    "LocksOfOpenFiles": "--+",
    "LocksOfADevice": "--+",
    "Flocks": "--+",
    "Watches": "--+",
    "Files": "--+",
    "Dates": "-??",  # of files that nobody has read for a day, unless the disk is mounted otherwise
    "FreeSpace": "--?",
    "DiskOfANumber": "--?",
    "Links": "-++",  # nor has it in stat(2) and readlink(2) of any file
    "Futexes": "+++",  # to refuse them would break threads
    "CachedPages": "--?",
    "ForgottenPages": "--?",
    "MappedPages": "+-+",  # in the kernel's account of a process to itself
    "LonelyPages": "+-+",
    "Mappings": "-??",  # nothing hides a file at B; and the machine has to be calm
    "LockedPages": "-??",
    "HugePages": "--?",
    "SocketNames": "--+",
    "Existence": "-++",  # Landlock has no say in what stat(2) tells of /proc
    "ProcessGroups": "-++",
    "Threads": "-++",
    "Descriptors": "-??",
    "Numbers": "-??",
    "Beginnings": "-??",
    "Tasks": "???",
    "Processes": "???",
    "Eventfds": "+-+",
    "Inodes": "???",
    "Pidfds": "--+",
    "Clocks": "--+",
    "PendingSignals": "--+",
    "DescriptorsOnTheirWay": "--?",
    "Pipes": "--?",
}
"""Whether they manage, at each level."""
OF_ONE_USER = {"PendingSignals": "-++", "Pipes": "++?"}
"""Where the arena is no root's, its user's quotas are shared by all bots."""


class End:
    """One of the two programs."""

    def __init__(self, level: Level, program: str = "whispers.py", folder: Path = BOTS) -> None:
        words = (own_python(), "-S", program, "", "{}")
        self._child: SandboxedProcess = start(words, str(folder), level=level)
        self.pid = self._child.pid

    def ask(self, *words: object) -> str:
        """Its answer; nothing if none comes."""
        os.write(self._child.stdin, " ".join(map(str, words)).encode() + b"\n")
        told = b""
        while not told.endswith(b"\n") and select.select([self._child.stdout], [], [], PATIENCE)[0]:
            told += os.read(self._child.stdout, 1 << 16) or b"\n"
        return told.decode().strip()

    def close(self) -> None:
        self._child.end()
        self._child.close()


def received(level: Level, channel: str, bits: list[int]) -> list[str]:
    """What arrives of each bit."""
    with closing(End(level)) as sender, closing(End(level)) as receiver:
        sender.ask("open", channel)
        receiver.ask("open", channel)
        address, found = "0", []
        for bit in bits:
            receiver.ask("ready", address)
            told = sender.ask("send", bit)
            address = told if told.isdecimal() else "0"
            found.append(receiver.ask("receive", address))
        return found


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_channel(level: Level, channel: str) -> None:
    bits = [*random.Random(channel).choices((0, 1), k=BITS - 2), 1, 0]
    found = received(level, channel, bits)
    right = sum(str(bit) == each for bit, each in zip(bits, found, strict=True))
    print(level, channel, right, found[-1])
    table = CHANNELS if os.geteuid() == 0 else CHANNELS | OF_ONE_USER
    mark = table[channel][list(Level).index(level)]
    assert mark == DEPENDS or (right == BITS) == (mark == MANAGED), found
