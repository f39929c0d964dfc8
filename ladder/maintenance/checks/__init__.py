"""Checks of a ladder: each tests one of its promises against what is stored.

A ladder may be damaged by a bad disk, by another program, or by a mistake of ours; the checks tell
which of its numbers can still be trusted. They only read.
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
"""All checks; the later ones rely on what the earlier ones have verified."""
STATED: tuple[Check, ...] = (*CONTENT, *LEDGER, *GAMES, METRICS)
"""The checks of what a ladder states, as opposed to what is derived from that."""

MOST_NAMED = 5
"""The most violations of one check that are spelled out; the others are only counted."""
MEANINGLESS = (TypeError, ValueError, LookupError, ArithmeticError)
"""Errors that a meaningless value causes, such as a text in place of a number."""


def check(
    store: Store, progress: Progress = quiet, checks: Sequence[Check] = CHECKS
) -> Iterator[Finding]:
    """Run each check and yield its finding; all of them see the ladder as of one moment.

    Args:
        store: The ladder.
        progress: Called now and then.
        checks: The checks to run.
    """
    with store.snapshot():
        for one in checks:
            yield _finding(store, one, progress)


def _finding(store: Store, one: Check, progress: Progress) -> Finding:
    named: list[str] = []
    count = 0
    try:
        for wrong in one.wrong(store, lambda done, of: progress(one.name, done, of)):
            count += 1
            if len(named) < MOST_NAMED:
                named.append(wrong)
    except (sqlite3.DatabaseError, LadderError, *MEANINGLESS) as error:
        named.append(f"It could not be read to the end: {error}.")
        count += 1
    return Finding(one.name, one.promise, tuple(named), count, one.way_out)
