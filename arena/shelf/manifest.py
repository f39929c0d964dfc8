"""What a bot says of itself in `bot.toml`, and what is assumed of a lone script or executable.

name = "greedy"                     # letters, digits, . _ - ; what the ladder shows
command = "python3 greedy.py"       # run in the bot's folder; a list of words is fine too
author = "Ada"                      # optional
language = "python"                 # optional
build = "g++ -O2 -o bot bot.cpp"    # optional; one command or a list of commands
files = ["greedy.py", "data"]       # optional; what to keep of the folder, default everything
example = true                      # optional; a bundled bot that plays only when it is named
"""

import os
import shlex
import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from arena.errors import ArenaError

MANIFEST = "bot.toml"


class ManifestError(ArenaError):
    """A bot's description cannot be used; the message says what is wrong and where."""


def _words(value: object) -> object:
    return shlex.split(value) if isinstance(value, str) else value


def _commands(value: object) -> object:
    """One command line, or a list of command lines, as lists of words."""
    if isinstance(value, str):
        value = [value]
    return [_words(each) for each in value] if isinstance(value, list) else value


# What the system takes as a file's name or an argument: anything but the character 0.
Word = Annotated[str, Field(pattern=r"^[^\x00]*$")]
Command = Annotated[tuple[Word, ...], BeforeValidator(_words), Field(min_length=1)]


class Manifest(BaseModel):
    """How to build and start a bot, and whose it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")
    command: Command
    author: str = Field(default="", max_length=80)
    language: str = Field(default="", max_length=40)
    build: Annotated[tuple[Command, ...], BeforeValidator(_commands)] = ()
    files: tuple[Word, ...] = ()
    example: bool = False


# suffix -> language, how to run FILE, how to build it into ./bot first (or nothing)
LANGUAGES: dict[str, tuple[str, str, str]] = {
    ".py": ("python", "python3 FILE", ""),
    ".js": ("javascript", "node FILE", ""),
    ".mjs": ("javascript", "node FILE", ""),
    ".cjs": ("javascript", "node FILE", ""),
    ".ts": ("typescript", "node FILE", ""),
    ".pl": ("perl", "perl FILE", ""),
    ".rb": ("ruby", "ruby FILE", ""),
    ".lua": ("lua", "lua FILE", ""),
    ".php": ("php", "php FILE", ""),
    ".sh": ("shell", "bash FILE", ""),
    ".r": ("r", "Rscript FILE", ""),
    ".jl": ("julia", "julia FILE", ""),
    ".awk": ("awk", "awk -f FILE", ""),
    ".jar": ("java", "java -jar FILE", ""),
    ".c": ("c", "./bot", "cc -O2 -o bot FILE"),
    ".cpp": ("cpp", "./bot", "g++ -O2 -std=c++20 -o bot FILE"),
    ".cc": ("cpp", "./bot", "g++ -O2 -std=c++20 -o bot FILE"),
    ".rs": ("rust", "./bot", "rustc -O -o bot FILE"),
    ".go": ("go", "./bot", "go build -o bot FILE"),
}


def read_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest in a toml file; what the user gave beside it wins.

    Raises ManifestError naming the file and the key at fault.
    """
    if file.exists() and not file.is_file():  # a folder, or a pipe, which is read for ever
        raise ManifestError(f"{file} is not a file.")
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        if not command:
            raise ManifestError(
                f"{file.parent} has no {file.name}. Add one with name and command, "
                'or give --cmd "how to start it".'
            ) from None
        data = {"name": file.parent.name}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ManifestError(f"{file} is not readable as TOML: {error}") from None
    given = {"name": name, "author": author, "command": command}
    return make_manifest(data | {key: value for key, value in given.items() if value}, str(file))


def guess_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest of a lone script or executable, from its suffix, its `#!` line or its run bit.

    Raises ManifestError when nothing tells how to start it.
    """
    language, run, build = LANGUAGES.get(file.suffix.lower(), ("", "", ""))
    interpreter = _shebang(file)
    if not run and interpreter:
        run = f"{shlex.join(interpreter)} FILE"
        language = Path(interpreter[0]).name.rstrip("0123456789.")
    if not run and os.access(file, os.X_OK):
        run = "./FILE"
    if not run and not command:
        raise ManifestError(
            f"{file} does not say how it is started: it has no known suffix, no #! line and is "
            f'not executable. Give --cmd, for example --cmd "python3 {file.name}".'
        )

    def words(line: str) -> list[str]:
        return [word.replace("FILE", file.name) for word in shlex.split(line)]

    data: dict[str, object] = {
        "name": name or file.stem,
        "author": author,
        "language": language,
        "command": command or words(run),
        "build": [words(build)] if build and not command else [],
    }
    return make_manifest(data, str(file))


def make_manifest(data: dict[str, object], where: str) -> Manifest:
    """A checked manifest, or a ManifestError whose text names `where` and each wrong key."""
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        raise ManifestError(f"{where}: " + "; ".join(map(_explain, error.errors()))) from None


def _explain(problem: object) -> str:
    assert isinstance(problem, dict)
    key = ".".join(str(part) for part in problem["loc"])
    match problem["type"]:
        case "missing":
            return f"{key} is missing"
        case "extra_forbidden":
            return f"{key} is not a key of {MANIFEST} (known: {', '.join(Manifest.model_fields)})"
        case "string_pattern_mismatch" if key == "name":
            return (
                f"{key} {problem['input']!r} must be 1 to 40 letters, digits, dots, hyphens "
                "or underscores, beginning with a letter or a digit (use --name)"
            )
        case _:
            return f"{key}: {problem['msg']}"


def _shebang(file: Path) -> list[str]:
    """The interpreter words of a `#!` line, without `env`; empty when there is none."""
    with file.open("rb") as stream:
        line = stream.readline(256)
    if not line.startswith(b"#!"):
        return []
    words = line[2:].decode("utf-8", "replace").replace("\x00", "").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
    return words
