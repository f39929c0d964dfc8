"""What hostile programs do, and what comes of it at each level: the one table of expectations.

Three marks, or three fates, stand for the levels A, B and C. Level C is for trusted bots and stops
little: its column says what the others are good for.

A new one is a deed or a program in `bots/`, and what to expect of it at each level here. Even at
level C it does no harm, except to canaries: it only reports what it could do.

In `test_whispers.py` two confined programs try to pass bits; those of `test_hides.py` try to think
where nobody looks. `tests/arena/sandbox` tests each level, and the filter against an independent
interpreter of it. `tests/ladder/maintenance/test_other_ladder.py` has files that look like a
ladder, `tests/arena/cli/machine/test_merge.py` ladders that lie.
"""

from dataclasses import dataclass, field

MANAGED, REFUSED, DEPENDS = "+", "-", "?"
"""DEPENDS: on the machine or the user, and not asserted."""
USUAL = "--+"
"""Refused wherever bots are confined; so is whatever deed of a program is not listed below."""
NOT_RUN = "not run"
"""Level C promises nothing here, and the machine would suffer."""
QUICK_MS, PATIENT_MS = 200, 10_000

Fate = str | tuple[str, str, str]
"""How the game ends for the program: "" without a fault, else the kind of fault and words of the
reason, the same at all levels or one for each; a number and a kind if it plays on."""


@dataclass(frozen=True)
class Case:
    """A program in tests/hostile/bots, with a mode perhaps, and what is expected of it."""

    name: str
    deeds: dict[str, str] = field(default_factory=dict)
    """What it says itself of each deed."""
    fate: Fate = ""
    left: str = "---"
    """Whether anything of it is there a second after the game."""
    damage: str = "---"
    """Whether it changed anything outside its scratch folder."""
    visits: str = "---"
    """Whether it called anybody."""
    harm: str = "---"
    """Whether it spoiled the others' game."""
    network: bool = False
    """Whether it is given the network."""
    others: str = "---"
    """What it says of the deeds that are not listed."""
    limit_ms: int = PATIENT_MS
    """The most that one decision may take."""
    seconds: float = 8
    """How long the whole game may take."""


_SNOOPS = {
    "come to the end": "+++",
    "look up a file": "-++",  # its size and date: Landlock has no say in that
    "read an attribute of a file": "--?",
    "inherit the token": "---",
    "find an open file": "---",
    "find the arena by its mounts": "--?",
    "find the arena by its control group": "--?",
    "read the kernel log": "--?",
}

_VANDAL = {
    "come to the end": "+++",
    "set an attribute": "--?",
    "change a flag of a file": "--?",
    "leave a file in tmp": "?-+",
    "leave a file in dev shm": "?-+",
    "leave a setuid program in its scratch": "??+",
    "leave links to the home": "+++",
}

_MEDDLES = {
    "come to the end": "+++",
    "hold up who opens a file": "--?",
    "remove a queue of the arena": "--?",
    "write into the first process": "--?",
    "spare itself when memory is short": "--?",
    "compare itself with an opponent": "--?",
}

_CONNECTS = {
    "come to the end": "+++",
    "connect to the machine over ipv6": "--?",
    "call the world": "--?",
    "send a datagram": "--?",
    "use vsock": "--?",
    "use a raw socket": "--?",
    "use a packet socket": "--?",
    "use a socket of kernel crypto": "--?",
}

_CONNECTS_WITH_NETWORK = _CONNECTS | {
    "connect to the machine": "+++",
    "call the world": "???",
    "send a datagram": "???",
    "connect to the machine over ipv6": "???",
    "send a datagram to the machine": "+++",
    "be called": "+++",
}

_KERNEL = {
    "come to the end": "+++",
    "keep a key": "--?",
    "read a keyring": "--?",
    "use io uring": "--?",
    "load a bpf program": "--?",
    "measure the processor": "--?",
    "catch page faults": "--?",
    "mount something": "--?",
    "open a file system": "--?",
    "change its root": "--?",
    "leave by unshare": "--?",
    "leave by clone": "--?",
    "leave by clone3": "--?",
    "enter the namespaces of the arena": "--?",
    "open by handle": "--?",
    "type into the terminal": "--?",
    "use the x32 numbers": "--?",
    "switch off the shuffling of addresses": "+++",  # its own only
    "keep rules in the kernel": "--?",
    "make secret memory": "--?",
    "leave a message queue": "---",
    "watch the whole file system": "--?",
    "list the mounts of the machine": "--?",
    "make a device": "--?",
    "switch off swap": "--?",
}

_RAW = {
    "ask for its id": "--?",
    "read the secret": "--?",
    "make a memory file": "--?",
    "trace itself": "--?",
}

_VOID = "void: hostile:1 was killed from outside"
_LATE, _CLOSED = "late: no answer in time", "crashed: closed its output"
_EXIT_137 = "crashed: exited with code 137"
_MEMORY = "exceeded: used more than 512 MB"
_PROCESSES = "exceeded: had 64 processes and threads"
_SCRATCH = "exceeded: filled more than 64 MB of scratch space"
_DEEP = "exceeded: nested folders too deeply in its scratch space"
_CLOSED_FOLDER = "exceeded: "  # filled, or not to be looked into, as an ordinary user


def _says(mode: str, fate: Fate = "", limit_ms: int = QUICK_MS) -> Case:
    return Case(f"says.py {mode}", fate=fate, limit_ms=limit_ms)


