"""The options of `arena bench`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.options.arguments import OfTournament, Variant, players_option
from arena.options.groups import Without
from arena.options.terms import USUAL_TERMS, Terms
from arena.options.tournament import MOST_GAMES, TournamentOptions

if TYPE_CHECKING:  # which takes a while to import
    from arena.tournament.plan import Plan

USUAL_INTERVAL = 100.0


@dataclass(frozen=True)
class BenchOptions:
    """The options of `arena bench`: a gauntlet against the reference field."""

    variant: Variant = "anniversary"
    players: Annotated[str, players_option("4")] = "4"
    until: Annotated[
        float | None,
        typer.Option(min=1, help="Play until every Elo ± is no wider.", show_default="100"),
    ] = None
    games: Annotated[
        int | None, typer.Option(min=1, max=MOST_GAMES, help="Play this many games instead.")
    ] = None
    tournament: OfTournament = ""
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page, too.")] = (
        None
    )
    terms: Annotated[Terms, Without("st")] = USUAL_TERMS

    @classmethod
    def of(cls, plan: "Plan") -> "BenchOptions":
        """The options that mean this plan, whatever its models."""
        meant = TournamentOptions.of(plan)
        ((_, players), *_) = plan.games
        return cls(
            variant=meant.variants,
            players=str(players),
            until=None if meant.until == USUAL_INTERVAL else meant.until,
            games=meant.games,
            terms=meant.terms,
        )

    @property
    def meant(self) -> TournamentOptions:
        """The tournament that they mean."""
        until = self.until if self.until or self.games else USUAL_INTERVAL
        return TournamentOptions(
            variants=self.variant,
            players=self.players,
            until=until,
            games=self.games,
            format="gauntlet",
            terms=self.terms,
        )
