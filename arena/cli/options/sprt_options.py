"""The options of `arena sprt`, how they become a plan, and a plan these options again."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arena.cli.options.arguments import Variant, option
from arena.cli.options.parsing import OptionError, parse_variant, usual_count
from arena.cli.options.play_settings import USUAL_TERMS, PlaySettings
from ladder.statistics.sprt import Bounds

if TYPE_CHECKING:  # which takes a while to import
    from arena.tournament.plan import Plan

USUAL_BOUNDS = Bounds()
NON_REGRESSION = Bounds(-20, 0)
USUAL_UNITS = 5000
"""Hardly one of four tests takes more at the usual bounds, even where tests are slowest."""
MOST_UNITS = 1_000_000
"""About as many as a machine plays in a year."""
LEADS_ONLY = 2
"""The players of a game in which nobody else sits."""


def _bound_option(name: str, help: str) -> Any:
    return option(help, show_default=f"{getattr(USUAL_BOUNDS, name):g}")


@dataclass(frozen=True)
class SprtOptions:
    """The options as the user gave them; None where one was not given."""

    panel = "The test"

    variant: Variant = "anniversary"
    players: int | None = option("Players in a game.", show_default="4, or what is nearest to it")
    others: str = option(
        "Who holds the other seats, in turn, separated by commas; trader is hard company.",
        default="",
        metavar="BOTS",
        show_default="the first needed of: greedy, random, trader",
    )
    elo0: float | None = _bound_option("elo0", "H0: A is better by this, in normalised Elo.")
    elo1: float | None = _bound_option("elo1", "H1: A is better by this, in normalised Elo.")
    alpha: float | None = _bound_option("alpha", "How often H1 may be accepted wrongly.")
    beta: float | None = _bound_option("beta", "How often H0 may be accepted wrongly.")
    non_regression: bool = option("Is A not worse? Means --elo0 -20 --elo1 0.", default=False)
    units: int = option(
        "Give up, as inconclusive, after this many units of two games.",
        default=USUAL_UNITS,
        min=16,
        max=MOST_UNITS,
    )
    terms: PlaySettings = USUAL_TERMS

    @classmethod
    def of(cls, plan: "Plan", others: Sequence[str]) -> "SprtOptions":
        """Return the options that mean this plan, with these bots at the other seats."""
        ((variant, players),) = plan.games
        usual = asdict(USUAL_BOUNDS)
        # Only what differs, so that the command stays short.
        bounds = {name: plan.options[name] for name in usual if plan.options[name] != usual[name]}
        return cls(
            **bounds,
            units=plan.options["units"],
            variant=variant,
            players=players,
            others=",".join(others) if players > LEADS_ONLY else "",
            terms=PlaySettings.of(plan),
        )

    def plan(self) -> "Plan":
        """Return the plan. Raise ArenaError, VariantError."""
        from arena.rules import compile_rulebook
        from arena.tournament.plan import Plan
        from arena.tournament.size import Size
        from arena.tournament.sprt_scheduler import NAME

        variant = parse_variant(self.variant)
        players = usual_count(variant) if self.players is None else self.players
        compile_rulebook(variant, players)  # raises, saying how many it needs
        if players == LEADS_ONLY and self.others:
            raise OptionError("A game with 2 players has no other seats. Leave out --others.")
        return Plan(
            games=((variant, players),),
            size=Size(games=2 * self.units),
            format=NAME,
            options=asdict(self.hypotheses()) | {"units": self.units},
            **self.terms.planned,
        )

    def hypotheses(self) -> Bounds:
        """Return the hypotheses. Raise OptionError."""
        given = {
            name: value
            for name in asdict(USUAL_BOUNDS)
            if (value := getattr(self, name)) is not None
        }
        if self.non_regression and {"elo0", "elo1"} & given.keys():
            raise OptionError("--non-regression means --elo0 -20 --elo1 0. Give one or the other.")
        usual = NON_REGRESSION if self.non_regression else USUAL_BOUNDS
        try:
            return Bounds(**(asdict(usual) | given))
        except ValueError as error:
            raise OptionError(f"{error} Try: --elo0 0 --elo1 20 --alpha .05 --beta .05") from None
