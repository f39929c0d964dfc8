"""Options about the language models that play with bots."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:  # which take a while to import
    from arena.models.budget import Limit
    from arena.models.settings import Model


@dataclass(frozen=True)
class ModelOptions:
    """Which language models there are, and what they may cost."""

    models: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your language models, a models.toml: a bot that asks one plays as llm@small, "
            "where \\[small] is a model in that file.",
        ),
    ] = None
    budget: Annotated[
        str,
        typer.Option(
            help="The most that this run may spend on them: 5 (in the currency of the prices), "
            "2Mtokens, or for one player llm@small=1.50; separate several with commas.",
        ),
    ] = ""
    tape_only: Annotated[
        bool,
        typer.Option(
            "--tape-only", help="Ask no model; play on the answers that they gave before."
        ),
    ] = False

    @classmethod
    def of(cls, file: str) -> "ModelOptions":
        """The options that name this file; none if it has no name."""
        return cls(Path(file)) if file else NO_MODELS

    @property
    def file(self) -> str:
        """The file's full path; empty if none was given."""
        return str(self.models.absolute()) if self.models else ""

    @property
    def named(self) -> "dict[str, Model]":
        """The models, by name; none if no file was given. Raises ModelsError."""
        if self.models is None:
            return {}
        from arena.models.settings import read_models

        return read_models(self.models)

    @property
    def limits(self) -> "tuple[Limit, ...]":
        """The limits of the budget. Raises UsageError."""
        from arena.models.budget import Limit

        return tuple(Limit.parse(part) for part in self.budget.split(",") if part.strip())


NO_MODELS = ModelOptions()
