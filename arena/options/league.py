"""The options of `arena league run`, and which league they mean."""

from dataclasses import dataclass, replace

from arena.options.confinement import Conditions
from arena.options.tournament import USUAL_VARIANTS, TournamentOptions
from arena.tournament.driver import Options, workers
from arena.tournament.league import AHEAD, LEAGUE
from arena.tournament.plan import Plan
from arena.tournament.size import Size


@dataclass(frozen=True)
class Wishes:
    """The options as the user gave them; None where one was not given."""

    variants: str | None
    players: str | None
    games: int | None
    hours: float | None
    seed: int | None
    concurrency: int | None
    tc: str | None
    st: float | None
    talk: bool
    conditions: Conditions
    per_author: int | None = None
    """0: any number."""

    def plan(self) -> Plan:
        """The plan of a league that is founded by these. Raises ArenaError, VariantError."""
        options = TournamentOptions(
            variants=self.variants or USUAL_VARIANTS,
            players=self.players,
            seed=self.seed,
            tc=self.tc or TournamentOptions.tc,
            st=self.st,
            talk=self.talk,
            conditions=self.conditions,
        )
        # A run that others are to repeat must not depend on the machine.
        ahead = (
            AHEAD if self.seed is not None else max(AHEAD, workers(Options(self.concurrency or 0)))
        )
        return replace(
            options.plan(), format=LEAGUE, size=Size(endless=True), options={"ahead": ahead}
        )

    def mean(self, plan: Plan) -> bool:
        """Whether a league of that plan is meant: whatever was given agrees with it."""
        own = self.plan()
        given = {
            "games": self.variants is not None or self.players is not None,
            "time": self.tc is not None or self.st is not None or self.conditions.network,
            "talk": not self.talk,
            "cap": bool(self.conditions.limits or self.conditions.env),
            "seed": self.seed is not None,
        }
        return all(getattr(own, key) == getattr(plan, key) for key, was in given.items() if was)
