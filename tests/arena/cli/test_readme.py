"""What the README, guides, --help and messages show is true: commands parse, their bots exist."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.ladder.ladder import RECOMPUTE
from arena.registry.bundled import bundled_manifests
from arena.registry.kits import BASES
from arena.tournament.formats import FORMATS
from tests.arena.cli.test_help import ALL
from tests.support.commands import command

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TOURNAMENT = (ROOT / "docs" / "tournament.md").read_text("utf-8")
GUIDES = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for pattern in ("*.md", "docs/**/*.md", "protocol/*.md", "bots/*.md", "bots/*/kit/*.md")
    for path in ROOT.glob(pattern)
}
ARENA = r"^arena (.*?)(?: > .*)?$"


def shown() -> Iterator[tuple[str, str]]:
    """Each command line that a page or an example of --help shows, and where."""
    for path in (ROOT / "arena" / "cli").rglob("*.py"):
        examples = re.findall(ARENA.replace("^", "^ {8}"), path.read_text("utf-8"), re.MULTILINE)
        yield from ((each, str(path.relative_to(ROOT))) for each in examples)
    for page, text in GUIDES.items():
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
            yield from ((each, page) for each in re.findall(ARENA, block, re.MULTILINE))
        yield from ((each, page) for each in re.findall(r"`arena ([a-z].*?)(?: > .*)?`", text))


LINES = dict(sorted(shown()))
# What the readers of these pages have made themselves: the folders of `arena new`, and the like.
FOLDERS = {"mybot", "mynet", "my_bot"}
OWN = {*FOLDERS, "crusher", "searcher", "first"}
KNOWN = {*bundled_manifests(), *OWN, RECOMPUTE}
# The parameters that take bots.
OF_BOTS = ["bot", "bots", "bot_a", "bot_b", "one", "other", "others", "what", "path"]


def found(line: str) -> tuple[Any, list[str]]:
    """The command of a line, the innermost of a group, and the words after it."""
    name, *words = shlex.split(line, comments=True)
    at = command(name)
    at = getattr(at, "loaded", at)
    while words and words[0] in getattr(at, "commands", {}):
        at = at.commands[words.pop(0)]
    return at, words


@pytest.mark.parametrize(("line", "place"), LINES.items())
def test_a_command_that_is_shown_is_one_and_knows_its_bots(line: str, place: str) -> None:
    at, words = found(line)
    if not words and f"\narena {line}\n" not in GUIDES.get(place, ""):
        return  # it is only named
    values = at.make_context(line, words).params  # raises on an unknown option
    for key in OF_BOTS:
        value = values.get(key)
        for word in value if isinstance(value, list | tuple) else str(value or ".").split(","):
            path, name = Path(word), re.split("[:@]", word)[0]
            # A bot of its own folder is no single file: its SDK would be missing.
            assert path.stem not in FOLDERS or not path.suffix, f"{word} is a file of a kit"
            is_path = "/" in word or name == "." or path.suffix or key == "path"
            is_game = re.fullmatch(r"c?\d+", name)
            assert is_path or is_game or name.isupper() or name in KNOWN, word


BOT = r"(?:[\w-]+-)?(?:sensible|greedy|trader\d?)"
"""A bot's name, known or not: in a text of its own a base of kits, such as sensible, is none."""


@pytest.mark.parametrize("page", GUIDES)
def test_a_bot_that_a_page_names_is_bundled(page: str) -> None:
    known = {*bundled_manifests(), *(BASES if page == "docs/environments.md" else ())}
    named = set(re.findall(f"`({BOT}|random)(?:[:@][\\w-]+)?`", GUIDES[page]))
    assert named - known == set(), f"{page} names bots that are not bundled"


@pytest.mark.parametrize("name", ALL)
def test_a_bot_that_help_names_is_bundled(name: str) -> None:
    at = command(name)
    texts = [at.help, *(getattr(each, "help", "") for each in at.params)]
    texts += [str(getattr(each, "show_default", "")) for each in at.params]
    known = {*bundled_manifests(), *(BASES if name == "new" else ())}
    assert set(re.findall(rf"\b{BOT}\b", "\n".join(map(str, texts)))) - known == set()


def said() -> Iterator[tuple[Path, str]]:
    """Every string of our source, with 1 for what an f-string fills in."""
    for path in [*(ROOT / "arena").rglob("*.py"), *(ROOT / "ladder").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (
                    part.value if isinstance(part, ast.Constant) else 1 for part in node.values
                )
                yield path, "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node.value


def test_the_commands_in_messages_are_some_with_their_options() -> None:
    lines = {
        line: (path, begun)
        for path, text in said()
        for begun, line in re.findall(r"(`|: |\A|\b)arena ([a-z][^`\n;.)]*)", text)
    }
    assert len(lines) > 80
    for line, (path, begun) in lines.items():
        try:
            at, words = found(re.sub("['\"]", "", line))
        except KeyError:
            assert not begun, f"{path}: there is no command: arena {line}"
            continue  # a sentence about the arena
        options = {spelling for each in at.params for spelling in each.opts} | {"--help"}
        typed = {re.sub(r"\W+$|=.*", "", word) for word in words if word[:2] == "--"}
        assert typed <= options, f"{path}: there is no such option: arena {line}"


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_explained(name: str) -> None:
    told = f"`{name}`, {FORMATS[name].summary}"
    assert told in TOURNAMENT, f"write {told!r} into docs/tournament.md"


def test_the_two_commands_are_one_line_each() -> None:
    first, second = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert first.endswith(".venv/bin/arena tournament")
    assert second.endswith(".venv/bin/pytest -q")


def test_contributing_names_files_that_exist() -> None:
    rooms = "arena|bots|docs|ladder|protocol|tests"
    paths = set(re.findall(rf"`((?:{rooms})/[\w./-]*)`", CONTRIBUTING))
    assert len(paths) > 50
    gone = [path for path in paths if not (ROOT / path).exists()]
    assert gone == [], "CONTRIBUTING.md names files that do not exist"
