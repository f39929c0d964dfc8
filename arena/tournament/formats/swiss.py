"""Swiss: in each round, entrants that have done equally well meet, if they have not met yet."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import ceil, log

from arena.text.table import plain
from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Apart, Pairing, most_tables, seated
from arena.tournament.formats.format import NOTHING, Bracket, Field, Format, SoFar

_Cost = Callable[[int, Iterable[int]], int]
UNPLAYED = 0.5
"""The score of an entrant that has not played yet."""


@dataclass(frozen=True, slots=True)
class SwissRow:
    """An entrant's row in the table of a Swiss tournament."""

    entrant: int
    matches: int
    score: float
    """Its mean score over its matches; a round that it sat out does not count."""
    opponents: float
    """The mean score of its opponents, once for each meeting, which breaks ties."""


def swiss_table(entrants: Iterable[int], so_far: SoFar) -> list[SwissRow]:
    """Rank the entrants, best first, and equals in the order in which they were drawn."""
    scores: dict[int, list[float]] = defaultdict(list)
    for match in so_far.matches:
        for entrant, score in match.scores.items():
            scores[entrant].append(score)
    mean = {entrant: _mean(own) for entrant, own in scores.items()}
    against: dict[int, list[float]] = defaultdict(list)
    for match in so_far.matches:
        for entrant in match.scores:
            against[entrant] += (mean[other] for other in match.scores if other != entrant)
    rows = [
        SwissRow(entrant, len(scores[entrant]), _mean(scores[entrant]), _mean(against[entrant]))
        for entrant in sorted(entrants)
    ]
    return sorted(rows, key=lambda row: (-row.score, -row.opponents, row.entrant))


def _mean(scores: Sequence[float]) -> float:
    # Rounded, since the same scores in another order may differ in the last bit.
    return round(sum(scores) / len(scores), 9) if scores else UNPLAYED


class Swiss(Format):
    """The format in which neighbours in the table meet; the first round is drawn.

    Each entrant plays one match a round. If they do not fill all tables, some sit out: those that
    have done so least often, from the bottom of the table.
    """

    name = "swiss"
    summary = "bots that have done equally well so far meet"
    sees_results = True
    entrants_stand_in = False

    def __init__(self, field: Field, draws: Draws) -> None:
        self._field = field

    @property
    def size(self) -> int:
        """The number of tables in a round."""
        return most_tables(range(self._field.entrants), self._players, self._field.apart)

    @property
    def sizes(self) -> Sequence[int]:
        """The number of tables in each round: enough rounds for the best to stand out."""
        entrants = max(2, self._field.entrants)
        # Two more than leave one entrant unbeaten. Rounded, since log(125, 5) is above 3.
        return [self.size] * (ceil(round(log(entrants, self._players), 9)) + 2)

    @property
    def _players(self) -> int:
        """The number of entrants at a table; the rest of a tiny field's table are fillers."""
        return max(2, min(self._field.players, self._field.entrants))

    def round(self, number: int, so_far: SoFar = NOTHING) -> list[Pairing]:
        """Pair neighbours in the table, exchanged where they have met before."""
        left = [each for each in range(self._field.entrants) if each not in so_far.out]
        together = len(set(map(self._field.apart.group, left)))
        if together < 2:
            return []
        ranking = [row.entrant for row in swiss_table(left, so_far)]
        players = min(self._players, together)
        here = [match.scores for match in so_far.matches if match.pool == self._field.pool]
        played = Counter(entrant for scores in here for entrant in scores)
        # Fillers beside those who sit out would give easy points to them.
        playing = seated(ranking, played, players, self._field.apart)
        return neighbours(playing, players, self.meetings(here), self._field.apart)

    def meetings(self, tables: Sequence[Iterable[int]]) -> Counter[Pairing]:
        """Count how often each two have met: the more often, the less they should meet again."""
        return Counter(pair for table in tables for pair in permutations(table, 2))

    def bracket(self, labels: Sequence[str], so_far: SoFar, rounds: int) -> Bracket:
        """Return the table.

        JSON:
            SwissTable = {"table": [{
                "place": int, "bot": str, "score": float, "opponents": float, "matches": int,
            }]}
        """
        columns = ("place", "bot", "score", "opponents", "matches")
        ranked = [
            (place, labels[row.entrant], row.score, row.opponents, row.matches)
            for place, row in enumerate(swiss_table(range(len(labels)), so_far), start=1)
        ]
        return Bracket(
            {"table": [dict(zip(columns, row, strict=True)) for row in ranked]},
            plain(
                "Swiss",
                columns,
                [
                    (place, bot, f"{score:.3f}", f"{opponents:.3f}", matches)
                    for place, bot, score, opponents, matches in ranked
                ],
                words=(1,),
            ),
        )


def neighbours(
    ranking: Sequence[int], players: int, met: Counter[Pairing], apart: Apart
) -> list[Pairing]:
    """Seat neighbours together so that few have met before, and none that may not meet.

    Args:
        ranking: The entrants who play, best first; they fill all tables.
        players: The number of entrants at a table.
        met: How often each two have met.
        apart: Who may not meet.
    """

    def cost(entrant: int, others: Iterable[int]) -> int:
        return sum(
            met[entrant, other] + (0 if apart.lets(entrant, (other,)) else worst)
            for other in others
            if other != entrant
        )

    worst = 1 + met.total()  # more than all repeated meetings together
    left = list(ranking)
    groups: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        while len(group) < players:
            group.append(
                left.pop(min(range(len(left)), key=lambda at: (cost(left[at], group), at)))
            )
        groups.append(group)
    _mend(groups, cost)
    if all(map(apart.allows, groups)):
        return [tuple(group) for group in groups]
    # The fallback deals out author by author, which always keeps them apart.
    size = Counter(map(apart.group, ranking))
    dealt = sorted(ranking, key=lambda each: (-size[apart.group(each)], apart.group(each)))
    return [tuple(dealt[table :: len(groups)]) for table in range(len(groups))]


def _mend(groups: list[list[int]], cost: _Cost) -> None:
    """Exchange entrants between tables, the nearest first, wherever fewer then meet again."""
    changed = True
    while changed:  # it ends, as each exchange lowers the sum of the costs
        changed = False
        # From the bottom, where those are left whom nobody above could meet any more.
        for at in range(len(groups) - 1, -1, -1):
            for seat in range(len(groups[at])):
                if cost(groups[at][seat], groups[at]):
                    changed |= _change(groups, at, seat, cost)


def _change(groups: list[list[int]], at: int, seat: int, cost: _Cost) -> bool:
    table, entrant = groups[at], groups[at][seat]
    rest = table[:seat] + table[seat + 1 :]
    for other in sorted(range(len(groups)), key=lambda each: (abs(each - at), each)):
        for place, candidate in enumerate(groups[other] if other != at else ()):
            company = groups[other][:place] + groups[other][place + 1 :]
            before = cost(entrant, rest) + cost(candidate, company)
            if cost(candidate, rest) + cost(entrant, company) < before:
                table[seat], groups[other][place] = candidate, entrant
                return True
    return False
