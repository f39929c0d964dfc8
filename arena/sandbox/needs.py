"""A bot's needs at any level: the manifest asks for them, a tournament caps them."""

from dataclasses import dataclass, replace

USUAL_MEMORY_MB = 512
USUAL_PROCESSES = 64
USUAL_FILE_MB = 16
USUAL_SCRATCH_MB = 64
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

    memory_mb: int = USUAL_MEMORY_MB
    """Memory of all its processes together."""
    processes: int = USUAL_PROCESSES
    """Processes and threads."""
    file_mb: int = USUAL_FILE_MB
    """The largest file that it may write."""
    scratch_mb: int = USUAL_SCRATCH_MB
    """All its temporary files together."""
    network: bool = False
    pass_env: tuple[str, ...] = ()
    """Environment variables of the operator that are passed on to it."""
    model: bool = False
    """True if it asks a language model through the arena."""

    def capped(self, cap: "Needs") -> "Needs":
        """Return these needs with no limit above those of `cap`."""
        capped = {name: min(getattr(self, name), getattr(cap, name)) for name in LIMITS.values()}
        return replace(self, **capped)


USUAL = Needs()
