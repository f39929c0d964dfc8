"""Manifests: a bot's `bot.toml`, or what is assumed of a lone script or executable.

name = "greedy"                     # letters, digits and . _ - ; what the ladder shows
command = "python3 greedy.py"       # run in the bot's folder; a list of words is fine too
author = "Ada"                      # optional
language = "python"                 # optional
build = "g++ -O2 -o bot bot.cpp"    # optional; one command or a list of commands
files = ["greedy.py", "data"]       # optional; what to keep of the folder, default everything
example = true                      # optional; a bundled bot that plays only when it is named

What it may use, all optional (`arena/sandbox/needs.py` has the defaults):

memory_mb = 512                     # of all its processes together
processes = 64                      # threads count as well
file_mb = 16                        # the largest file that it may write
scratch_mb = 64                     # all of its temporary files together
network = true                      # it plays only where the operator allows it
pass_env = ["OPENAI_API_KEY"]       # variables of the operator's environment that it is given
model = true                        # it asks a language model, through the arena
"""

import os
import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from arena.errors import ArenaError, UsageError
from arena.registry.files import NotAFile, opened, require_plain
from arena.registry.languages import PROPOSALS, WAYS, Way, filled, hindrance, proposal
from arena.registry.names import checked, guessed
from arena.sandbox.needs import USUAL, Needs
from arena.text import spoken
from arena.text.harmless import alike
from arena.text.phrases import what_it_must_be

MANIFEST = "bot.toml"
MOST_BYTES = 64_000
MOST_PROBLEMS = 5
_LONGEST_KEY = 60
# Deeper ones take the reader of TOML a time that grows with the square of their depth.
_DEEP_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}"""
)
MOST_VARIABLES = 16
LONGEST_VARIABLE = 100

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OURS = {"PATH", "HOME", "TMPDIR", "LANG", "OMP_NUM_THREADS"}
# With these a loader, a shell or a language would run or look up something else than the bot.
_LOADERS = {
    "BASH_ENV",
    "CLASSPATH",
    "DOTNET_STARTUP_HOOKS",
    "ENV",
    "GCONV_PATH",
    "GLIBC_TUNABLES",
    "IFS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "_JAVA_OPTIONS",
}
_FAMILIES = ("ARENA_", "LD_", "DYLD_", "PYTHON", "LUA_", "JULIA_", "BASH_FUNC_")


class ManifestError(ArenaError):
    """A bot's description cannot be used; the message says what is wrong and where."""


class NoCommand(ManifestError, UsageError):
    """Nothing says how a bot is started, and a command could be given."""


def _words(value: object) -> object:
    return shlex.split(value) if isinstance(value, str) else value


def _commands(value: object) -> object:
    """One command line, or a list of command lines, as lists of words."""
    if isinstance(value, str):
        value = [value]
    return [_words(each) for each in value] if isinstance(value, list) else value


def _seen(author: str) -> str:
    """The name of an author, of which something is to be seen."""
    return spoken(author) if alike(author) else ""


def passable(names: tuple[str, ...]) -> tuple[str, ...]:
    """The variables of the operator's environment that a bot is given, by name and in order.

    Raises ValueError, with a sentence.
    """
    if len(names) > MOST_VARIABLES:
        raise ValueError(f"at most {MOST_VARIABLES} variables are passed. Leave some out.")
    for name in names:
        if len(name) > LONGEST_VARIABLE or not _VARIABLE.fullmatch(name):
            raise ValueError(
                f"{name[:LONGEST_VARIABLE]!r} is not the name of a variable. Give names alone, "
                'such as "OPENAI_API_KEY"; their values come from the environment of the arena.'
            )
        if name in _OURS or name in _LOADERS or name.startswith(_FAMILIES):
            raise ValueError(
                f"{name} is not passed, as it would change how the bot is started. Leave it out."
            )
    return tuple(dict.fromkeys(names))


# What the system takes as a file's name or an argument: anything but the character 0.
Word = Annotated[str, Field(pattern=r"^[^\x00]*$")]
Command = Annotated[tuple[Word, ...], BeforeValidator(_words), Field(min_length=1)]


def _up_to(most: int) -> Any:
    return Field(strict=True, ge=1, le=most)


