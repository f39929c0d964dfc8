"""Remedies where a level does not hold, by the words with which it failed."""

import os
from pathlib import Path
from shutil import which

from arena.sandbox.level import Level

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
