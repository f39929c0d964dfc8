"""Round robin: everybody meets everybody, in all pairings if they are few, else by a design.

A design is balanced: in each round all play equally often, and in time all meet equally often.
Every round connects all entrants, so that after any round all ratings can be compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, gcd

from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Pairing, keep_apart
from arena.tournament.formats.format import NOTHING, Field, Format, SoFar

ALL_PAIRINGS_UP_TO = 20
"""The pairings up to which a round has all of them; beyond, a balanced design is drawn."""
CANDIDATES = 60
"""The exchanges drawn, of which the one that keeps the meetings most even is made."""


class RoundRobin(Format):
    """The format in which everybody meets everybody."""

    name = "roundrobin"
    summary = "everybody meets everybody"

    def __init__(self, field: Field, draws: Draws) -> None:
        entrants, players = field.entrants, field.players
        self._field = field
        self._pairings: list[Pairing] | None = None
        if players == 1 or comb(entrants, players) <= ALL_PAIRINGS_UP_TO:
            every = combinations(range(entrants), min(entrants, players))
            self._pairings = [*filter(field.apart.allows, every)]
        else:
            self._design = design(entrants, players, draws)

    @property
    def size(self) -> int:
        """The number of pairings in a round: all there are, or one for each entrant."""
        return self._field.entrants if self._pairings is None else len(self._pairings)

    def round(self, number: int, so_far: SoFar = NOTHING) -> Iterable[Pairing]:
        """Return all pairings, or a round of the design."""
        if self._pairings is not None:
            return self._pairings
        drawn = self._design.round(number)
        return keep_apart([*drawn], self._field.apart, number) if self._field.apart else drawn


def design(entrants: int, players: int, draws: Draws) -> "RingDesign | CyclicDesign":
    """Draw the design for more entrants than players; a round has a pairing for each of them."""
    kind = RingDesign if players == 2 else CyclicDesign
    return kind(entrants, players, draws)


class RingDesign:
    """The design for two players: in each round the entrants form a ring, and neighbours meet.

    All but one stand in a circle. A ring zigzags across it (0, 1, -1, 2, -2, …), begins one place
    further each round, and is closed by the one left out. So each round takes the next two of the
    classes of pairs with the same sum (modulo the circle), all classes in turn, and no pair meets
    twice more than another. (Pairs at a single distance in the circle, as in CyclicDesign, would
    not connect it if the distance and the circle had a common divisor.)
    """

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self._entrants = draws.shuffled(range(entrants))

    def round(self, number: int) -> Iterator[Pairing]:
        """Yield the pairs of neighbours in a ring of all entrants."""
        *circle, aside = self._entrants
        size = len(circle)
        # 0, 1, -1, 2, -2, …: neighbours have the sums 1, 0, 1, 0, …
        zigzag = [(step + 1) // 2 * (1 if step % 2 else -1) for step in range(size)]
        ring = [aside, *(circle[(number - 1 + place) % size] for place in zigzag)]
        for at, entrant in enumerate(ring):
            yield (entrant, ring[(at + 1) % len(ring)])


class CyclicDesign:
    """The design for three or more players, in memory proportional to the entrants.

    The entrants stand in a circle of n. A round takes a set of k places and turns it through the
    circle, which makes n pairings: everyone plays k of them, and two at a distance d meet as often
    as d occurs in the set. The sets are chosen so that all distances come up equally often.

    If all places of a set and n have a common divisor g, the round falls apart into g groups. Then
    an entrant of each group exchanges tables with one of the next.
    """

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self._size = entrants
        self._players = players
        self._draws = draws
        self._circle = draws.shuffled(range(entrants))
        self._met = [0] * (entrants // 2 + 1)  # by distance: how often such a pair has met
        self._met[0] = -1  # never read; nobody meets itself
        self._more: Counter[Pairing] = Counter()  # meetings added by exchanges, by pair of places
        self._more_at = [0] * len(self._met)  # the same by distance, for all its pairs together
        self._sets: list[list[int]] = []
        self._changed: list[dict[int, list[int]]] = []  # by round: turn → places after exchanges

    def round(self, number: int) -> Iterator[Pairing]:
        """Yield the pairings of one set of places, turned through the circle."""
        while len(self._sets) < number:
            self._sets.append(self._next_set())
            self._changed.append(self._joined(self._sets[-1]))
        changed = self._changed[number - 1]
        for turn in range(self._size):
            places = changed.get(turn) or self._turned(self._sets[number - 1], turn)
            yield tuple(self._circle[place] for place in places)

    def _turned(self, places: Iterable[int], turn: int) -> list[int]:
        return [(place + turn) % self._size for place in places]

    def _next_set(self) -> list[int]:
        """Choose places one by one, each at the distances from the others that are rarest."""
        places = [0]
        while len(places) < self._players:
            start = self._draws.below(self._size)
            candidates = [(start + step) % self._size for step in range(self._size)]
            best = min(
                (c for c in candidates if c not in places), key=lambda c: self._cost(c, places)
            )
            for distance in self._distances(best, places):
                # Half the circle is the same distance from both sides: such a pair meets twice.
                self._met[distance] += 2 if 2 * distance == self._size else 1
            places.append(best)
        return places

    def _cost(self, place: int, places: Iterable[int]) -> int:
        distances = self._distances(place, places)
        repeated = len(distances) - len(set(distances))
        # In n-ths of a meeting, so that exchanges, which concern single pairs, count as well.
        met = (self._met[each] * self._size + self._more_at[each] for each in distances)
        return sum(each * each for each in met) + repeated * self._size**2

    def _distances(self, place: int, places: Iterable[int]) -> list[int]:
        return [min((place - p) % self._size, (p - place) % self._size) for p in places]

    def _joined(self, places: Sequence[int]) -> dict[int, list[int]]:
        """Return the tables to change, by turn, so that the round of a set is connected."""
        # Only sets without a common divisor would in the end leave out some distances: of three
        # places in an even circle, two distances would be odd.
        groups = gcd(self._size, *places)
        changed: dict[int, list[int]] = {}
        for group in range(groups - 1):
            # The table of a turn belongs to the group numbered by the turn's remainder.
            drawn = [self._exchange(places, groups, group, changed) for _ in range(CANDIDATES)]
            able = [each for each in drawn if each is not None]
            gain, loss, tables = min(able, key=lambda each: self._harm(each[0], each[1]))
            for pairs, by in ((gain, 1), (loss, -1)):
                for pair in pairs:
                    distance = self._distance(pair)
                    self._more[pair] += by
                    self._more_at[distance] += 2 * by if 2 * distance == self._size else by
            changed.update(tables)
        return changed

    def _exchange(
        self, places: Sequence[int], groups: int, group: int, changed: Mapping[int, list[int]]
    ) -> "_Exchange | None":
        """Draw an entrant of a group and one of the next, which exchange tables.

        Return None if one of their tables was changed already, and so connects two groups.
        """
        one, other = (
            group + step + groups * self._draws.below(self._size // groups) for step in (0, 1)
        )
        if one in changed or other in changed:
            return None
        table, second = self._turned(places, one), self._turned(places, other)
        goes = table.pop(self._draws.below(self._players))
        comes = second.pop(self._draws.below(self._players))
        gain = [*_pairs(comes, table), *_pairs(goes, second)]
        loss = [*_pairs(goes, table), *_pairs(comes, second)]
        return gain, loss, {one: [*table, comes], other: [*second, goes]}

    def _harm(self, gain: Iterable[Pairing], loss: Iterable[Pairing]) -> int:
        """Return how much less even meetings would become: the growth of the sum of squares."""
        return sum(2 * self._meetings(pair) + 1 for pair in gain) - sum(
            2 * self._meetings(pair) - 1 for pair in loss
        )

    def _meetings(self, pair: Pairing) -> int:
        return self._met[self._distance(pair)] + self._more[pair]

    def _distance(self, pair: Pairing) -> int:
        return self._distances(pair[0], pair[1:])[0]


_Exchange = tuple[list[Pairing], list[Pairing], dict[int, list[int]]]
"""An exchange: the pairs of places that now meet, those that no longer do, the changed tables."""


def _pairs(place: int, others: Iterable[int]) -> Iterator[Pairing]:
    return ((min(place, other), max(place, other)) for other in others)
