"""Knockout: who does badly at a table is out, until a final decides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Pairing
from arena.tournament.formats.format import ALL, NOTHING, Field, Format, PlayedMatch, SoFar

EXTRA_LEGS = 2
"""A table that is still tied after so many legs more goes by the seeds."""


@dataclass(slots=True)
class KnockoutTable:
    """A table of a stage, and how it came out."""

    entrants: list[int]
    """Best first once it has played; by their seeds before."""
    through: int
    """How many of them go on, if so many are left; 1 in the final."""
    least: int = 1
    """The legs that it plays in any case."""
    out: set[int] = field(default_factory=set)
    """Suspended by now: the others go on without them."""
    scores: dict[int, list[float]] = field(default_factory=dict)
    """Entrant → its mean place score in each match of the table."""
    legs: int = 0

    def score(self, entrant: int) -> float | None:
        """The mean over all matches of the table, equally weighted; None before the first."""
        # Rounded, as the same scores in another order may differ in the last bit.
        scores = self.scores.get(entrant)
        return round(fsum(scores) / len(scores), 9) if scores else None

    @property
    def able(self) -> list[int]:
        """Those who are still in the cup."""
        return [entrant for entrant in self.entrants if entrant not in self.out]

    @property
    def decided(self) -> bool:
        """True if those who go on stand out, or the seeds have to decide."""
        able = self.able
        if len(able) <= self.through or self.legs >= self.least + EXTRA_LEGS:
            return True
        if self.legs < self.least:
            return False
        last, next_ = (self.score(entrant) for entrant in able[self.through - 1 :][:2])
        return last is not None and last != next_

    def play(self, legs: Iterable[PlayedMatch]) -> None:
        """Takes in the matches of one round."""
        self.legs += 1
        for met in legs:
            for entrant in self.entrants:
                if entrant in met.scores:
                    self.scores.setdefault(entrant, []).append(met.scores[entrant])
        self.entrants.sort(
            key=lambda each: (each in self.out, -(self.score(each) or 0.0), each),
        )


@dataclass(slots=True)
class Stage:
    """A pass of the cup through all who are left."""

    tables: list[KnockoutTable]
    byes: list[int]
    """Who goes on without playing."""
    final: bool
    on: list[int] = field(default_factory=list)
    """Who goes on, by their seeds; the winner, in the final; empty while it is not decided."""


class Knockout(Format):
    """Tables from which the better half goes on, or of three or fewer the winner.

    Entrants are seeded in the order in which they are named. Seeds are dealt to the tables there
    and back, so that the best are as far apart as can be, and byes go to those who have had the
    fewest, the best seeds first. There are as many byes as bring the next stages to full tables.
    If a full table would not be left, the best of those who would be out go on as well.

    All pools are one cup: in each round a table plays a match in every pool, which is a leg, and
    the mean place score over all of them decides. After a tie at the line the whole table plays
    another leg, and all its legs count.
    """

    name = "knockout"
    summary = "the best of each table go on, to a final; seeded in the order named"
    leads = ALL
    sees_results = True
    ends = True
    keeps_apart = False
    one_size = True
    stand_ins = False

    def __init__(self, field: Field, draws: Draws) -> None:
        self._field = field

    @property
    def size(self) -> int:
        """The tables of the first stage."""
        return self.sizes[0]

    @property
    def sizes(self) -> Sequence[int]:
        """The tables of each round, if none is tied."""
        found, left = [], max(1, self._field.entrants)
        while True:
            tables, on = _shape(left, self._field.players)
            found += [tables] * self._field.legs
            if left <= self._field.players:
                return found
            left = on

    def round(self, number: int, so_far: SoFar = NOTHING) -> list[Pairing]:
        """A leg of the tables that are not decided; none when the cup is won."""
        field = self._field
        stages = cup(field.entrants, field.players, so_far, number - 1, field.legs)
        return [
            tuple(table.able)
            for stage in stages[-1:]
            for table in stage.tables
            if not table.decided
        ]


def cup(entrants: int, players: int, so_far: SoFar, rounds: int, legs: int = 1) -> list[Stage]:
    """The stages after so many rounds; the last is not decided yet, or the final.

    entrants, players, legs: as in Field.
    """
    rounds_of: dict[int, list[PlayedMatch]] = {}
    for met in so_far.matches:
        rounds_of.setdefault(met.round, []).append(met)
    stages: list[Stage] = []
    byes = dict.fromkeys(range(entrants), 0)
    left = list(range(entrants))
    played = 0
    while True:
        left = [each for each in left if so_far.out.get(each, rounds + 1) > played]
        stage = _draw(left, players, byes, legs)
        stages.append(stage)
        while not all(table.decided for table in stage.tables):
            if played == rounds:
                return stages
            played += 1
            _play(stage, rounds_of.get(played, ()), so_far.out, played)
        stage.on = _go_on(stage, players)
        if stage.final:
            return stages
        left = stage.on


def _shape(left: int, players: int) -> tuple[int, int]:
    """The tables of a stage with so many left, and how many go on."""
    if left <= players:
        return 1, 1
    through = _through(players)
    full = after = players  # the largest number that needs no byes and is smaller
    while (after := after * players // through) < left:
        full = after
    tables = min(left // players, max(1, -(-(left - full) // (players - through))))
    return tables, max(left - tables * (players - through), min(players, left - 1))


def _through(players: int) -> int:
    """The number of a table's bots that go on."""
    return max(1, players // 2)


def _draw(left: Sequence[int], players: int, byes: dict[int, int], legs: int) -> Stage:
    """The tables of those who are left, by their seeds."""
    if len(left) <= players:
        return Stage([KnockoutTable([*left], 1, legs)], [], final=True)
    count, _ = _shape(len(left), players)
    free = sorted(left, key=lambda each: (byes[each], each))[: len(left) - count * players]
    for entrant in free:
        byes[entrant] += 1
    seeds = [each for each in left if each not in free]
    tables: list[list[int]] = [[] for _ in range(count)]
    for at, seed in enumerate(seeds):
        lap, place = divmod(at, count)
        tables[count - 1 - place if lap % 2 else place].append(seed)
    through = _through(players)
    return Stage(
        [KnockoutTable(table, through, legs) for table in tables], sorted(free), final=False
    )


def _play(
    stage: Stage, matches: Sequence[PlayedMatch], out: Mapping[int, int], number: int
) -> None:
    """One round: each match to its table, which is that of all its bots who are not out."""
    open_ = [table for table in stage.tables if not table.decided]
    for table in stage.tables:
        table.out = {each for each in table.entrants if out.get(each, number + 1) <= number}
    for table in open_:
        able = table.able
        table.play(met for met in matches if able and all(each in met.scores for each in able))


def _go_on(stage: Stage, players: int) -> list[int]:
    """Return who goes on from a decided stage; enough to fill a table, where so many are left."""
    if stage.final:
        return stage.tables[0].able[:1]
    on = [*stage.byes, *(each for table in stage.tables for each in table.able[: table.through])]
    rest = [
        (-(table.score(each) or 0.0), each)
        for table in stage.tables
        for each in table.able[table.through :]
    ]
    on += [each for _, each in sorted(rest)[: max(0, players - len(on))]]
    return sorted(on)
