"""The options of `arena league run`, and which league they mean."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options.arguments import players_option, variants_option
from arena.options.groups import Without
from arena.options.terms import USUAL_TERMS, Terms
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
    terms: Annotated[Terms, Without("asking")] = USUAL_TERMS

    @classmethod
    def of(cls, plan: "Plan") -> "LeagueOptions":
        """The options that found a league of this plan."""
        meant = TournamentOptions.of(plan)
        return cls(variants=meant.variants, players=meant.players, terms=meant.terms)

    def plan(self) -> "Plan":
        """The plan of a league that is founded by these. Raises ArenaError, VariantError."""
        from arena.tournament.driver import Options, workers
        from arena.tournament.league import AHEAD, LEAGUE
        from arena.tournament.size import Size

        options = TournamentOptions(
            variants=self.variants or USUAL_VARIANTS, players=self.players, terms=self.terms
        )
        at_once = workers(Options(self.terms.conditions.concurrency or 0))
        # A run that others are to repeat must not depend on the machine.
        ahead = AHEAD if self.terms.seed is not None else max(AHEAD, at_once)
        return replace(
            options.plan(), format=LEAGUE, size=Size(endless=True), options={"ahead": ahead}
        )

    def mean(self, plan: "Plan") -> bool:
        """True if a league of that plan is meant: whatever was given agrees with it."""
        own, terms = self.plan(), self.terms
        given = {
            "games": self.variants is not None or self.players is not None,
            "time": terms.tc is not None or terms.st is not None or terms.conditions.allow_network,
            "talk": terms.no_talk,
            "cap": bool(terms.conditions.limits or terms.conditions.allow_env),
            "seed": terms.seed is not None,
        }
        return all(getattr(own, key) == getattr(plan, key) for key, was in given.items() if was)
