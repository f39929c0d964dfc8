"""A bot's needs, whatever the level. Plain data: the manifest asks, a tournament caps."""

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
"""The words of `--limits`, and the fields they set."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The limits of a bot with all its processes together, and what it is given besides."""

    memory_mb: int = USUAL_MEMORY_MB
    """Of all its processes together."""
    processes: int = USUAL_PROCESSES
    """Threads count as well."""
    file_mb: int = USUAL_FILE_MB
    """The largest file that it may write."""
    scratch_mb: int = USUAL_SCRATCH_MB
    """All files together, in its folder for temporary files."""
    network: bool = False
    pass_env: tuple[str, ...] = ()
    """Names of variables of the operator's environment that it is given."""
    model: bool = False
    """It asks a language model, through the arena."""

    def capped(self, cap: "Needs") -> "Needs":
        """Cap these needs: no limit above those of `cap`."""
        capped = {name: min(getattr(self, name), getattr(cap, name)) for name in LIMITS.values()}
        return replace(self, **capped)


USUAL = Needs()