class Manifest(BaseModel):
    """A bot's manifest: how to build and start it, and whose it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, AfterValidator(checked)]
    command: Command
    author: Annotated[str, Field(max_length=80), AfterValidator(_seen)] = ""
    language: Annotated[str, Field(max_length=40), AfterValidator(spoken)] = ""
    build: Annotated[tuple[Command, ...], BeforeValidator(_commands)] = ()
    files: tuple[Word, ...] = ()
    example: bool = False
    memory_mb: Annotated[int, _up_to(65_536)] = USUAL.memory_mb
    processes: Annotated[int, _up_to(4_096)] = USUAL.processes
    file_mb: Annotated[int, _up_to(4_096)] = USUAL.file_mb
    scratch_mb: Annotated[int, _up_to(16_384)] = USUAL.scratch_mb
    network: Annotated[bool, Field(strict=True)] = USUAL.network
    pass_env: Annotated[tuple[str, ...], AfterValidator(passable)] = USUAL.pass_env
    model: Annotated[bool, Field(strict=True)] = USUAL.model

    @property
    def needs(self) -> Needs:
        """Its needs."""
        return Needs(**{each.name: getattr(self, each.name) for each in fields(Needs)})

    @property
    def how(self) -> str:
        """Describe how it is built and started, for its content hash.

        What it may use counts where it differs from the usual.
        """
        needs = {each.name: getattr(self, each.name) for each in fields(Needs)}
        unusual = {key: value for key, value in needs.items() if value != getattr(USUAL, key)}
        return repr((self.command, self.build, *sorted(unusual.items())))


def manifest_at(
    path: Path, name: str = "", author: str = "", command: str = ""
) -> tuple[Path, Manifest]:
    """Return the files of the bot at `path`, a file or a folder, and its manifest.

    `path`: a folder with a bot.toml, such a file (of any name with this suffix), or a lone script
    or executable. Raises ManifestError.
    """
    for each in (path, path.parent) if path.suffix == ".toml" else (path,):
        if each.is_symlink():  # which somebody else may have laid, to what only you may read
            raise ManifestError(
                f"{each} is a link to {each.readlink()}. If you mean that, give its own path."
            )
    if path.is_dir():
        return path, read_manifest(path / MANIFEST, name, author, command)
    if path.suffix == ".toml":
        return path.parent, read_manifest(path, name, author, command)
    if not path.is_file():  # a pipe or a device, which would be read for ever
        raise ManifestError(f"{path} is neither a file nor a folder. A bot is one or the other.")
    return path, guess_manifest(path, name, author, command)


def read_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest in a toml file; what the user gave with it wins.

    A bot without a name is called as its folder is, or as a file that is not called bot.toml.

    Raises ManifestError naming the file and the key at fault.
    """
    stands_in = guessed(file.absolute().parent.name if file.name == MANIFEST else file.stem)
    try:
        data = {"name": stands_in} | _toml(file)
    except FileNotFoundError:
        if not command:
            raise NoCommand(
                f"{file.parent} has no {file.name}. Add one with a command, "
                'or give --cmd "how to start it".'
            ) from None
        data = {"name": stands_in}
    except NotAFile as other:
        raise ManifestError(
            f"{file} is {other.sort}, not a file. Put a file with the bot's keys in its place."
        ) from None
    given = {"name": name, "author": author, "command": command}
    return make_manifest(data | {key: value for key, value in given.items() if value}, str(file))


def _toml(file: Path) -> dict[str, Any]:
    with opened(file.parent, file.name) as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ManifestError(f"{file} is larger than {MOST_BYTES // 1000} kB. Shorten it.")
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a mark
        if _DEEP_KEY.search(text):
            raise ManifestError(f"{file} has a key of more than 100 parts. Remove it.")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise ManifestError(f"{file} is not written in UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:  # also for a number of too many digits
        raise ManifestError(f"{file} cannot be read as TOML: {error}.") from None


def guess_manifest(file: Path, name: str = "", author: str = "", command: str = "") -> Manifest:
    """The manifest of a lone script or executable, from its suffix, its `#!` line or its run bit.

    Raises ManifestError when nothing tells how to start it.
    """
    require_plain(file.name)
    suffix, called = file.suffix.lower(), name or guessed(file.stem)
    way = WAYS.get(suffix) or _as_it_says(file)
    if not command:
        if way is None:
            raise _no_way(file, PROPOSALS.get(suffix), called)
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


def _no_way(file: Path, proposed: Way | None, name: str) -> ManifestError:
    if proposed:
        return ManifestError(
            f"{file} cannot be started as it is: there is no single way to run {file.suffix} "
            "files. Put it into a new folder with a bot.toml like this, and give the folder:\n\n"
            + proposal(proposed, name, file.name)
        )
    return NoCommand(
        f"{file} does not say how it is started: its suffix is not known, it has no #! line and is "
        f'not executable. Give --cmd, for example --cmd "python3 {file.name}".'
    )


def make_manifest(data: dict[str, object], where: str) -> Manifest:
    """A checked manifest, or a ManifestError whose text names `where` and each wrong key."""
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        problems = "; ".join(_explain(each).rstrip(".") for each in found[:MOST_PROBLEMS])
        more = f"; and {len(found) - MOST_PROBLEMS} more" if len(found) > MOST_PROBLEMS else ""
        raise ManifestError(f"{where} cannot be used. {problems}{more}.") from None


def _explain(problem: object) -> str:
    assert isinstance(problem, dict)
    key = ".".join(str(part)[:_LONGEST_KEY] for part in problem["loc"])
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
            return f"The key {key} is wrong: {what_it_must_be(problem)}"


def _shebang(file: Path) -> list[str]:
    """The interpreter words of a `#!` line, without `env`; empty when there is none."""
    with opened(file.parent, file.name) as stream:
        line = stream.readline(256)
    if not line.startswith(b"#!"):
        return []
    words = line[2:].decode("utf-8", "replace").replace("\x00", "").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
    return words
