"""Nothing that a confined bot can see tells it what another does, but for what is listed.

One program does what the channels of tests/hostile/bots/whispers.py send by, and more; another
notes every figure that files, folders and system calls tell it, before and after. The first does so
or not, at random, and what then differs each time is a channel: listed, or a problem. It finds most
on a quiet machine; run it as root and as an ordinary user.

Promise: SECURITY.md, which channels between bots remain.
"""

import argparse
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from os import scandir
from pathlib import Path
from stat import S_IROTH

from arena.sandbox.level import Level
from arena.sandbox.probe import trials
from arena.sandbox.processes import children
from tests.hostile.test_whispers import End
from tests.hostile.town import BOTS

TAKES = "15 min"

DEEDS = (
    "Resident Mappings LockedPages HugePages MappedPages CachedPages Files FreeSpace Links Tasks "
    "Threads ProcessGroups Numbers Clocks Crashes Descriptors Pipes FullPipes Eventfds Inodes "
    "EpollWatches Timers PendingSignals Futexes RecordLocks Watches ClosedDoors"
)
"""What one does: its names in `listens.py` and `whispers.py`."""
ROUNDS, TIMES, RIGHT = 12, 3, 0.9
"""One of some hundred figures is right by chance in so many rounds, but not as many times."""
DEEP = re.compile(r"/sys|/proc/(?!\d|self/(task|map_files))")
"""Folders that are looked into."""
LISTED = {
    "shared pages": ("A", r"^/proc/self/(smaps|smaps_rollup|numa_maps|pagemap) "),
    "new descriptors": ("AB", r"^(inode of a new|/proc/self/fdinfo/\d .*(ino|eventfd-id))"),
    "threads and processes": ("AB", r"^(sysinfo 20$|/proc links$)"),
    # In io: how much it read itself, of files whose length goes with the other figures.
    "the machine's load": (
        "AB",
        r"^(sysinfo|sysconf) |^/proc/(uptime|self/(sched|schedstat|io)) |^/sys/.*/cpuidle/",
    ),
    "what counts per user": ("B", r"^/proc/self/status SigQ"),
    "/proc/meminfo and /proc/stat": ("B", r"^/proc/(meminfo|stat) "),
    "others' processes": ("B", r"^(/proc/OTHER|id of a new process|getpgid|getprio|sched_get)"),
}
"""What SECURITY.md says remains, at which levels, and the figures that tell it."""


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=list(Level), help="only this one")
    parser.add_argument("--only", nargs="*", default=DEEDS.split(), help="what is done")
    wishes = parser.parse_args()
    levels = [trial.level for trial in trials() if trial.holds]
    problems = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "bot")
        folder.mkdir()
        for name in ("evil.py", "whispers.py", "listens.py"):
            shutil.copy(BOTS / name, folder)
        (folder / "paths.json").write_text(json.dumps(paths()))
        for each in (folder.parent, folder):
            each.chmod(0o755)
        for level in levels:
            if wishes.level in (None, level) and (wishes.level or level is not Level.C):
                problems += proof(level, folder, wishes.only)
    print("all is well" if not problems else f"NOT well: {problems} figures that are not listed")
    return 1 if problems else 0


def paths() -> dict[str, list[str]]:
    """Of all files and folders in /proc and /sys; of processes, only those about itself."""
    found: dict[str, list[str]] = {"files": [], "folders": []}
    waiting = ["/proc", "/proc/self", "/proc/self/net", "/sys", "/dev", "/tmp", "/var/tmp", "/run"]
    while waiting:
        found["folders"].append(folder := waiting.pop())
        try:
            for entry in scandir(folder):
                if entry.is_file(follow_symlinks=False):
                    if entry.stat().st_mode & S_IROTH or folder == "/proc/self":
                        found["files"].append(entry.path)
                elif entry.is_dir(follow_symlinks=False) and DEEP.match(entry.path):
                    waiting.append(entry.path)
        except OSError:
            continue
    return found


def proof(level: Level, folder: Path, deeds: list[str]) -> int:
    """How many figures at one level tell of something and are not listed."""
    problems = set()
    print(f"\nlevel {level}")
    with closing(End(level, "listens.py", folder)) as listener:
        listener.ask("open", "Everything")
        for deed in deeds:
            with closing(End(level, "listens.py", folder)) as other:
                can = other.ask("open", deed)
                found = telling(listener, other) if can == "done" else set()
            known = {name: listed(name, level) for name in found}
            print(f"  {deed}: {', '.join(sorted({*known.values()} - {''})) or can}")
            for name in sorted(name for name in known if not known[name]):
                problems.add(name)
                print(f"    NOT LISTED: {name}")
    return len(problems)


def listed(name: str, level: Level) -> str:
    """What it is in SECURITY.md."""
    fitting = (
        what for what, (at, names) in LISTED.items() if re.search(names, name) and level in at
    )
    return next(fitting, "")


def telling(listener: End, other: End) -> set[str]:
    """The figures that tell, each time, whether the other does what it is to do."""
    pid = (children(other.pid) or [other.pid])[0]
    changes: dict[str, list[float]] = defaultdict(list)
    bits: list[int] = []
    found = set()
    began = time.monotonic()
    for bit in (0, 1, 0):
        address = other.ask("send", bit)
        if re.fullmatch(r"[1-9]\d{,6}", address):  # of the process to look at
            pid = int(address)
    seconds = 0.1 + 1.5 * (time.monotonic() - began)  # as long if it does nothing
    for _ in range(TIMES):
        for bit in random.sample((0, 1), ROUNDS, counts=(ROUNDS // 2, ROUNDS // 2)):
            listener.ask("ready", pid)
            began = time.monotonic()
            other.ask("send", bit)
            time.sleep(max(0, began + seconds - time.monotonic()))
            seen = json.loads(listener.ask("receive", pid))
            for name in {*seen, *changes}:
                changes[name] += [0] * (len(bits) - len(changes[name])) + [seen.get(name, 0)]
            bits.append(bit)
            other.ask("send", 0)
        found = {name for name, values in changes.items() if tells(values, bits)}
        if not found:
            break
    return found


def tells(values: list[float], bits: list[int]) -> bool:
    """Whether a limit between the values with the bit and those without is nearly always right."""
    best = 0
    for limit in {*values}:
        above = sum((value >= limit) == bit for value, bit in zip(values, bits, strict=True))
        best = max(best, above, len(bits) - above)
    return best > RIGHT * len(bits)


if __name__ == "__main__":
    sys.exit(main())
