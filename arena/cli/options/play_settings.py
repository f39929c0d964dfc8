"""Options for how games are played: seed, clock, talk, models, and confinement."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.help import Rare
from arena.cli.options.arguments import Tc, option
from arena.cli.options.confinement import USUAL_CONDITIONS, Conditions, clock_words
from arena.cli.options.parsing import parts
from arena.referee.clock import TimeControl
from arena.sandbox.needs import Needs
from protocol import Json

if TYPE_CHECKING:  # which takes a while to import
    from arena.llm.budget import Limit
    from arena.llm.settings import LanguageModel
    from arena.tournament.plan import Plan


@dataclass(frozen=True)
class ModelOptions:
    """Which language models there are, and what they may cost."""

    panel = Rare("Language models")

    models: Path | None = option(
        "Your language models, a models.toml: a bot that asks one plays as llm@small, "
        "where [small] is a model in that file.",
        metavar="FILE",
    )
    budget: str = option(
        "The most that this run may spend on them: 5 (in the currency of the prices), "
        "2Mtokens, or for one player llm@small=1.50; separate several with commas.",
        default="",
        metavar="LIMITS",
    )
    tape_only: bool = option(
        "Ask no model; play on the answers that they gave before.", default=False
    )

    @classmethod
    def of(cls, file: str) -> "ModelOptions":
        """Return the options that name this file; none if it has no name."""
        return cls(Path(file)) if file else NO_MODELS

    @property
    def file(self) -> str:
        """The file's full path; empty if none was given."""
        return str(self.models.absolute()) if self.models else ""

    @property
    def named(self) -> "dict[str, LanguageModel]":
        """The models, by name; none if no file was given. Raises ModelsError."""
        if self.models is None:
            return {}
        from arena.llm.settings import read_models

        return read_models(self.models)

    @property
    def limits(self) -> "tuple[Limit, ...]":
        """The limits of the budget. Raises UsageError."""
        from arena.llm.budget import Limit

        return tuple(map(Limit.parse, parts(self.budget)))


NO_MODELS = ModelOptions()


@dataclass(frozen=True)
class PlaySettings:
    """The settings shared by all games of a run."""

    panel = "Clock, seed and talk"

    seed: int | None = option(
        "Make the run reproducible; its bots can then find out every card, so never use it "
        "with strangers' bots."
    )
    tc: Tc = None
    st: float | None = option("The most for one decision.", metavar="SECONDS")
    no_talk: bool = option("Do not pass on what bots say.", default=False)
    asking: ModelOptions = NO_MODELS
    conditions: Conditions = USUAL_CONDITIONS

    @classmethod
    def of(cls, plan: "Plan") -> "PlaySettings":
        """Return the settings of a plan."""
        tc, st = clock_words(plan.time)
        asking, conditions = ModelOptions.of(plan.models), Conditions.capped(plan.cap)
        return cls(plan.seed, tc, st, not plan.talk, asking, conditions)

    @property
    def planned(self) -> Json:
        """The settings as fields of a Plan. Raises ClockError, OptionError."""
        return {
            "time": self.clock,
            "talk": not self.no_talk,
            "seed": self.seed,
            "cap": self.cap,
            "models": self.asking.file,
        }

    @property
    def clock(self) -> TimeControl:
        """The time control. Raises ClockError."""
        return self.conditions.clock(self.tc, self.st)

    @property
    def cap(self) -> Needs:
        """The most that a bot may use. Raises OptionError."""
        return replace(self.conditions.cap, model=self.asking.models is not None)


USUAL_TERMS = PlaySettings()
