"""Bots ready to run: everything needed to start one version of a program."""

from dataclasses import dataclass

from arena.sandbox.needs import USUAL, Needs


@dataclass(frozen=True)
class BotSpec:
    """One version of a bot; bots with the same `hash` are the same program."""

    name: str
    version: int
    hash: str
    command: tuple[str, ...]
    """The program and its arguments. `python3` is the arena's interpreter, anything else a path,
    full or from `cwd`; see `arena.registry.executables` for what a manifest names."""
    cwd: str
    """The folder it runs in."""
    needs: Needs = USUAL
    program: str = ""
    """The hash of the program alone, if it plays with a model."""
    model: str = ""
    """The name of the language model that it plays with; empty if none."""
    person: bool = False
    """True if it passes questions on to a person, so there is no hurry and mistakes are forgiven.
    It is one of the arena's own programs, so it isn't confined."""

    @property
    def label(self) -> str:
        """`name:version` as on the ladder, or only the name of a bot that isn't there."""
        return f"{self.name}:{self.version}" if self.version else self.name