def _dies(mode: str, words: str) -> Case:
    """An end that is seen as what it is."""
    return Case(f"dies.py {mode}", fate=f"crashed: {words}")


def _kills_itself(mode: str) -> Case:
    """Where bots are confined it cannot, since that would pass for our fault."""
    return Case(f"dies.py {mode}", {mode: "---"}, ("", "", _VOID), harm="--+")


CASES = [
    Case("snoops.py", _SNOOPS, others=USUAL),
    Case("vandal.py", _VANDAL, others=USUAL, damage="--+", left="--+"),
    Case("meddles.py", _MEDDLES, others=USUAL),
    Case("connects.py", _CONNECTS, others=USUAL, visits="--+"),
    Case(
        "connects.py with network", _CONNECTS_WITH_NETWORK, others=USUAL, visits="+++", network=True
    ),
    Case("kernel.py", _KERNEL, others=USUAL, left="--+"),
    Case("raw", _RAW),
    Case("meddles.py kill", fate=("", "", "void: honest:1 was killed"), harm="--+"),
    Case("meddles.py stop", harm="--+", limit_ms=QUICK_MS),
    # --- programs that mean to outlive the game ---
    Case("stays.py child"),
    Case("stays.py daemon", {"daemon": "+++"}),
    Case("stays.py daemon alone", fate="crashed: exited with code 0"),
    Case("stays.py forks on", {"forks on": "+++"}, ("", DEPENDS, DEPENDS)),
    Case("stays.py disguised", {"disguised": "+++"}),
    Case("stays.py ignores signals", fate=_LATE, limit_ms=QUICK_MS),
    Case("stays.py stops itself", fate=_LATE, limit_ms=QUICK_MS),
    Case("daemon.pl", {"leave a program": "+++"}),
    # --- more than their share ---
    Case("hoards.py one gigabyte", fate=_MEMORY),
    Case("hoards.py six children", fate=_MEMORY),
    Case("hoards.py slow growth", fate=_MEMORY),
    Case(
        "hoards.py many processes",
        {"many processes": "-?-"},  # for a moment, where all bots are one user's
        (DEPENDS, _PROCESSES, NOT_RUN),  # refused before they are counted, or counted first
    ),
    Case("hoards.py many threads", {"many threads": "--?"}, DEPENDS),
    Case("hoards.py many pipes", {"many pipes": "--?"}),
    Case("hoards.py many sockets", fate=_MEMORY),
    Case("hoards.py many tables", fate=_MEMORY),
    Case("hoards.py one large file", {"one large file": "---"}),
    Case("hoards.py many files", fate=("", _SCRATCH, _SCRATCH)),
    Case(
        "hoards.py many small files",
        {"many small files": "---"},
        _SCRATCH,
        seconds=30,
    ),
    Case("hoards.py files in tmp", {"files in tmp": "--+"}, left="--+"),
    Case("hoards.py deep folders", fate=("", _DEEP, _DEEP)),
    Case("hoards.py closed folder", fate=("", _CLOSED_FOLDER, _CLOSED_FOLDER)),
    Case("hoards.py shared memory files", {"shared memory files": "--+"}, left="--+"),
    Case("hoards.py mapped file", {"mapped file": "---"}),
    Case("hoards.py core dump", {"core dump": "---"}),
    Case("hoards.py many watches", {"many watches": "--+"}),
    Case("hoards.py many signals", {"many signals": "---"}),
    Case("bomb.sh", fate=(DEPENDS, DEPENDS, NOT_RUN)),
    # --- what they say, and how ---
    _says("closes its output", (_LATE, _CLOSED, _CLOSED)),
    _says("endless line", "malformed: wrote a line of more than 64 KiB"),
    _says("answers ahead"),
    _says("a byte at a time", _LATE),
    Case("says.py 13 MB of stderr", seconds=30),  # were it held up by them, it would be late
    _says("never reads", _LATE),
    _says("not UTF-8"),  # counts, with U+FFFD in place of what cannot be read
    _says("duplicate keys"),
    _says("endless lines", "malformed: "),
    _says("deep nesting", "malformed: "),
    _says("60,000 digits", "malformed: "),
    _says("NaN", "malformed: "),
    _says("infinity", "malformed: "),
    _says("lone surrogate"),
    _says("zero bytes", "malformed: "),
    # --- how they end: never a void ---
    _dies("after the handshake", "exited with code 0"),
    _dies("exits", "exited with code 0"),
    Case(
        "dies.py exits with 137",
        fate=("crashed: was ended by SIGSEGV", _EXIT_137, _EXIT_137),
    ),
    _dies("segmentation fault", "was ended by SIGSEGV"),
    _dies("PDEATHSIG", "exited with code 9"),
    _dies("SIGTERM", "was ended by SIGTERM"),
    _dies("a program without room", "was ended by SIGSEGV"),
    Case("dies.py strict mode", {"strict mode": "---"}, ("", "", DEPENDS), harm="--?"),
    _kills_itself("kill"),
    _kills_itself("kill of its group"),
    _kills_itself("tkill"),
    _kills_itself("tgkill"),
    _kills_itself("sigqueue"),
    _kills_itself("pidfd"),
    _kills_itself("F_SETSIG"),
    _kills_itself("timer"),
    _kills_itself("clone"),
    _kills_itself("RLIMIT_CPU"),
    _kills_itself("child"),
]
