"""Entrants that do not meet, being of one author, and how a round is mended so that they do not."""

from collections import Counter
from collections.abc import Iterable, Sequence

Pairing = tuple[int, ...]
"""The entrants that meet, by their places in the tournament's list of entrants."""

ATTEMPTS = 20
"""Ways of exchanging that are tried for one that leaves the round connected."""


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
        """Whether an entrant may sit down with these."""
        mine = self._group.get(entrant)
        return mine is None or all(self._group.get(other) != mine for other in others)

    def allows(self, pairing: Sequence[int]) -> bool:
        """Whether all of these may meet."""
        return len(set(map(self.group, pairing))) == len(pairing)

    def moved(self, by: int) -> "Apart":
        """The same where every entrant's place is higher by so many; those below 0 are gone."""
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
    mended: list[Pairing] = []
    for attempt in range(ATTEMPTS):
        mended = _exchanged(pairings, apart, number + attempt)
        if connected(mended):
            break
    return mended


def connected(pairings: Iterable[Sequence[int]]) -> bool:
    """Whether everybody in these has met everybody else, if only through others."""
    group: dict[int, set[int]] = {}
    for pairing in pairings:
        groups = [group.get(entrant, {entrant}) for entrant in pairing]
        largest = max(groups, key=len)
        for other in groups:
            if other is not largest:
                largest |= other
                group.update(dict.fromkeys(other, largest))
        group.update(dict.fromkeys(largest & set(pairing), largest))
    return len({id(each) for each in group.values()}) <= 1


def _exchanged(pairings: Sequence[Pairing], apart: Apart, shift: int) -> list[Pairing]:
    tables = [list(pairing) for pairing in pairings]
    played = Counter(entrant for table in tables for entrant in table)
    for at, table in enumerate(tables):
        for seat, entrant in enumerate(table):
            rest = table[:seat] + table[seat + 1 :]
            if not apart.lets(entrant, rest) and not _exchange(tables, apart, at, seat, shift):
                _replace(table, seat, rest, apart, played)
    return [tuple(table) for table in tables]


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
                table[seat], other[place] = candidate, entrant
                return True
    return False


def _replace(
    table: list[int], seat: int, rest: list[int], apart: Apart, played: Counter[int]
) -> None:
    able = [other for other in played if other not in table and apart.lets(other, rest)]
    if able:
        other = min(able, key=lambda each: (played[each], each))
        played[table[seat]] -= 1
        played[other] += 1
        table[seat] = other
