"""`poe expansion NAME` writes the files of a new expansion, each with what it must hold.

All bear its name. Failing tests ask for the rest; delete what stays empty.
"""

import sys
from pathlib import Path
from string import Template

from tests.support.citations import IDS
from tests.support.units import UNITS

ROOT = Path(__file__).parents[2]
FILES = {
    "arena/rules/expansions/$name.py": '''\
"""$Title: what it brings (${id}1)."""

from arena.rules.rule import Rule

# State is a `Piece`, a question a `Step`, a choice a NamedTuple with `do`, made in a step, a
# `FreeChoice` or a `CardPlace`. What happens is told in events, which alone change what bots see.

$NAME = Rule(
    name="$name",
    cites="${id}1",
    text="The rule, as the printed rulebook says it.",
    part="expansion",
    title="The rule in a line of the catalogue",
    # Where it needs them: players, clashes, edit (the deck, the turn), pieces, events, steps, free,
    # places; welcome, choices that are nearly always right; data, its numbers for bots; and
    # refuse, folds and after, hooks into the points of arena/rules/hooks.py.
)
''',
    "protocol/expansions/$name.py": '''\
"""The $words on the pipe: a model for each choice, event and place, and its keys of the view."""

from __future__ import annotations

# class Stole(SeatEvent):
#     """What a bot's author reads of it."""
#
#     event: Literal["stole"]
#
# class ${Class}View(Keys, of="View"):
#     """Keys of the view, named as the pieces, each `… | None = None`."""
''',
    "arena/text/expansions/$name.py": '''\
"""Words for the $words: choices, events, questions, and state on the table."""

from arena.text.words import Words

WORDS = Words()
''',
    "arena/web/replay/static/expansions/$name.js": """\
// The $words: how a replay page draws their cards (FACES.kind) and their state (PIECES.name).
""",
    "tests/support/expansions/$name.py": '''\
"""What tests must know of the $words."""

from tests.support.example import Example
from tests.support.folding import Folds

RULE_IDS = ["${id}1"]
EXAMPLES: dict[str, Example] = {}  # of each question, for SPEC.md
FOLDS: Folds = {}  # of each event: what it does to a view
''',
    "tests/arena/rules/expansions/$name/test_$name.py": '''\
"""$Title (${id}1)."""

import pytest


@pytest.mark.rule("${id}1")
def test_what_the_rule_says() -> None:
    pytest.fail("tests.support.scenario sets up a position and plays: hold the rule to it")
''',
}
REST = """
Then by hand:
  arena/rules/presets.py        $NAME in PARTS, after what it clashes with; "$name" in the `parts`
                                of the games that it goes with
  protocol/SPEC.md              a row in the table of games, and a section on what bots get
  bots/python/skills/$name.py   a skill for what it asks or lists; poe calibrate then plays for
                                an hour or more, since the trader is a reference bot
  bots/*/*ensible*              its choices that are welcome
  CHANGELOG.md                  a line for users
`poe made` writes the rest; `pytest --everything` names what is missing. Delete what stays empty.
"""


def written(name: str, root: Path = ROOT) -> list[Path]:
    """Write the files of an expansion of that name into a tree, and return them."""
    words = name.split("_")
    initials = "".join(word[0] for word in words).upper()
    taken = {each.rstrip("0123456789") for each in IDS}
    # The shortest beginning that no other rules have, such as "F" for fog or else "FO".
    ids = [initials, *(initials[:-1] + words[-1][:size].upper() for size in range(2, 9))]
    text = {
        "name": name,
        "NAME": name.upper(),
        "Class": "".join(word.capitalize() for word in words),
        "Title": " ".join(words).capitalize(),
        "words": " ".join(words),
        "id": next(each for each in ids if each not in taken),
    }
    made = {root / Template(file).substitute(text): Template(FILES[file]) for file in FILES}
    for file, template in made.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(template.substitute(text))
    return list(made)


def main() -> str | None:
    """Return what is wrong with the name, if anything is."""
    if len(sys.argv) != 2:
        return "Name the expansion: poe expansion NAME."
    name = sys.argv[1]
    if not name.isidentifier() or name != name.lower() or not name.replace("_", "").isalpha():
        return f"{name!r} is no name for an expansion. Use small letters and underscores."
    if name in UNITS:
        return f"There is an expansion called {name} already. Choose another name."
    print(*(file.relative_to(ROOT) for file in written(name)), sep="\n")
    print(Template(REST).substitute(name=name, NAME=name.upper()), end="")
    return None


if __name__ == "__main__":
    sys.exit(main())
