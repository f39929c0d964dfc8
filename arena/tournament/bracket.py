"""A tournament by the rules of its format: the rounds of a knockout, the table of a Swiss."""

from arena.tournament.formats.format import SoFar
from arena.tournament.formats.knockout import Knockout, Stage, Table, cup
from arena.tournament.formats.swiss import Swiss, table
from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule
from ladder.store import Store
from ladder.tournaments import Tournament, place_scores, suspended_in
from protocol import Json


def bracket(store: Store, found: Tournament) -> Json | None:
    """The state of a tournament by the rules of its format, for --json; None where only Elo counts.

    For a knockout `stages`, each with `tables` and `byes`, and the `winner`; for a Swiss the
    `table`. Bots are named by their labels; a score is a mean place score, from 0 to 1.
    """
    plan = Plan.of(found.settings)
    if plan.format not in (Knockout.name, Swiss.name):
        return None
    schedule = Schedule.of(plan, found.settings, found.secret)
    so_far = schedule.seen(place_scores(store, found.id), suspended_in(store, found.id))
    labels = [store.bot(bot).label for bot in schedule.entrants]
    if plan.format == Swiss.name:
        return {"table": _swiss(labels, so_far)}
    # Of a round that is being played nothing can be said yet.
    settled = found.rounds if found.finished_at and not found.abandoned_at else found.rounds - 1
    legs = plan.options.get("legs", 1)
    stages = cup(len(labels), plan.games[0][1], so_far, settled, legs)
    winner = stages[-1].on if stages[-1].final else []
    return {
        "winner": labels[winner[0]] if winner else None,
        "stages": [_stage(number, stage, labels) for number, stage in enumerate(stages, start=1)],
    }


def _swiss(labels: list[str], so_far: SoFar) -> list[Json]:
    rows = table(range(len(labels)), so_far)
    return [
        {
            "place": place,
            "bot": labels[row.entrant],
            "score": row.score,
            "opponents": row.opponents,
            "matches": row.matches,
        }
        for place, row in enumerate(rows, start=1)
    ]


def _stage(number: int, stage: Stage, labels: list[str]) -> Json:
    return {
        "name": "final" if stage.final else f"stage {number}",
        "tables": [
            {
                "bots": [_entrant(entrant, table, stage, labels) for entrant in table.entrants],
                "legs": table.legs,
            }
            for table in stage.tables
        ],
        "byes": [labels[entrant] for entrant in stage.byes],
    }


def _entrant(entrant: int, table: Table, stage: Stage, labels: list[str]) -> Json:
    return {
        "bot": labels[entrant],
        "score": table.score(entrant),
        "suspended": entrant in table.out,
        "goes_on": entrant in stage.on if stage.on else None,
    }
