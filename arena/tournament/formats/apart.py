"""Entrants that must not meet, such as those of one author: who can be seated, rounds repaired.

Formats share this.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

Pairing = tuple[int, ...]
"""The entrants that meet, by their indexes in the tournament's list of entrants."""


class Apart:
    """Groups of entrants, no two of which may sit at one table."""

    def __init__(self, groups: Iterable[Iterable[int]] = ()) -> None:
        self._group = {entrant: number for number, group in enumerate(groups) for entrant in group}

    def __bool__(self) -> bool:
        return bool(self._group)

    def group(self, entrant: int) -> int:
        """Return a number that only the entrants of its group share."""
        return self._group.get(entrant, -1 - entrant)

    def lets(self, entrant: int, others: Iterable[int]) -> bool:
        """Return True if an entrant may sit with these."""
        return self.group(entrant) not in map(self.group, others)

    def allows(self, pairing: Sequence[int]) -> bool:
        """Return True if all of these may meet."""
        return len(set(map(self.group, pairing))) == len(pairing)

    def moved(self, by: int) -> "Apart":
        """Return the groups with every index raised by `by`; negative ones are dropped."""
        groups: dict[int, list[int]] = {}
        for entrant, number in self._group.items():
            if entrant + by >= 0:
                groups.setdefault(number, []).append(entrant + by)
        return Apart(groups.values())


def most_tables(entrants: Sequence[int], players: int, apart: Apart) -> int:
    """Return the most tables that can be filled without two of a group at one."""
    # A group has at most one entrant at each table, so of it no more than n can fill n tables.
    groups = Counter(map(apart.group, entrants)).values()
    most = len(entrants) // players
    return next(
        (n for n in range(most, 0, -1) if sum(min(size, n) for size in groups) >= n * players), 0
    )


def seated(ranking: Sequence[int], played: Counter[int], players: int, apart: Apart) -> list[int]:
    """Return who plays a round, by rank: as many as fill tables and can be kept apart.

    The others sit out: those that have `played` most, from the bottom of the ranking.
    """
    tables = most_tables(ranking, players, apart)
    rank = {entrant: at for at, entrant in enumerate(ranking)}
    chosen: list[int] = []
    of_group: Counter[int] = Counter()
    for entrant in sorted(ranking, key=lambda each: (played[each], rank[each])):
        if len(chosen) < tables * players and of_group[apart.group(entrant)] < tables:
            chosen.append(entrant)
            of_group[apart.group(entrant)] += 1
    return sorted(chosen, key=rank.__getitem__)


def keep_apart(pairings: Sequence[Pairing], apart: Apart, number: int) -> list[Pairing]:
    """Change a round so that nobody meets a bot it may not meet, and keep it connected if possible.

    Two bots exchange their tables, so that all still play equally often. Where that is impossible,
    because one author has too many of the bots, the bot that has played least takes the seat.
    Exchanges begin at a different table in each round (`number`).
    """
    tables = [list(pairing) for pairing in pairings]
    played = Counter(entrant for table in tables for entrant in table)
    for at, table in enumerate(tables):
        for seat, entrant in enumerate(table):
            rest = table[:seat] + table[seat + 1 :]
            if not apart.lets(entrant, rest) and not _exchange(tables, apart, at, seat, number):
                _replace(table, seat, rest, apart, played)
    while len(parts := groups(tables)) > 1 and _join(tables, parts, apart):
        pass
    return [tuple(table) for table in tables]


def groups(pairings: Iterable[Sequence[int]]) -> list[set[int]]:
    """Return the groups of entrants that are connected by meetings, directly or through others."""
    group: dict[int, set[int]] = {}
    for pairing in pairings:
        # All others are poured into the largest group, so that few sets are changed.
        joined: set[int] = max((group.get(each, {each}) for each in pairing), key=len)
        for each in pairing:
            if each not in joined:
                other = group.get(each, {each})
                joined |= other
                group.update(dict.fromkeys(other, joined))
            group[each] = joined
    return list({id(each): each for each in group.values()}.values())


def _exchange(tables: list[list[int]], apart: Apart, at: int, seat: int, shift: int) -> bool:
    """Exchange an entrant with one at another table where both may sit; return False if none."""
    table, entrant = tables[at], tables[at][seat]
    rest = table[:seat] + table[seat + 1 :]
    for step in range(len(tables)):
        other = tables[(at + shift + step) % len(tables)]
        if other is table or entrant in other:
            continue
        for place, candidate in enumerate(other):
            if (
                candidate not in table
                and apart.lets(candidate, rest)
                and apart.lets(entrant, other[:place] + other[place + 1 :])
            ):
                _swap(table, seat, other, place)
                return True
    return False


def _join(tables: list[list[int]], parts: list[set[int]], apart: Apart) -> bool:
    """Connect the first group with another by an exchange; return False if none does."""
    for table in tables:
        for other in tables if table[0] in parts[0] else ():
            if other[0] in parts[0]:
                continue
            for seat, place in product(range(len(table)), range(len(other))):
                _swap(table, seat, other, place)
                allowed = apart.allows(table) and apart.allows(other)
                if allowed and len(groups(tables)) < len(parts):
                    return True
                _swap(table, seat, other, place)
    return False


def _swap(table: list[int], seat: int, other: list[int], place: int) -> None:
    table[seat], other[place] = other[place], table[seat]


def _replace(
    table: list[int], seat: int, rest: list[int], apart: Apart, played: Counter[int]
) -> None:
    able = [other for other in played if other not in table and apart.lets(other, rest)]
    if able:
        other = min(able, key=lambda each: (played[each], each))
        played[table[seat]] -= 1
        played[other] += 1
        table[seat] = other
