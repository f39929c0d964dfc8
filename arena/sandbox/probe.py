"""Probing: find out with a canary which levels hold on this machine, and how to fix one that fails.

Remedies are chosen by the words of the failure.
"""

import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import which
from threading import Lock, Thread

from arena.sandbox import supervisor_client
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_messages import CannotStart

TIMEOUT_S = 20
_NEEDS = Needs(memory_mb=256, processes=32, file_mb=8, scratch_mb=8)
_CANARY = Path(__file__).with_name("canary.py")
_ALONE = Lock()
"""Held while probing, so that threads that ask at once wait for one answer."""
_INSTALL = {
    "apt-get": "apt-get install bubblewrap",
    "dnf": "dnf install bubblewrap",
    "pacman": "pacman -S bubblewrap",
    "zypper": "zypper install bubblewrap",
    "apk": "apk add bubblewrap setpriv",
}
_APPARMOR = (
    "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\n"
    "profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\\n' "
    "| sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap"
)
_CONTAINER = (
    "Start the container with --security-opt seccomp=unconfined --security-opt "
    "systempaths=unconfined, or play at level B."
)


@dataclass(frozen=True, slots=True)
class LevelTrial:
    """The trial of a level: if it holds on this machine, and if not, why and how to fix it."""

    level: Level
    holds: bool
    why: str = ""
    remedy: str = ""


@cache
def trials() -> tuple[LevelTrial, ...]:
    """Try all levels, the best first."""
    with _ALONE:
        return (_try(Level.A), _try(Level.B), LevelTrial(Level.C, True))


@cache
def best_level() -> Level:
    """Return the best level that holds on this machine, trying no more than necessary."""
    with _ALONE:
        return next((each for each in (Level.A, Level.B) if _try(each).holds), Level.C)


def begin() -> Thread:
    """Find the best level in a thread, while the caller goes on.

    The caller must start no bot before the thread is done: ask for the level, or join the thread.
    """

    def find() -> None:
        with suppress(OSError):  # calling `best_level` will raise it again
            best_level()

    trial = Thread(target=find, daemon=True)
    trial.start()
    return trial


@cache
def _try(level: Level) -> LevelTrial:
    why = _hindrance(level) or _escapes(level)
    return LevelTrial(level, not why, why, remedy(level, why) if why else "")


def _hindrance(level: Level) -> str:
    """Return why a level need not even be tried; "" if it must be."""
    if not sys.platform.startswith("linux"):
        return "it needs Linux"
    if level is Level.A and supervisor_client.bubblewrap() is None:
        if chosen := os.environ.get(supervisor_client.BWRAP):
            return f"there is no program {chosen}, which {supervisor_client.BWRAP} names"
        return "bubblewrap (the program bwrap) is not installed"
    return ""


def _escapes(level: Level) -> str:
    """Say what a program can do at this level that it must not; "" if everything is refused."""
    with tempfile.TemporaryDirectory(prefix="arena-canary-") as outside:
        folder = Path(outside, "bot")
        folder.mkdir(mode=0o755)
        Path(outside).chmod(0o755)
        (folder / "canary.py").write_bytes(_CANARY.read_bytes())
        Path(outside, "secret").write_text("secret")
        command = (own_python(), "-I", "-S", str(folder / "canary.py"), outside, str(os.getpid()))
        try:
            printed = _run(command, str(folder), level)
        except CannotStart as error:
            return str(error).rstrip(".")
    try:
        managed = json.loads(printed)
    except ValueError:
        detail = f": {printed[-200:]}" if printed else ""
        return f"a program that was started did not answer{detail}"
    return f"a program in it could {', '.join(managed)}" if managed else ""


def _run(command: tuple[str, ...], folder: str, level: Level) -> str:
    """Run a program, and return its stdout and stderr."""
    process = supervisor_client.start(command, folder, level, _NEEDS)
    try:
        process.wait(TIMEOUT_S)
        process.end()
        return "".join(_content(pipe) for pipe in (process.stdout, process.stderr)).strip()
    finally:
        process.close()


def _content(pipe: int) -> str:
    with suppress(OSError):
        return os.read(pipe, 1 << 16).decode("utf-8", "replace")
    return ""


def remedy(level: Level, why: str) -> str:
    """Return how to fix a level that fails, by what it failed with; "" if that isn't known."""
    if level is Level.B:
        return "" if "Linux" in why else "Use a kernel from 5.13 on with Landlock enabled."
    if why.startswith("there is no program"):
        return "Correct ARENA_BWRAP, or unset it."
    if "not installed" in why:
        command = next((line for tool, line in _INSTALL.items() if which(tool)), "")
        return f"Install it: {_as_root(command)}" if command else "Install it."
    # Root without the right is root in a container, where no profile helps.
    if "uid map" in why and os.geteuid() != 0 and Path("/etc/apparmor.d").is_dir():
        return f"Allow it to make user namespaces: {_APPARMOR}"
    if "ENOSPC" in why or "No space left" in why:
        return f"Allow user namespaces: {_as_root('sysctl user.max_user_namespaces=15000')}"
    forbidden = ("uid map", "namespace", "Operation not permitted", "Permission denied")
    return _CONTAINER if any(words in why for words in forbidden) else ""


def _as_root(command: str) -> str:
    return command if os.geteuid() == 0 else f"sudo {command}"
