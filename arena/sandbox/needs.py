"""A bot's needs at any level: the manifest asks for them, a tournament caps them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

LIMITS = {
    "memory": "memory_mb",
    "processes": "processes",
    "file": "file_mb",
    "scratch": "scratch_mb",
}
"""The words of `--limits`, and the fields that they set."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The limits of a bot and its permissions."""

    memory_mb: int = 512
    """Memory of all its processes together."""
    processes: int = 64
    """Processes and threads."""
    file_mb: int = 16
    """The largest file that it may write."""
    scratch_mb: int = 64
    """All its temporary files together."""
    network: bool = False
    pass_env: tuple[str, ...] = ()
    """Environment variables of the operator that are passed on to it."""
    model: bool = False
    """True if it asks a language model through the arena."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Needs":
        """Read needs that were kept or sent as plain data."""
        return cls(**{**data, "pass_env": tuple(data.get("pass_env", ()))})

    def capped(self, cap: "Needs") -> "Needs":
        """Return these needs with no limit above those of `cap`."""
        capped = {name: min(getattr(self, name), getattr(cap, name)) for name in LIMITS.values()}
        return replace(self, **capped)


USUAL = Needs()
