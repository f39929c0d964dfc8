"""Every public class has a name of its own, so that a search for it finds one thing."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]


def _classes(room: str) -> dict[str, list[str]]:
    """Return the files of a room that define each public class."""
    files: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / room).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files[node.name].append(path.relative_to(ROOT).as_posix())
    return files


def test_no_two_public_classes_have_the_same_name() -> None:
    rooms = [_classes(room) for room in ("arena", "ladder", "protocol")]
    for name in set().union(*rooms):
        files = [file for room in rooms for file in room[name]]
        # The protocol may call what it tells of a game as the rules do.
        mirrored = len(files) == 2 and files[0].startswith("arena/rules/") and rooms[2][name]
        assert len(files) == 1 or mirrored, (
            f"{name} is a class in {' and in '.join(files)}: rename one after what only it is, or "
            "give it an underscore if no other file uses it."
        )


def test_no_page_has_a_class_where_a_word_was_meant() -> None:
    """As a renaming by search leaves it; in code, a page may name what it likes."""
    known = {name for room in ("arena", "ladder", "protocol") for name in _classes(room)}
    compound = {name for name in known if re.search("[a-z][A-Z]", name)}
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "protocol" / "SPEC.md"):
        prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
        assert not compound.intersection(re.findall(r"\w+", prose)), page.name
