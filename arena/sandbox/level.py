"""Levels of confinement, best first."""

from enum import StrEnum


class Level(StrEnum):
    """A: in namespaces of their own, by bubblewrap. B: Landlock and seccomp, where namespaces are
    closed. C: limits alone, for bots that are trusted."""

    A = "A"
    B = "B"
    C = "C"
