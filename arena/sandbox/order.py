"""Orders to the nursery, as they go over the socket, and its report of a bot's end."""

from dataclasses import asdict, dataclass, field
from typing import Any

from arena.sandbox.level import Level
from arena.sandbox.needs import Needs


@dataclass(frozen=True, slots=True)
class Order:
    """One program to be started."""

    level: Level
    command: tuple[str, ...]
    """The program as a full path, and its arguments."""
    folder: str
    """Its own: it starts there, and may read it."""
    needs: Needs
    writable: bool = False
    """Whether it may also change its folder: a build."""
    given: dict[str, str] = field(default_factory=dict)
    """What it is given of the operator's environment."""
    bwrap: str = ""

    def plain(self) -> dict[str, Any]:
        """The order as it is sent; `of` reads it."""
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Order":
        """Read an order that was sent."""
        needs = data["needs"] | {"pass_env": tuple(data["needs"]["pass_env"])}
        return cls(
            **data
            | {
                "level": Level(data["level"]),
                "command": tuple(data["command"]),
                "needs": Needs(**needs),
            }
        )


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """The end of a program: by an exit code, by a signal, or because it used too much."""

    code: int | None = None
    signal: int | None = None
    exceeded: str = ""
    """What follows its name in a sentence: "used more than 512 MB"."""


class CannotStart(Exception):
    """The machine cannot start the program; not the bot's fault."""
