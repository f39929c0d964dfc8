"""Starter kits: the folder that `arena new` writes for a bot in each language.

A kit is the language's SDK, one of the bundled bots written with it, and what lies in `kit` beside
them: a `bot.toml`, a test, settings for an editor. Wherever these name their bot, they name the new
one. Two kits are for bots that are not written so much as taught: a prompt and a trained net.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import bots
from arena.errors import UsageError
from arena.registry.names import valid_name

FOLDER = Path(bots.__file__).parent
BASES = ("sensible", "random")
"""The bots that there are in every language, to begin with."""
QUESTIONS = "questions.txt"
GUIDE = "new_bot.md"


class Kit(NamedTuple):
    """What a kit is made of, besides its folder `kit`: a table of `bots/kits.toml`."""

    folder: str
    language: str
    """What it is called in a sentence."""
    sdk: Sequence[str]
    bot: str
    """The file that is the author's to change; BASE, or Base, stands for one of BASES."""
    test: str = "python3 -m unittest"
    """The command that puts the recorded questions to the bot."""
    tools: Sequence[str] = ("python3",)
    """The programs that build and test it."""
    carried: Sequence[str] = ()
    """Python of the arena that goes along unchanged, below the same folders."""

    @property
    def bases(self) -> tuple[str, ...]:
        """The bots to choose from; none where there is only one."""
        return BASES if "base" in self.bot.lower() else ()


KITS = {
    folder: Kit(folder, **keys)
    for folder, keys in tomllib.loads((FOLDER / "kits.toml").read_text("utf-8")).items()
}
"""The kits by their folders' names, which are the values of `arena new --lang`."""


def kit_for(language: str) -> Kit:
    """Return a language's kit. Raises UsageError."""
    if language not in KITS:
        raise UsageError(
            f"There is no starter kit for {language!r}. Give one of: {', '.join(KITS)}; a bot in "
            "any other language needs nothing but protocol/SPEC.md."
        )
    return KITS[language]


def missing_tools(kit: Kit) -> list[str]:
    """Return the programs of a kit that are not installed here."""
    from arena.registry.executables import is_installed  # late: `arena new --help` needs only KITS

    return [tool for tool in kit.tools if not is_installed(tool)]


class NewBot(NamedTuple):
    """What was written: the file with the bot's code, and the command that tests it."""

    code: Path
    test: str


def write_kit(folder: Path, kit: Kit, base: str | None = None) -> NewBot:
    """Write the folder of a new bot, which is called as the folder is.

    Args:
        folder: The folder.
        kit: The kit.
        base: One of BASES; None: the usual one.

    Raises:
        UsageError: The folder cannot be a bot's name, or exists already, or the kit has no bases.
    """
    if base and not kit.bases:
        raise UsageError(
            f"There is only one bot to begin with for {kit.language}. Leave out --from {base}."
        )
    try:
        name = valid_name(folder.name, "Give another.")
    except ValueError as error:
        raise UsageError(str(error)) from None
    if folder.exists():
        raise UsageError(f"{folder} exists already. Give another name, or remove it.")
    root, bot = FOLDER.parent, FOLDER / _bot_file(kit, base or BASES[0])
    sources = {QUESTIONS: FOLDER / QUESTIONS, "README.md": FOLDER / GUIDE}
    programs = [bot, *(file for each in kit.sdk for file in _files(FOLDER / each))]
    below = _files(FOLDER / kit.folder / "kit")
    sources |= {_place(file): file for file in (*programs, *below)}  # of two, the kit's is last
    copied = {str(file.relative_to(root)): file for file in _carried(root, kit)}
    stem = _file_stem(name, programs[1:])
    words = {
        "TEST": _renamed(kit.test, name, stem),
        "FILE": _renamed(_place(FOLDER / _bot_file(kit, "my")), name, stem),
        "NAME": name,
        "LANGUAGE": kit.language,
    }
    for target, source in (sources | copied).items():
        kept = target == QUESTIONS or target in copied
        path = folder / (target if kept else _renamed(target, name, stem))
        path.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8")
        # Programs have words in capitals of their own.
        said = {} if source in programs else words
        path.write_text(text if kept else _renamed(text, name, stem, said), "utf-8")
    code = folder / _renamed(_place(bot), name, stem)
    return NewBot(code, words["TEST"])


def _bot_file(kit: Kit, base: str) -> str:
    return kit.bot.replace("BASE", base).replace("Base", base.capitalize())


def _files(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but those that Python has compiled there."""
    found = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return [file for file in found if file.suffix != ".pyc"]


def _place(file: Path) -> str:
    """Return where a file of the SDKs and kits belongs in the folder of a bot."""
    _, *parts = file.relative_to(FOLDER).parts
    return "/".join(parts[1:] if parts[0] == "kit" else parts)


def _carried(root: Path, kit: Kit) -> list[Path]:
    """Return the arena's own files that go along with a bot of a kit."""
    # Only sources: what was compiled beside them fits this machine alone.
    paths = [root / each for each in kit.carried]
    return [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))]


def _renamed(text: str, name: str, stem: str, words: dict[str, str] | None = None) -> str:
    """Put a new bot's name where a bundled bot, or a file of a kit, has its own.

    words: What stands for each word in capitals. All is replaced at once, since the new name may
    itself end like a bundled bot's.
    """
    new = {
        # Files and modules, not words that only end like them; then classes.
        r"(?<![A-Za-z])(?:sensible|random|my)_bot": stem,
        r"\b(?:Sensible|Random|My)Bot": _class_name(stem),
        # Its name on the ladder is a whole string, such as "go-sensible", or stands before a model.
        r'(?<=")(?:\w+-)?(?:sensible|random|llm)(?=")|\bllm(?=@)': name,
        **{rf"\b{word}\b": filled for word, filled in (words or {}).items()},
    }
    values = list(new.values())
    pattern = "|".join(f"({old})" for old in new)
    return re.sub(pattern, lambda found: values[(found.lastindex or 0) - 1], text)


def _class_name(stem: str) -> str:
    """Return a name in capitals that no class of an SDK or a language has: one that ends in bot."""
    name = "".join(part.capitalize() for part in stem.split("_"))
    return name if re.search("[a-z]bot$|.Bot$", name) else f"{name}Bot"


def _file_stem(name: str, sdk: list[Path]) -> str:
    """Return a name as every language can spell it in a file: letters, digits and underscores.

    A word of the SDK is made longer, since it may be a file there, or one that the SDK imports.
    """
    stem = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").lower()
    stem = stem if stem[:1].isalpha() else f"bot_{stem}".rstrip("_")
    words = {word for file in sdk for word in re.findall(r"\w+", file.read_text("utf-8"))}
    words |= {file.stem for file in sdk}
    return f"{stem}_bot" if stem in words - {"my_bot"} else stem
