"""Orders to the supervisor, as they go over the socket, and its report of a bot's end."""

from dataclasses import dataclass, field
from typing import Any

from arena.sandbox.level import Level
from arena.sandbox.needs import Needs


@dataclass(frozen=True, slots=True)
class Order:
    """A program to be started."""

    level: Level
    command: tuple[str, ...]
    """The program as a full path, and its arguments."""
    folder: str
    """The program's own folder, in which it starts and which it may read."""
    needs: Needs
    writable: bool = False
    """True if it may also change its folder, as a build must."""
    passed_env: dict[str, str] = field(default_factory=dict)
    """Variables passed on from the operator's environment."""
    bwrap: str = ""
    """The full path of bubblewrap, for level A."""

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Order":
        """Read an order that was sent as plain data, by `dataclasses.asdict`."""
        return cls(
            **data
            | {
                "level": Level(data["level"]),
                "command": tuple(data["command"]),
                "needs": Needs.of(data["needs"]),
            }
        )


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """The end of a program: by an exit code, by a signal, or because it used too much."""

    code: int | None = None
    signal: int | None = None
    exceeded: str = ""
    """A predicate to follow the program's name, such as "used more than 512 MB"."""


class CannotStart(Exception):
    """The machine can't start the program, which isn't the bot's fault."""
