"""Probing which levels hold on this machine, with a canary in the cage; remedies where one does
not, by the words with which it failed."""

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
from arena.sandbox.order import CannotStart
from arena.sandbox.runtimes import own_python

PATIENCE_S = 20
_NEEDS = Needs(memory_mb=256, processes=32, file_mb=8, scratch_mb=8)
_CANARY = Path(__file__).with_name("canary.py")
_ALONE = Lock()
"""The nursery answers one thread at a time."""
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
    """True if a level holds on this machine; if not, why, and the way to mend it."""

    level: Level
    holds: bool
    why: str = ""
    remedy: str = ""


@cache
def trials() -> tuple[LevelTrial, ...]:
    """All levels, best first, each tried."""
    with _ALONE:
        return (_try(Level.A), _try(Level.B), LevelTrial(Level.C, True))


@cache
def best_level() -> Level:
    """The best level that holds here; tries no more than it must."""
    with _ALONE:
        return next((each for each in (Level.A, Level.B) if _try(each).holds), Level.C)


def begin() -> Thread:
    """Finds out the best level beside what the caller does, who starts no bot before that is over:
    asks for the level, or joins the thread."""

    def find() -> None:
        with suppress(OSError):  # which who asks for it meets again
            best_level()

    trial = Thread(target=find, daemon=True)
    trial.start()
    return trial


@cache
def _try(level: Level) -> LevelTrial:
    why = _hindrance(level) or _escapes(level)
    return LevelTrial(level, not why, why, remedy(level, why) if why else "")


def _hindrance(level: Level) -> str:
    """Why it need not even be tried."""
    if not sys.platform.startswith("linux"):
        return "it needs Linux"
    if level is Level.A and supervisor_client.bubblewrap() is None:
        if chosen := os.environ.get(supervisor_client.BWRAP):
            return f"there is no program {chosen}, which {supervisor_client.BWRAP} names"
        return "bubblewrap (the program bwrap) is not installed"
    return ""


def _escapes(level: Level) -> str:
    """List what a program can do at this level that it must not; nothing if all is refused."""
    with tempfile.TemporaryDirectory(prefix="arena-canary-") as outside:
        folder = Path(outside, "bot")
        folder.mkdir(mode=0o755)
        Path(outside).chmod(0o755)
        (folder / "canary.py").write_bytes(_CANARY.read_bytes())
        Path(outside, "secret").write_text("secret")
        command = (own_python(), "-I", "-S", str(folder / "canary.py"), outside, str(os.getpid()))
        try:
            told = _run(command, str(folder), level)
        except CannotStart as error:
            return str(error).rstrip(".")
    try:
        managed = json.loads(told)
    except ValueError:
        return "a program that was started said nothing" + (f": {told[-200:]}" if told else "")
    return f"a program in it could {', '.join(managed)}" if managed else ""


def _run(command: tuple[str, ...], folder: str, level: Level) -> str:
    """Run a program; return its stdout, or else its stderr."""
    child = supervisor_client.start(command, folder, _NEEDS, level)
    try:
        child.wait(PATIENCE_S)
        child.end()
        return "".join(_content(pipe) for pipe in (child.stdout, child.stderr)).strip()
    finally:
        child.close()


def _content(pipe: int) -> str:
    with suppress(OSError):
        return os.read(pipe, 1 << 16).decode("utf-8", "replace")
    return ""


def remedy(level: Level, why: str) -> str:
    """Return a sentence or a command that fixes it; "" if none is known."""
    if level is Level.B:
        return "" if "Linux" in why else "Use a kernel from 5.13 on with Landlock enabled."
    if why.startswith("there is no program"):
        return "Correct ARENA_BWRAP, or unset it."
    if "not installed" in why:
        command = next((line for tool, line in _INSTALL.items() if which(tool)), "")
        return f"Install it: {_as_root(command)}" if command else "Install it."
    # A root that lacks the right is one in a container: no profile gives it back.
    if "uid map" in why and os.geteuid() != 0 and Path("/etc/apparmor.d").is_dir():
        return f"Allow it to make user namespaces: {_APPARMOR}"
    if "ENOSPC" in why or "No space left" in why:
        return f"Allow user namespaces: {_as_root('sysctl user.max_user_namespaces=15000')}"
    if (
        "uid map" in why
        or "namespace" in why
        or "Operation not permitted" in why
        or "Permission denied" in why
    ):
        return _CONTAINER
    return ""


def _as_root(command: str) -> str:
    return command if os.geteuid() == 0 else f"sudo {command}"
