"""Checks of a ladder: each holds one of its promises against what is stored.

A ladder is damaged by a bad disk, by a program that wrote to it, or by a mistake of ours; the
checks tell which of its numbers can still be trusted. They only read.
"""

import sqlite3
from collections.abc import Iterator, Sequence

from ladder.database.errors import LadderError
from ladder.database.store import Store
from ladder.maintenance.checks.check import Check, Finding, Progress, quiet
from ladder.maintenance.checks.derived import DERIVED, METRICS
from ladder.maintenance.checks.games import GAMES
from ladder.maintenance.checks.ledger import CONTENT, FILE, LEDGER

__all__ = ["CHECKS", "STATED", "Check", "Finding", "check"]

CHECKS: tuple[Check, ...] = (*FILE, *LEDGER, *GAMES, *DERIVED)
"""All of them; the later ones take for granted what the earlier ones have found right."""
STATED: tuple[Check, ...] = (*CONTENT, *LEDGER, *GAMES, METRICS)
"""Those of what a ladder states, and not of what is worked out from it."""

MOST_NAMED = 5
"""The most errors of one check that are named; the others are counted."""
MEANINGLESS = (TypeError, ValueError, LookupError, ArithmeticError)
"""Errors that a meaningless value causes, such as a text in the place of a number."""


def check(
    store: Store, progress: Progress = quiet, checks: Sequence[Check] = CHECKS
) -> Iterator[Finding]:
    """Run each check and yield its finding; all see the ladder as of one moment.

    progress: told the check's name, how many matches it has looked at, and of how many.
    """
    with store.snapshot():
        for each in checks:
            yield _finding(store, each, progress)


def _finding(store: Store, each: Check, progress: Progress) -> Finding:
    named: list[str] = []
    count = 0
    try:
        for wrong in each.wrong(store, lambda done, of: progress(each.name, done, of)):
            count += 1
            if len(named) < MOST_NAMED:
                named.append(wrong)
    except (sqlite3.DatabaseError, LadderError, *MEANINGLESS) as error:
        named.append(f"It could not be read to the end: {error}.")
        count += 1
    return Finding(each.name, each.promise, tuple(named), count, each.way_out)
