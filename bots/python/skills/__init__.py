"""A trader's skills for the expansions: a file or a folder each, found here.

Without them it plays by the basic game. Every subclass of `Skill` in them is a skill.
"""

from __future__ import annotations

from importlib import import_module
from os import scandir

from skills.skill import Outcome, Skill


def import_all(package: str, folder: str) -> None:
    """Import all modules of a package; `pkgutil` would make the start a millisecond longer."""
    for entry in sorted(scandir(folder), key=lambda entry: entry.name):
        name = f"{package}.{entry.name.removesuffix('.py')}"
        if entry.name.startswith("_"):
            continue
        if entry.is_dir():
            import_all(name, entry.path)
        elif entry.name.endswith(".py"):
            import_module(name)


import_all(__name__, __path__[0])
SKILLS = tuple(sorted(Skill.__subclasses__(), key=lambda skill: -skill.urgency))

__all__ = ["SKILLS", "Outcome", "Skill"]
