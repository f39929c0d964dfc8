"""Knockout: the worse part of each table is out, until a final decides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from arena.text.table import plain
from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Pairing
from arena.tournament.formats.format import ALL, NOTHING, Bracket, Field, Format, PlayedMatch, SoFar
from protocol import Json

EXTRA_LEGS = 2  # copies of one bot would tie for ever
"""The extra legs after which the seeds decide a table that is still tied."""


@dataclass(slots=True)
class KnockoutTable:
    """A table of a stage and its results."""

    entrants: list[int]
    """Its entrants: by seed before it has played, then best first."""
    through: int
    """The number of entrants that advance, if so many are left; 1 in the final."""
    least: int = 1
    """The legs that it plays in any case."""
    out: set[int] = field(default_factory=set)
    """The suspended entrants, without which the others go on."""
    scores: dict[int, list[float]] = field(default_factory=dict)
    """Each entrant's mean place score in each match of the table."""
    legs: int = 0

    def score(self, entrant: int) -> float | None:
        """Return the mean score over all matches of the table; None before the first."""
        # Rounded, since the same scores in another order may differ in the last bit.
        scores = self.scores.get(entrant)
        return round(fsum(scores) / len(scores), 9) if scores else None

    @property
    def able(self) -> list[int]:
        """The entrants that are not suspended."""
        return [entrant for entrant in self.entrants if entrant not in self.out]

    @property
    def decided(self) -> bool:
        """True if it is clear who advances, if need be by the seeds."""
        able = self.able
        if len(able) <= self.through or self.legs >= self.least + EXTRA_LEGS:
            return True
        if self.legs < self.least:
            return False
        last, next_ = (self.score(entrant) for entrant in able[self.through - 1 :][:2])
        return last is not None and last != next_

    def play(self, legs: Iterable[PlayedMatch]) -> None:
        """Add the matches of one round."""
        self.legs += 1
        for match in legs:
            for entrant in self.entrants:
                if entrant in match.scores:
                    self.scores.setdefault(entrant, []).append(match.scores[entrant])
        self.entrants.sort(key=lambda each: (each in self.out, -(self.score(each) or 0.0), each))


@dataclass(slots=True)
class Stage:
    """A stage of the cup, with all entrants that are left."""

    tables: list[KnockoutTable]
    byes: list[int]
    """The entrants that advance without playing."""
    final: bool
    on: list[int] = field(default_factory=list)
    """The entrants that advance, by seed, or in the final the winner; empty until decided."""


class Knockout(Format):
    """The format in which the better half of each table advances; of three or fewer, the winner.

    Entrants are seeded in the order in which they are named. Seeds are dealt to the tables back
    and forth, so that the best are as far apart as possible. Byes go to those that have had the
    fewest, the best seeds first; there are as many as bring the next stages to full tables. If too
    few would advance to fill a table, the best of the others advance as well.

    All pools are one cup. In each round, called a leg, a table plays a match in every pool, and
    the mean place score over all of them decides. After a tie for the last place that advances,
    the whole table plays another leg, and all its legs count.
    """

    name = "knockout"
    summary = "the best of each table go on, to a final; seeded in the order named"
    leads = ALL
    sees_results = True
    ends = True
    keeps_apart = False
    one_size = True
    entrants_stand_in = False

    def __init__(self, field: Field, draws: Draws) -> None:
        self._field = field

    @property
    def size(self) -> int:
        """The number of tables in the first stage."""
        return self.sizes[0]

    @property
    def sizes(self) -> Sequence[int]:
        """The number of tables in each round, if none is tied."""
        rounds, left = [], max(1, self._field.entrants)
        while True:
            tables, on = _shape(left, self._field.players)
            rounds += [tables] * self._field.legs
            if left <= self._field.players:
                return rounds
            left = on

    def round(self, number: int, so_far: SoFar = NOTHING) -> list[Pairing]:
        """Pair the tables that are not decided for a leg; none if the cup is won."""
        field = self._field
        stages = knockout_stages(field.entrants, field.players, so_far, number - 1, field.legs)
        return [
            tuple(table.able)
            for stage in stages[-1:]
            for table in stage.tables
            if not table.decided
        ]

    def bracket(self, labels: Sequence[str], so_far: SoFar, rounds: int) -> Bracket:
        """Return the stages with their tables and byes, and the winner once there is one.

        JSON:
            KnockoutStages = {"winner": str | null, "stages": [KnockoutStage]}
        """
        players, legs = self._field.players, self._field.legs
        stages = knockout_stages(len(labels), players, so_far, rounds, legs)
        winner = next((labels[each] for each in stages[-1].on if stages[-1].final), None)
        data = [_stage(number, stage, labels) for number, stage in enumerate(stages, start=1)]
        return Bracket(
            {"winner": winner, "stages": data},
            plain(
                "Knockout",
                ("stage", "table", "goes on", "out"),
                [
                    ("" if at else stage["name"], *row)
                    for stage in data
                    for at, row in enumerate(_rows(stage))
                ],
                words=(0, 2, 3),
                verdict=f"{winner} wins the knockout."
                if winner
                else "The knockout is not decided.",
            ),
        )


