"""The arena's checks of the bots and games of another ladder that is merged into this one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from arena.registry.bundled import bundled_manifests
from arena.registry.resolver import as_entered_here
from arena.replay.stored_game import Number
from arena.replay.verification import Checked
from arena.rules import VariantError
from arena.text.sanitize import alike
from arena.tournament.draw_audit import ExpectedDeals
from arena.tournament.plan import Plan
from ladder.database.store import Store
from ladder.maintenance.merge import Examiner, Replayed

LARGEST_K = 1000.0

Check = Callable[[Store, list[Number]], Iterator[Checked]]
"""Replays games of a ladder, and lists what was traded."""


def examiner(check: Check) -> Examiner:
    """Return the checks that a ladder cannot make itself."""

    def replayed(store: Store, games: Sequence[int]) -> Iterator[Replayed]:
        """Replay games, and compare their records with what the ladder and the secrets say."""
        deals = ExpectedDeals(store)
        for each in check(store, [Number(False, game) for game in games]):
            number = each.number.number
            misdealt = (wrong.why for wrong in deals.wrong(number, each.said))
            wrong = each.wrong or next(misdealt, "")
            yield Replayed(number, wrong, each.trades, each.other_rules)

    return Examiner(
        entered=as_entered_here,
        reserved=frozenset(map(alike, bundled_manifests())),
        alike=alike,
        require_plan=_require_plan,
        replayed=replayed,
    )


def _require_plan(settings: Mapping[str, Any]) -> None:
    """Raise ValueError unless a tournament of these settings can be resumed, and its games rated.

    Raises DamagedRow if they aren't settings at all.
    """
    try:
        plan = Plan.of(settings)
        pools = plan.pools
    except (VariantError, TypeError, AttributeError) as error:
        raise ValueError(f"a tournament cannot be played: {error}") from None
    usual = plan.fixed_k is None or 0 < plan.fixed_k <= LARGEST_K
    if not pools or not usual:
        raise ValueError("a tournament has no games, or its K is out of range")
