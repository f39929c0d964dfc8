"""The trader's skills: found wherever it lies, known for all rules, said in order, used in play."""

import subprocess
import sys
from itertools import groupby, starmap
from pathlib import Path
from typing import Any

import pytest

from arena.home import open_home
from arena.registry.bundled import prepare
from arena.registry.conformance import games
from arena.rules import Rulebook, compile_rulebook
from arena.rules import expansions as rules
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from tests.support.in_process import play
from tests.support.units import Needed, all_books, asks, unit_of

import skills  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from skills.high_bohn.building_values import POWERS  # isort: skip
from trader import TraderBot  # isort: skip

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
    assert units(FOLDER) - {"skill"} <= units(Path(rules.__file__).parent)


def test_every_skill_is_for_a_rule_that_there_is() -> None:
    known = {rule.name for book in all_books() for rule in book.rules}
    assert {skill.rule for skill in skills.SKILLS} <= known


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


class Reversed(TraderBot):  # type: ignore[misc]
    """Its skills of equal urgency have their say the other way round."""

    skills = tuple(
        skill
        for _, equal in groupby(skills.SKILLS, key=lambda skill: skill.urgency)
        for skill in reversed(list(equal))
    )


def with_equals(book: Rulebook) -> bool:
    """Whether skills of equal urgency play together."""
    rules = {rule.name for rule in book.rules}
    urgencies = [skill.urgency for skill in skills.SKILLS if skill.rule in rules]
    return len(urgencies) > len(set(urgencies))


BOOKS = [book for book in starmap(compile_rulebook, games()) if with_equals(book)]


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.variant)
def test_which_of_two_equally_urgent_skills_is_first_does_not_matter(book: Rulebook) -> None:
    others = book.players - 1
    first, second = (
        play(book, [trader(), *(RandomBot() for _ in range(others))], b"deal", [1] * book.players)
        for trader in (TraderBot, Reversed)
    )
    assert first.happened == second.happened
    assert first.result == second.result


def test_a_kept_trader_finds_the_same_skills(tmp_path: Path) -> None:
    kept = prepare(open_home(tmp_path), "trader").spec.cwd
    listing = "import skills; print(*(skill.__name__ for skill in skills.SKILLS))"
    told = subprocess.run(
        [sys.executable, "-c", listing], cwd=kept, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [skill.__name__ for skill in skills.SKILLS]
