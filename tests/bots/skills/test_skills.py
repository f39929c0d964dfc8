"""The trader's skills: found wherever it lies, known for all rules."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.home import open_home
from arena.registry.bundled import prepare
from arena.rules import expansions as rules
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from tests.support.units import Needed, all_books, asks, unit_of

sys.path.append(str(Path(__file__).parents[3] / "bots" / "python"))
import skills
from skills.high_bohn.building_values import POWERS

FOLDER = Path(skills.__file__).parent

# What the trader answers to without a skill for it.
NO_SKILL = {
    "pay_distiller": "any coin of the stew counts the same at the end",
}


def units(folder: Path) -> set[str]:
    return {each.stem for each in folder.iterdir() if not each.name.startswith("_")}


def source(unit: str) -> str:
    """All that is written in the skills of a unit."""
    files = [FOLDER / f"{unit}.py", *(FOLDER / unit).glob("*.py")]
    return "".join(file.read_text("utf-8") for file in files if file.exists())


def test_skills_bear_the_names_of_the_expansions() -> None:
    other = units(FOLDER) - {"skill"} - units(Path(rules.__file__).parent)
    assert not other, "bots/python/skills/: no expansion in arena/rules/expansions/ is called so"


def test_every_skill_is_for_a_rule_that_there_is() -> None:
    known = {rule.name for book in all_books() for rule in book.rules}
    unknown = {skill.rule for skill in skills.SKILLS} - known
    assert not unknown, "bots/python/skills/: no rule is called so"


def in_many_questions() -> Needed:
    """The choices that are not of one question only."""
    needed: Needed = {}
    for book in all_books():
        for each in (*book.free, *book.places):
            do = each.record._field_defaults["do"]
            needed.setdefault(do, set()).add(unit_of(each.record))
    return needed


@pytest.mark.parametrize("words", [asks, in_many_questions])
def test_what_an_expansion_asks_or_lists_is_known_to_a_skill(words: Any) -> None:
    for word, where in words().items():
        for unit in where - {""}:
            known = f'"{word}"' in source(unit)
            assert known != (word in NO_SKILL), (
                f"bots/python/skills/{unit} does not know {word!r}: add it, or say in NO_SKILL "
                "why the trader needs no skill for it"
            )


def test_every_power_of_a_building_is_worth_something_to_it() -> None:
    powers = {name for name, building in BUILDINGS.items() if building.price > 1}
    where = "POWERS of bots/python/skills/high_bohn/building_values.py"
    assert powers - set(POWERS) == set(), f"say in {where} what they earn"
    assert set(POWERS) - powers == set(), f"{where} names them in vain"


def test_a_kept_trader_finds_the_same_skills(tmp_path: Path) -> None:
    kept = prepare(open_home(tmp_path), "trader").spec.cwd
    listing = "import skills; print(*(skill.__name__ for skill in skills.SKILLS))"
    told = subprocess.run(
        [sys.executable, "-c", listing], cwd=kept, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [skill.__name__ for skill in skills.SKILLS]
