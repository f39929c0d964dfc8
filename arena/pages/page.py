"""A page as data, before it becomes HTML."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.errors import ArenaError


class NoPage(ArenaError):
    """There is nothing at this address."""


@dataclass(frozen=True, slots=True)
class Page:
    """A template of `templates/`, and what it is filled with.

    All text of `data` may come from anybody: it is made harmless and escaped where it is shown.
    """

    template: str
    title: str
    data: Mapping[str, Any]
