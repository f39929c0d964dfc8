"""Entrants that do not meet, being of one author, and how a round is mended so that they do not."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

Pairing = tuple[int, ...]
"""The entrants that meet, by their places in the tournament's list of entrants."""


class Apart:
    """Groups of entrants; no two of a group are at one table."""

    def __init__(self, groups: Iterable[Iterable[int]] = ()) -> None:
        self._group = {entrant: number for number, group in enumerate(groups) for entrant in group}

    def __bool__(self) -> bool:
        return bool(self._group)

    def group(self, entrant: int) -> int:
        """A number that only the entrants of its group share."""
        return self._group.get(entrant, -1 - entrant)

    def lets(self, entrant: int, others: Iterable[int]) -> bool:
        """True if an entrant may sit down with these."""
        mine = self._group.get(entrant)
        return mine is None or all(self._group.get(other) != mine for other in others)

    def allows(self, pairing: Sequence[int]) -> bool:
        """True if all of these may meet."""
        return len(set(map(self.group, pairing))) == len(pairing)

    def moved(self, by: int) -> "Apart":
        """Move every entrant's place up by so many; those below 0 are gone."""
        groups: dict[int, list[int]] = {}
        for entrant, number in self._group.items():
            if entrant + by >= 0:
                groups.setdefault(number, []).append(entrant + by)
        return Apart(groups.values())


def kept_apart(pairings: Sequence[Pairing], apart: Apart, number: int) -> list[Pairing]:
    """A round in which nobody meets a bot it may not meet, still connected if that can be.

    Two bots change places between two tables, so that everybody still plays as often. Where that
    is not enough, because one author has more than its share of the bots, the seat goes to
    whoever has played least. number: of the round; each begins to exchange elsewhere.
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
    """The groups of entrants that are joined by meetings, if only through others."""
    group: dict[int, set[int]] = {}
    for pairing in pairings:
        joined: set[int] = max((group.get(each, {each}) for each in pairing), key=len)
        for each in pairing:
            if each not in joined:
                other = group.get(each, {each})
                joined |= other
                group.update(dict.fromkeys(other, joined))
            group[each] = joined
    return list({id(each): each for each in group.values()}.values())


def _exchange(tables: list[list[int]], apart: Apart, at: int, seat: int, shift: int) -> bool:
    """Lets the one in a seat change places with somebody at another table, if that helps both."""
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
    """Joins the first group with another by an exchange; False where there is none."""
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
