"""A bot ready to run: all that is needed to start one version of a program."""

from dataclasses import dataclass

from arena.sandbox.needs import USUAL, Needs


@dataclass(frozen=True)
class BotSpec:
    """One version of a bot. `hash` names its content: equal hashes mean the same program."""

    name: str
    version: int
    hash: str
    command: tuple[str, ...]
    """The program (`python3` for the arena's interpreter, else a path or on PATH), arguments."""
    cwd: str
    """The folder it runs in."""
    needs: Needs = USUAL
    """Its needs."""
    program: str = ""
    """With a model: the hash of the program alone."""
    model: str = ""
    """The name of the language model that plays with it, if one does."""
    person: bool = False
    """Passes the questions on to a person, who takes as long and errs as often as people do. It is
    a program of the arena's own, so nothing confines it."""

    @property
    def label(self) -> str:
        """`name:version`, as on the ladder; the name alone of one that is not there."""
        return f"{self.name}:{self.version}" if self.version else self.name