def knockout_stages(
    entrants: int, players: int, so_far: SoFar, rounds: int, legs: int = 1
) -> list[Stage]:
    """Return the stages after so many rounds, up to the undecided one or the final.

    For `entrants`, `players` and `legs`, see Field.
    """
    rounds_of: dict[int, list[PlayedMatch]] = {}
    for match in so_far.matches:
        rounds_of.setdefault(match.round, []).append(match)
    stages: list[Stage] = []
    byes = dict.fromkeys(range(entrants), 0)
    left = list(range(entrants))
    played = 0
    while True:
        # Whoever was suspended before this stage is not drawn; later, their table goes on without.
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
    """Return the number of tables of a stage with so many left, and how many advance."""
    if left <= players:
        return 1, 1
    through = _through(players)
    full = after = players  # the largest number below `left` that needs no byes
    while (after := after * players // through) < left:
        full = after
    # A table puts out players - through: so many tables bring those left down to `full`.
    tables = min(left // players, max(1, -(-(left - full) // (players - through))))
    return tables, max(left - tables * (players - through), min(players, left - 1))


def _through(players: int) -> int:
    """Return how many advance from a table."""
    return max(1, players // 2)


def _draw(left: Sequence[int], players: int, byes: dict[int, int], legs: int) -> Stage:
    """Draw the tables of those that are left, by their seeds, and count in `byes` who has one."""
    if len(left) <= players:
        return Stage([KnockoutTable([*left], 1, legs)], [], final=True)
    count, _ = _shape(len(left), players)
    free = sorted(left, key=lambda each: (byes[each], each))[: len(left) - count * players]
    for entrant in free:
        byes[entrant] += 1
    seeds = [each for each in left if each not in free]
    tables: list[list[int]] = [[] for _ in range(count)]
    for at, seed in enumerate(seeds):
        # Every second lap runs backwards: the best seed meets the weakest of the next lap.
        lap, place = divmod(at, count)
        tables[count - 1 - place if lap % 2 else place].append(seed)
    through = _through(players)
    return Stage(
        [KnockoutTable(table, through, legs) for table in tables], sorted(free), final=False
    )


def _play(
    stage: Stage, matches: Sequence[PlayedMatch], out: Mapping[int, int], number: int
) -> None:
    """Add the matches of one round to the tables whose entrants, but for suspended ones, met."""
    # Before the suspensions of this round: they may decide a table that has just played in it.
    open_ = [table for table in stage.tables if not table.decided]
    for table in stage.tables:
        table.out = {each for each in table.entrants if out.get(each, number + 1) <= number}
    for table in open_:
        able = table.able
        table.play(one for one in matches if able and all(each in one.scores for each in able))


def _go_on(stage: Stage, players: int) -> list[int]:
    """Return who advances from a decided stage: enough to fill a table, if so many are left."""
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


def _stage(number: int, stage: Stage, labels: Sequence[str]) -> Json:
    """Return a stage as `--json` prints it.

    JSON:
        KnockoutStage = {
            "name": str, "byes": [str],
            "tables": [{
                "bots": [{
                    "bot": str, "score": float | null, "goes_on": bool | null, "suspended": bool,
                }],
                "legs": int,
            }],
        }
    """
    return {
        "name": "final" if stage.final else f"stage {number}",
        "tables": [
            {
                "bots": [
                    {
                        "bot": labels[entrant],
                        "score": table.score(entrant),
                        "suspended": entrant in table.out,
                        "goes_on": entrant in stage.on if stage.on else None,
                    }
                    for entrant in table.entrants
                ],
                "legs": table.legs,
            }
            for table in stage.tables
        ],
        "byes": [labels[entrant] for entrant in stage.byes],
    }


def _rows(stage: Json) -> list[tuple[object, ...]]:
    """Return the tables of a stage: number, who goes on, who is out."""
    rows: list[tuple[object, ...]] = []
    for number, each in enumerate(stage["tables"], start=1):
        on, out, open_ = (
            ", ".join(_with_score(bot) for bot in each["bots"] if bot["goes_on"] is goes_on)
            for goes_on in (True, False, None)
        )
        rows.append((number, on or f"open: {open_}", out))
    if stage["byes"]:
        rows.append(("bye", ", ".join(stage["byes"]), ""))
    return rows


def _with_score(bot: Json) -> str:
    if bot["suspended"]:
        return f"{bot['bot']} suspended"
    return bot["bot"] if bot["score"] is None else f"{bot['bot']} {bot['score']:.2f}"
