"""Manifests: a bot's `bot.toml`, or the equivalent that is assumed for a lone file.

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
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from arena.errors import ArenaError, UsageError
from arena.registry.files import NotAFile, opened, require_owned, require_plain
from arena.registry.languages import PROPOSALS, RECIPES, Recipe, fill_in, proposal, why_not_runnable
from arena.registry.names import name_from_file, valid_name
from arena.sandbox.needs import USUAL, Needs
from arena.text import spoken
from arena.text.phrases import what_it_must_be
from arena.text.sanitize import alike
from protocol import Json

MANIFEST = "bot.toml"
MOST_BYTES = 64_000
MOST_PROBLEMS = 5
_LONGEST_KEY = 60
# The time that tomllib takes for a dotted key grows with the square of its parts.
_DEEP_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}"""
)
MOST_VARIABLES = 16
LONGEST_VARIABLE = 100

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OURS = {"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "OMP_NUM_THREADS"}
# With these variables a loader, a shell or a language would run something other than the bot.
_LOADERS = {
    *("BASH_ENV", "ENV", "IFS", "SHELLOPTS"),
    *("GCONV_PATH", "GLIBC_TUNABLES"),
    *("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"),
    *("NODE_OPTIONS", "NODE_PATH", "DOTNET_STARTUP_HOOKS", "PHPRC", "PHP_INI_SCAN_DIR"),
    *("PERL5DB", "PERL5LIB", "PERL5OPT", "PERLLIB", "RUBYLIB", "RUBYOPT"),
}
_FAMILIES = ("ARENA_", "LD_", "DYLD_", "PYTHON", "LUA_", "JULIA_", "BASH_FUNC_")


class ManifestError(ArenaError):
    """A manifest cannot be used; the message says what is wrong and where."""


class NoCommand(ManifestError, UsageError):
    """Nothing says how a bot is started; the user can give a command."""


def _words(value: object) -> object:
    return shlex.split(value) if isinstance(value, str) else value


def _commands(value: object) -> object:
    """Split one command line, or each of a list, into words."""
    if isinstance(value, str):
        value = [value]
    return [_words(each) for each in value] if isinstance(value, list) else value


def _visible(author: str) -> str:
    """Return an author's name without control characters; "" if none of it is visible."""
    return spoken(author) if alike(author) else ""


def passed_variables(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of environment variables that may be passed to a bot, without duplicates.

    Raises ValueError, with a sentence, for a name that may not.
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


# The system takes anything as a file name or an argument, except the character 0.
Word = Annotated[str, Field(pattern=r"^[^\x00]*$")]
Command = Annotated[tuple[Word, ...], BeforeValidator(_words), Field(min_length=1)]


def _up_to(most: int) -> Any:
    return Field(strict=True, ge=1, le=most)


class Manifest(BaseModel):
    """A bot's manifest: how to build and start it, and whose it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, AfterValidator(valid_name)]
    command: Command
    author: Annotated[str, Field(max_length=80), AfterValidator(_visible)] = ""
    language: Annotated[str, Field(max_length=40), AfterValidator(spoken)] = ""
    build: Annotated[tuple[Command, ...], BeforeValidator(_commands)] = ()
    files: tuple[Word, ...] = ()
    example: bool = False
    memory_mb: Annotated[int, _up_to(65_536)] = USUAL.memory_mb
    processes: Annotated[int, _up_to(4_096)] = USUAL.processes
    file_mb: Annotated[int, _up_to(4_096)] = USUAL.file_mb
    scratch_mb: Annotated[int, _up_to(16_384)] = USUAL.scratch_mb
    network: Annotated[bool, Field(strict=True)] = USUAL.network
    pass_env: Annotated[tuple[str, ...], AfterValidator(passed_variables)] = USUAL.pass_env
    model: Annotated[bool, Field(strict=True)] = USUAL.model

    @property
    def needs(self) -> Needs:
        """What the bot asks to use."""
        return Needs(**{each.name: getattr(self, each.name) for each in fields(Needs)})

    @property
    def data(self) -> Json:
        """The manifest as plain data, without what is usual."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @property
    def how(self) -> str:
        """How the bot is built and started, as text for its content hash.

        Only needs that differ from the defaults are part of it, so that a new key in bot.toml
        changes no hash of bots without it.
        """
        needs = asdict(self.needs).items()
        unusual = {key: value for key, value in needs if value != getattr(USUAL, key)}
        return repr((self.command, self.build, *sorted(unusual.items())))


def manifest_at(
    path: Path, name: str = "", author: str = "", command: str = ""
) -> tuple[Path, Manifest]:
    """Return where a bot's files are, a folder or a lone file, and its manifest.

    Args:
        path: A folder with a bot.toml, a .toml file, or a lone script or executable.
        name: Replaces the manifest's name, if given.
        author: Replaces its author.
        command: Replaces its command.

    Raises:
        ManifestError: The manifest is missing or wrong, or `path` is no bot.
    """
    for each in (path, path.parent) if path.suffix == ".toml" else (path,):
        if each.is_symlink():  # somebody else may have made it, to a file that only you may read
            raise ManifestError(
                f"{each} is a link to {each.readlink()}. If you mean that, give its own path."
            )
    typed = {"name": name, "author": author, "command": command}
    given = {key: value for key, value in typed.items() if value}
    if path.is_dir():
        return path, read_manifest(path / MANIFEST, **given)
    if path.suffix == ".toml":
        return path.parent, read_manifest(path, **given)
    if not path.is_file():  # a pipe or a device might be read for ever
        raise ManifestError(f"{path} is neither a file nor a folder. A bot is one or the other.")
    return path, guess_manifest(path, **given)


def read_manifest(file: Path, **given: str) -> Manifest:
    """Read the manifest in a toml file; the keys that the user gives override it.

    A bot without a name is named after its folder, or after a file that is not called bot.toml.
    Raises ManifestError, naming the file and the wrong key.
    """
    fallback = name_from_file(file.absolute().parent.name if file.name == MANIFEST else file.stem)
    try:
        data = _toml(file)
    except FileNotFoundError:
        if "command" not in given:
            raise NoCommand(
                f"{file.parent} has no {file.name}. Add one with a command, "
                'or give --cmd "how to start it".'
            ) from None
        data = {}
    except NotAFile as other:
        raise ManifestError(
            f"{file} is {other.kind}, not a file. Put a file with the bot's keys in its place."
        ) from None
    return make_manifest({"name": fallback, **data, **given}, str(file))


def _toml(file: Path) -> dict[str, Any]:
    with opened(file.parent, file.name) as stream:
        require_owned(file.parent, stream, file.name)
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ManifestError(f"{file} is larger than {MOST_BYTES // 1000} kB. Shorten it.")
    try:
        text = content.decode("utf-8-sig")  # some editors write a byte order mark
        if _DEEP_KEY.search(text):
            raise ManifestError(f"{file} has a key of more than 100 parts. Remove it.")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise ManifestError(f"{file} is not written in UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:  # a number of too many digits raises them, too
        raise ManifestError(f"{file} cannot be read as TOML: {error}.") from None


def guess_manifest(file: Path, **given: str) -> Manifest:
    """Make the manifest of a lone file from its suffix, its `#!` line or its run bit.

    The keys that the user gives override that. Raises ManifestError if nothing says how to start
    it.
    """
    require_plain(file.name)
    suffix, named = file.suffix.lower(), {"name": name_from_file(file.stem), **given}
    recipe = RECIPES.get(suffix) or _own_recipe(file)
    if "command" in given:
        language = recipe.language if recipe else ""
        return make_manifest({"language": language, **named}, str(file))
    if recipe is None:
        raise _no_recipe(file, PROPOSALS.get(suffix), named["name"])
    if why := why_not_runnable(recipe):
        raise ManifestError(f"{file} cannot be started. {why}")
    run, build = (fill_in(line, file.name) for line in (recipe.run, recipe.build))
    data = {"language": recipe.language, "command": run, "build": [build] if build else []}
    return make_manifest({**data, **named}, str(file))


def _own_recipe(file: Path) -> Recipe | None:
    """Return the recipe of a file that has a `#!` line or is executable."""
    if interpreter := _shebang(file):
        language = Path(interpreter[0]).name.rstrip("0123456789.")
        return Recipe(language, f"{shlex.join(interpreter)} FILE")
    return Recipe("", "./FILE") if os.access(file, os.X_OK) else None


def _no_recipe(file: Path, proposed: Recipe | None, name: str) -> ManifestError:
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


def make_manifest(data: Mapping[str, object], where: str) -> Manifest:
    """Validate a manifest. Raises ManifestError, naming `where` and each wrong key."""
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        problems = "; ".join(_explain(each).rstrip(".") for each in errors[:MOST_PROBLEMS])
        more = f"; and {len(errors) - MOST_PROBLEMS} more" if len(errors) > MOST_PROBLEMS else ""
        raise ManifestError(f"{where} cannot be used. {problems}{more}.") from None


def _explain(problem: Mapping[str, Any]) -> str:
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
    """Return the words of a `#!` line, without `env`; empty if there is none."""
    with opened(file.parent, file.name) as stream:
        line = stream.readline(256)
    if not line.startswith(b"#!"):
        return []
    words = line[2:].decode("utf-8", "replace").replace("\x00", "").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
    return words
