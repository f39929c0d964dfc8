"""The kinds of tournaments, each with its scheduler.

A kind without a schedule of rounds is a scheduler beside `sprt_scheduler.py`, `bench_scheduler.py`
and `league.py`, and a line here, by the plan's `format`. What only it understands is in the plan's
`options`.
"""

from arena.tournament.bench_scheduler import NAME as BENCH
from arena.tournament.bench_scheduler import Bench
from arena.tournament.league import LEAGUE, League
from arena.tournament.plan import Plan
from arena.tournament.round_scheduler import Rounds
from arena.tournament.scheduler import Scheduler
from arena.tournament.sprt_scheduler import NAME as SPRT
from arena.tournament.sprt_scheduler import Sprt

OTHERS: dict[str, type[Scheduler]] = {BENCH: Bench, LEAGUE: League, SPRT: Sprt}
"""The kinds without a schedule of rounds, by the `format` of their plans."""


def kind_of(plan: Plan) -> type[Scheduler]:
    """Return the scheduler of tournaments with such a plan."""
    return OTHERS.get(plan.format, Rounds)
