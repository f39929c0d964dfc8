"""Levels of confinement, best first."""

from enum import StrEnum


class Level(StrEnum):
    """How bots are confined.

    A  namespaces of their own, made by bubblewrap
    B  Landlock and seccomp, for machines that don't allow namespaces
    C  limits only, for trusted bots
    """

    A = "A"
    B = "B"
    C = "C"
