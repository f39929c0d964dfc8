"""A file in protocol/expansions/ is all that the pipe needs to know; clashes are refused."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import protocol
from protocol import cards, choices, events, expansions, schema

SOURCE = Path(protocol.__file__).parent
NEW = '''
"""All that the pipe knows of pigeons."""

from typing import ClassVar, Literal

from protocol.model import CardPlace, Count, Keys, Kind, Model


class Feed(Model):
    """Feed a pigeon."""

    do: Literal["feed"]
    pigeon: Count

    EXPECTED: ClassVar = {"pigeon": "the number of a pigeon"}


class Fed(Model):
    """A pigeon was fed."""

    event: Literal["fed"]
    seat: Count


class CardOnRoof(CardPlace):
    """One exact card on your roof."""

    roof: Count


class PigeonView(Keys, of="View"):
    """What pigeons add to the view."""

    roof: list[list[Kind]] | None = None
'''


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, to put files into."""
    shutil.copytree(SOURCE, tmp_path / "protocol", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def python(copy: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code that imports the copy."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)


def test_one_file_is_all_that_a_new_expansion_needs(copy: Path) -> None:
    (copy / "protocol/expansions/pigeons.py").write_text(NEW, encoding="utf-8")
    shown = python(
        copy,
        "import json; from protocol.schema import schema\n"
        "from protocol.choices import shape_problem\n"
        "offer = {'give': [{'roof': 'top'}], 'want': []}\n"
        "print(json.dumps([schema()['$defs'], shape_problem({'do': 'feed'}),"
        " shape_problem({'do': 'trade', 'offers': [offer]})]))",
    )
    parts, problem, place_problem = json.loads(shown.stdout)
    assert {"$ref": "#/$defs/Feed"} in parts["Choice"]["oneOf"]
    assert {"$ref": "#/$defs/Fed"} in parts["Event"]["oneOf"]
    assert {"$ref": "#/$defs/CardOnRoof"} in parts["Card"]["anyOf"]
    assert "roof" in parts["GivenCard"]["properties"]
    assert "roof" in parts["View"]["properties"]
    assert problem == "pigeon: missing, expected the number of a pigeon"
    assert place_problem.startswith("offers[0].give[0].roof: expected an index into your own entry")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ('do: Literal["feed"]', 'do: Literal["steal"]', '"do": "steal"'),
        ('do: Literal["feed"]', 'do: Literal["plant"]', '"do": "plant"'),
        ('event: Literal["fed"]', 'event: Literal["stole"]', '"event": "stole"'),
        ("    roof: Count", "    hand: Count", 'the place of a card "hand"'),
        ("    roof: list", "    idle_turns: list", 'the key "idle_turns" of View'),
        ("    roof: list", "    discard: list", 'the key "discard" of View'),
    ],
)
def test_a_clash_is_refused_at_import(copy: Path, first: str, second: str, both: str) -> None:
    text = NEW.replace(first, second)
    (copy / "protocol/expansions/pigeons.py").write_text(text, encoding="utf-8")
    last = python(copy, "import protocol.messages").stderr.splitlines()[-1]
    assert re.fullmatch(
        rf"protocol\.expansions\.Clash: protocol\.\S+ and protocol\.expansions\.pigeons"
        rf" both define {re.escape(both)}\. Rename one of them\.",
        last,
    )


def test_models_have_names_of_their_own() -> None:
    """Of two that are called alike, the schema would show long names of modules."""
    assert [name for name in schema.schema()["$defs"] if "__" in name] == []


def test_the_frame_knows_no_expansion() -> None:
    """Outside the folder of expansions nothing names what one of them brings."""
    told = {**choices.KNOWN, **events.KNOWN, **cards.PLACES}
    words = {name for name, model in told.items() if ".expansions." in model.__module__}
    words |= {module.__name__.rpartition(".")[2] for module in expansions.MODULES}
    basic = {key for model in told.values() for key in model.model_fields}  # such as `discard`
    named = [
        f"{file.name}: {word}"
        for file in SOURCE.glob("*.py")
        for word in re.findall(r"[\"`](\w+)[\"`]", file.read_text(encoding="utf-8"))
        if word in words - basic
    ]
    assert named == [], "protocol/: what an expansion brings is named in its own file alone"
