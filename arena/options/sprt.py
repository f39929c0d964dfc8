"""The options of `arena sprt`, how they become a plan, and the command that repeats it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from arena.options.confinement import USUAL_CONDITIONS, Conditions
from arena.options.parsing import OptionError, parse_variant, usual_count
from arena.options.tournament import terms
from arena.rules import compile_rulebook
from arena.text import harmless
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from arena.tournament.sprt import NAME
from ladder.sprt import Bounds

USUAL_BOUNDS = Bounds()
NON_REGRESSION = Bounds(-20, 0)
MOST_UNITS = 5000
"""Of four tests at the usual bounds hardly one takes so many, even where they are slowest."""
LEADS_ONLY = 2
"""The players of a game in which nobody else sits."""
MODEL = "normalized"
"""What fastchess calls our unit of Elo."""


@dataclass(frozen=True)
class SprtOptions:
    """The options as the user gave them; None where one was not given."""

    words: tuple[str, ...] = ()
    """`elo0=0 elo1=20 alpha=.05 beta=.05`, as fastchess has it."""
    elo0: float | None = None
    elo1: float | None = None
    alpha: float | None = None
    beta: float | None = None
    non_regression: bool = False
    units: int = MOST_UNITS
    variant: str = "anniversary"
    players: int | None = None
    others: str = ""
    seed: int | None = None
    concurrency: int | None = None
    tc: str = "standard"
    st: float | None = None
    talk: bool = True
    conditions: Conditions = USUAL_CONDITIONS

    def plan(self) -> Plan:
        """The plan. Raises ArenaError, VariantError."""
        variant = parse_variant(self.variant)
        players = usual_count(variant) if self.players is None else self.players
        compile_rulebook(variant, players)  # raises, saying how many it needs
        if players == LEADS_ONLY and self.others:
            raise OptionError("A game with 2 players has no other seats. Leave out --others.")
        return Plan(
            games=((variant, players),),
            size=Size(games=2 * self.units),
            time=self.conditions.clock(self.tc, self.st),
            format=NAME,
            talk=self.talk,
            seed=self.seed,
            cap=self.conditions.cap,
            options=asdict(self.bounds()) | {"units": self.units},
        )

    def bounds(self) -> Bounds:
        """The hypotheses. Raises OptionError."""
        given = {
            name: value
            for name in asdict(USUAL_BOUNDS)
            if (value := getattr(self, name)) is not None
        }
        for word in self.words:
            name, value = _bound(word)
            if name in given:
                raise OptionError(f"{name} is given twice. Give it once.")
            if name:
                given[name] = value
        if self.non_regression and {"elo0", "elo1"} & given.keys():
            raise OptionError("--non-regression means elo0=-20 elo1=0. Give one or the other.")
        usual = NON_REGRESSION if self.non_regression else USUAL_BOUNDS
        try:
            return Bounds(**(asdict(usual) | given))
        except ValueError as error:
            raise OptionError(f"{error} Try: elo0=0 elo1=20 alpha=.05 beta=.05") from None

    def names_of_others(self) -> list[str]:
        """The third bots that are named, each once."""
        names = (name.strip() for name in self.others.split(","))
        return list(dict.fromkeys(name for name in names if name))


def _bound(word: str) -> tuple[str, float]:
    """`elo0=5` as its name and value; no name for what is so anyway. Raises OptionError."""
    name, _, value = word.partition("=")
    if (name, value) == ("model", MODEL):
        return "", 0.0
    try:
        if name not in asdict(USUAL_BOUNDS):
            raise ValueError
        return name, float(value)
    except ValueError:
        raise OptionError(
            f"{harmless(word, 40)!r} is not understood. After the two bots come bounds in "
            "normalised Elo: elo0=0 elo1=20 alpha=.05 beta=.05"
        ) from None


def written(plan: Plan, bots: Sequence[str], others: Sequence[str]) -> str:
    """The command that plays a test of this plan again."""
    (variant, players), options = plan.games[0], plan.options
    words = ["arena sprt", *bots, f"--variant {variant} --players {players}"]
    words += [f"--others {','.join(others)}"] if players > LEADS_ONLY else []
    words += [
        f"--{name} {options[name]:g}"
        for name, usual in (asdict(USUAL_BOUNDS) | {"units": MOST_UNITS}).items()
        if options[name] != usual
    ]
    return " ".join([*words, *terms(plan)])
