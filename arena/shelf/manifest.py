"""What a bot says about itself in `bot.toml`, and what is assumed of a lone script or executable.

name = "greedy"                     # letters, digits and . _ - ; what the ladder shows
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

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from arena.errors import ArenaError
from arena.shelf.languages import PROPOSALS, WAYS, Way, filled, hindrance, proposal
from arena.shelf.names import checked, guessed

MANIFEST = "bot.toml"
MOST_BYTES = 64_000


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

    name: Annotated[str, AfterValidator(checked)]
    command: Command
    author: str = Field(default="", max_length=80)
    language: str = Field(default="", max_length=40)
    build: Annotated[tuple[Command, ...], BeforeValidator(_commands)] = ()
    files: tuple[Word, ...] = ()
    example: bool = False


def manifest_at(
    path: Path, name: str = "", author: str = "", command: str = ""
) -> tuple[Path, Manifest]:
    """What belongs to the bot at `path`, a file or a folder, and its manifest.

    `path`: a folder with a bot.toml, such a file (of any name with this suffix), or a lone script
    or executable. Raises ManifestError.
    """
    if path.is_dir():
        return path, read_manifest(path / MANIFEST, name, author, command)
    if path.suffix == ".toml":
        return path.parent, read_manifest(path, name, author, command)
    if not path.is_file():  # a pipe or a device, which would be read for ever
        raise ManifestError(f"{path} is neither a file nor a folder. A bot is one or the other.")
    return path, guess_manifest(path, name, author, command)


def read_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest in a toml file; what the user gave with it wins.

    Raises ManifestError naming the file and the key at fault.
    """
    if file.exists() and not file.is_file():  # a folder, or a pipe, which is read for ever
        raise ManifestError(f"{file} is not a file. Put a file with the bot's keys in its place.")
    if file.exists() and file.stat().st_size > MOST_BYTES:
        raise ManifestError(f"{file} is larger than {MOST_BYTES // 1000} kB. Keep it to its keys.")
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        if not command:
            raise ManifestError(
                f"{file.parent} has no {file.name}. Add one with name and command, "
                'or give --cmd "how to start it".'
            ) from None
        data = {"name": guessed(file.absolute().parent.name)}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ManifestError(f"{file} cannot be read as TOML: {error}.") from None
    given = {"name": name, "author": author, "command": command}
    return make_manifest(data | {key: value for key, value in given.items() if value}, str(file))


def guess_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest of a lone script or executable, from its suffix, its `#!` line or its run bit.

    Raises ManifestError when nothing tells how to start it.
    """
    suffix, called = file.suffix.lower(), name or guessed(file.stem)
    way = WAYS.get(suffix) or _as_it_says(file)
    if not command:
        if way is None:
            raise ManifestError(_no_way(file, PROPOSALS.get(suffix), called))
        if why := hindrance(way):
            raise ManifestError(f"{file} cannot be started. {why}")
    language, run, build = (way.language, way.run, way.build) if way else ("", "", "")
    data: dict[str, object] = {
        "name": called,
        "author": author,
        "language": language,
        "command": command or filled(run, file.name),
        "build": [filled(build, file.name)] if build and not command else [],
    }
    return make_manifest(data, str(file))


def _as_it_says(file: Path) -> Way | None:
    """The way of a file that says itself how it is started: a #! line, or it is executable."""
    if interpreter := _shebang(file):
        language = Path(interpreter[0]).name.rstrip("0123456789.")
        return Way(language, f"{shlex.join(interpreter)} FILE")
    return Way("", "./FILE") if os.access(file, os.X_OK) else None


def _no_way(file: Path, proposed: Way | None, name: str) -> str:
    if proposed:
        return (
            f"{file} cannot be started as it is: there is no single way to run {file.suffix} "
            "files. Put it into a new folder with a bot.toml like this, and give the folder:\n\n"
            + proposal(proposed, name, file.name)
        )
    return (
        f"{file} does not say how it is started: its suffix is not known, it has no #! line and is "
        f'not executable. Give --cmd, for example --cmd "python3 {file.name}".'
    )


def make_manifest(data: dict[str, object], where: str) -> Manifest:
    """A checked manifest, or a ManifestError whose text names `where` and each wrong key."""
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        problems = "; ".join(_explain(each).rstrip(".") for each in error.errors())
        raise ManifestError(f"{where} cannot be used. {problems}.") from None


def _explain(problem: object) -> str:
    assert isinstance(problem, dict)
    key = ".".join(str(part) for part in problem["loc"])
    match problem["type"]:
        case "missing":
            return f"The key {key} is missing"
        case "extra_forbidden":
            known = ", ".join(Manifest.model_fields)
            return f"{key} is not a key of {MANIFEST}; its keys are {known}"
        case "value_error":
            why = str(problem["ctx"]["error"])
            return why if key == "name" else f"The key {key} is wrong: {why}"
        case _:
            return f"The key {key} is wrong: {problem['msg']}"


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
