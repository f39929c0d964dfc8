"""Coverages of standings and crosstables: everything, a variant, a pool, or a tournament."""

import re
from dataclasses import dataclass

from arena.web.rendering import NoPage
from arena.web.urls import EVERYTHING, under_rules
from ladder.database.store import Store
from ladder.queries.pools import EVERY, PoolInfo, Wanted, left_out, pools
from ladder.tournaments.tournaments import tournament

_TOURNAMENT = re.compile(r"tournament-([0-9]{1,18})")
_RULES = re.compile(r"rules-(.{1,18})")


@dataclass(frozen=True, slots=True)
class PageScope:
    """The games that standings or a crosstable cover."""

    key: str
    """The coverage in addresses."""
    label: str
    """The coverage in words."""
    games: Wanted = EVERY

    def title(self, what: str) -> str:
        """Return the title of a page, such as `Standings: classic`; of everything, `Standings`."""
        return what if self.games == EVERY else f"{what}: {self.label}"


def coverage_of(store: Store, key: str) -> PageScope:
    """Return a coverage by its key. Raises NoPage, UnknownTournament."""
    if key == EVERYTHING:
        return PageScope(key, "All games")
    if found := _TOURNAMENT.fullmatch(key):
        number = tournament(store, int(found[1])).id
        return PageScope(key, f"Tournament {number}", Wanted(tournament_id=number))
    rated, older = pools(store), left_out(store)
    for pool in (*rated, *older):
        if str(pool.id) == key:
            rules = pool.rules_version if pool in older else None
            label = f"{pool.label}, under rules {rules}" if rules else pool.label
            games = Wanted(pool.variant, (pool.players,), pool.time_class, rules=rules)
            return PageScope(key, label, games)
    found = _RULES.fullmatch(key)
    if found and any(pool.rules_version == found[1] for pool in (*rated, *older)):
        return PageScope(key, f"Games under rules {found[1]}", Wanted(rules=found[1]))
    if any(pool.variant == key for pool in rated):
        return PageScope(key, key, Wanted(key))
    raise NoPage("No such standings: nothing has been rated in that game.")


def families(store: Store) -> dict[str, list[tuple[str, str]]]:
    """List the rated variants by name, for a choice of coverages.

    Returns:
        For each variant the pools in which it is rated: the key of each, and its label beside the
        variant, such as `4 players`.
    """
    by_variant: dict[str, list[PoolInfo]] = {}
    for pool in pools(store):
        by_variant.setdefault(pool.variant, []).append(pool)
    return {variant: _labelled(rated) for variant, rated in by_variant.items()}


def keys(store: Store) -> list[str]:
    """List the keys of all coverages, but not of tournaments nor of a variant's only pool."""
    listed = [EVERYTHING]
    for variant, rated in families(store).items():
        listed.append(variant)
        listed += [key for key, _ in rated] if len(rated) > 1 else []
    return listed + sorted({under_rules(pool.rules_version) for pool in left_out(store)})


def _labelled(rated: list[PoolInfo]) -> list[tuple[str, str]]:
    """Return key and label of each pool; pools with the same label become one."""
    mixed = len({pool.time_class for pool in rated}) > 1
    seen: dict[str, str] = {}
    for pool in rated:
        label = f"{pool.players} players" + (f", {pool.time_class}" if mixed else "")
        seen.setdefault(label, str(pool.id))
    return [(key, label) for label, key in seen.items()]
