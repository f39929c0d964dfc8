"""Sentences of single choices and events, for the tests of their words."""

from typing import Any

from arena.text.speaker import Speaker

WHO = Speaker(["ann", "bob", "cleo"])


def told(name: str, seat: int | None = 0, **details: Any) -> str:
    """An event as a sentence; of seat 0, ann, unless another is given."""
    by = {} if seat is None else {"seat": seat}
    return WHO.event({"event": name, **by, **details})


def ordered(do: str, view: dict[str, Any] | None = None, **details: Any) -> str:
    """A choice as an order."""
    return WHO.choice({"do": do, **details}, view)
