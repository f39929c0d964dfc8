"""The options of `arena league run`, and which league they mean."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options.arguments import (
    NoTalk,
    Seed,
    St,
    clock_option,
    players_option,
    variants_option,
)
from arena.options.confinement import USUAL_CONDITIONS, USUAL_TC, Conditions
from arena.options.tournament import USUAL_VARIANTS, TournamentOptions

if TYPE_CHECKING:  # which takes a while to import
    from arena.tournament.plan import Plan


@dataclass(frozen=True)
class LeagueOptions:
    """The options as the user gave them; None where one was not given."""

    games: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many games.", show_default="never")
    ] = None
    hours: Annotated[
        float | None,
        typer.Option(min=0.001, help="Stop after this many hours.", show_default="never"),
    ] = None
    variants: Annotated[
        str | None,
        variants_option("those of the league; a new one: classic, rio_grande, anniversary"),
    ] = None
    players: Annotated[str | None, players_option("as usual")] = None
    per_author: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The most bots of one author in the league, versions aside; 0: any number. It "
            "holds until you say otherwise.",
            show_default="as it was; a new one: any number",
        ),
    ] = None
    seed: Seed = None
    tc: Annotated[str | None, clock_option(USUAL_TC)] = None
    st: St = None
    no_talk: NoTalk = False
    conditions: Conditions = USUAL_CONDITIONS

    @classmethod
    def of(cls, plan: "Plan") -> "LeagueOptions":
        """The options that found a league of this plan."""
        meant = TournamentOptions.of(plan)
        return cls(
            variants=meant.variants,
            players=meant.players,
            seed=meant.seed,
            tc=None if meant.tc == USUAL_TC else meant.tc,
            st=meant.st,
            no_talk=meant.no_talk,
            conditions=meant.conditions,
        )

    def plan(self) -> "Plan":
        """The plan of a league that is founded by these. Raises ArenaError, VariantError."""
        from arena.tournament.driver import Options, workers
        from arena.tournament.league import AHEAD, LEAGUE
        from arena.tournament.size import Size

        options = TournamentOptions(
            variants=self.variants or USUAL_VARIANTS,
            players=self.players,
            seed=self.seed,
            tc=self.tc or USUAL_TC,
            st=self.st,
            no_talk=self.no_talk,
            conditions=self.conditions,
        )
        at_once = workers(Options(self.conditions.concurrency or 0))
        # A run that others are to repeat must not depend on the machine.
        ahead = AHEAD if self.seed is not None else max(AHEAD, at_once)
        return replace(
            options.plan(), format=LEAGUE, size=Size(endless=True), options={"ahead": ahead}
        )

    def mean(self, plan: "Plan") -> bool:
        """True if a league of that plan is meant: whatever was given agrees with it."""
        own = self.plan()
        given = {
            "games": self.variants is not None or self.players is not None,
            "time": self.tc is not None or self.st is not None or self.conditions.allow_network,
            "talk": self.no_talk,
            "cap": bool(self.conditions.limits or self.conditions.allow_env),
            "seed": self.seed is not None,
        }
        return all(getattr(own, key) == getattr(plan, key) for key, was in given.items() if was)
