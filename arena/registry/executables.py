"""Search for the program that starts or builds a bot: among its files, or on this machine."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from arena.registry.files import RegistryError, is_clutter
from arena.sandbox import runtimes
from arena.sandbox.policy import SYSTEM_PATH


class MissingRuntime(RegistryError):
    """The program that starts or builds a bot is not on this machine."""

    def __init__(self, program: str) -> None:
        super().__init__(
            f"{program} is not installed here. Install it, or name another program: with --cmd, or "
            "as the command in bot.toml."
        )
        self.program = program


def resolve(command: tuple[str, ...], folder: Path, own_python: bool = False) -> tuple[str, ...]:
    """Return the command with its program as a full path: in the bot's folder, else on the PATH.

    A program anywhere else is refused, since a bot may read the program that runs it.

    Raises:
        MissingRuntime: The program is not installed.
        RegistryError: The program is somewhere else, or cannot be executed.
    """
    program, rest = command[0], command[1:]
    if program.startswith("/"):
        return (_behind_shims(_on_path(program)), *rest)
    if ".." in Path(program).parts:
        raise RegistryError(f"{program} is outside the bot's folder. Name a program inside it.")
    # A file of the bot comes before a program of that name on the PATH.
    inside = folder / program
    if "/" in program or inside.is_file():
        if not inside.is_file():
            clutter = any(map(is_clutter, Path(program).parts))
            why = "is left out, as clutter" if clutter else "is not among the bot's files"
            way_out = "Name an installed program" if clutter else "Add it"
            raise RegistryError(f"{program} {why}. {way_out}, or correct the command.")
        if not os.access(inside, os.X_OK):
            raise RegistryError(f"{program} is not executable. Make it so: chmod +x {program}")
        return (str(inside), *rest)
    if own_python and program in ("python", "python3"):  # the one that is sure to be here
        return (runtimes.own_python(), *rest)
    installed = shutil.which(program)
    if installed is None:
        raise MissingRuntime(program)
    return (_behind_shims(installed), *rest)


_MISSES_A_PROGRAM = re.compile(r"not found|no such file|could not execute|cannot run", re.I)
_NO_TOOLCHAIN = re.compile("rustup (could not choose|is unable to choose)|no default is configured")
_RESERVES = re.compile("(Address|HWAddress|Memory|Thread)Sanitizer.*(failed to allocate|mmap)")
_WORDS = re.compile(r"[\w.+-]+")
_OF_A_SCRIPT = re.compile(r"(/.+?): (?:line )?\d+: ")
"""Matches how a shell begins a complaint about a line of a script."""
_WAY_OUT = "not visible in the sandbox. Build the bot beforehand and submit what was built, or"


def hidden_program_hint(output: str) -> str:
    """Explain a failure by a program that is installed where the sandbox hides it.

    Args:
        output: What a bot, or its build, wrote.

    Returns:
        A sentence with the way out; "" if the output names no such program.
    """
    if _NO_TOOLCHAIN.search(output):
        if not answer_of(["rustup", "which", "cargo"]):
            return "rustup has installed no toolchain for you. Let it: rustup default stable"
        return f"What rustup has installed is {_WAY_OUT} name cargo or rustc itself in bot.toml."
    for line in filter(_MISSES_A_PROGRAM.search, output.splitlines()):
        script = _OF_A_SCRIPT.match(line)
        file = Path(script[1] if script else "")
        if file.name and shutil.which(file.name) == str(file) and _is_script(file):
            return (
                f"{file} is a script that calls what is {_WAY_OUT} put the folder of {file.name} "
                "itself first on the PATH."
            )
        for word in _WORDS.findall(line):
            installed = shutil.which(word)
            # On the user's PATH, but in no folder of the system, which is all that a bot sees.
            if installed and not shutil.which(word, path=SYSTEM_PATH):
                return (
                    f"{installed} is {_WAY_OUT} name {word} itself in bot.toml, or install it for "
                    "the whole system."
                )
    return ""


def sanitizer_hint(output: str) -> str:
    """Explain why a program built with a sanitizer did not start; "" if that was not it."""
    if not _RESERVES.search(output):
        return ""
    return (
        "A sanitizer reserves more memory than a bot may have. Submit the bot without it, and run "
        "the other build outside the arena: sed -n 's/^> //p' questions.txt | ./mybot"
    )


def is_installed(program: str) -> bool:
    """Return True if a program is on the PATH, and is more than rustup's stand-in for it."""
    installed = shutil.which(program)
    return installed is not None and not _is_rustup(_behind_shims(installed))


def _on_path(program: str) -> str:
    """Accept a full path in a folder of the system or the PATH, or the arena's own Python."""
    file = Path(program)
    folders = [*os.environ.get("PATH", os.defpath).split(os.pathsep), *SYSTEM_PATH.split(":")]
    if str(file.parent) not in folders and program not in (sys.executable, runtimes.own_python()):
        raise RegistryError(
            f"{program} is neither in the bot's folder nor in one on the PATH. Put it among the "
            "bot's files, or its folder on the PATH."
        )
    if not file.is_file():
        raise MissingRuntime(program)
    return program


@cache
def _behind_shims(program: str) -> str:
    """Return the program itself where a version manager has put a wrapper before it.

    A wrapper around Python costs 60 ms a start, and rustup's finds nothing in the sandbox.
    """
    file = Path(program)
    if _is_rustup(program):
        command = [os.path.realpath(file), "which", file.name]
    elif file.name.startswith("python") and _is_script(file):
        command = [program, "-c", "import sys; print(sys.executable)"]
    else:
        return program
    return answer_of(command).strip() or program


def _is_rustup(program: str) -> bool:
    return Path(os.path.realpath(program)).name == "rustup"


def answer_of(command: list[str]) -> str:
    """Run a program, and return what it prints; "" if it fails or takes long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _is_script(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(2) == b"#!"
