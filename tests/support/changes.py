"""What `static/data.js` does with the changes of a replay page."""

from typing import Any


def apply(old: Any, changes: list[Any]) -> Any:
    """`old` after the changes; `old` itself stays as it is."""
    for path, *change in changes:
        old = _changed(old, path, change)
    return old


def _changed(old: Any, path: list[str | int], change: list[Any]) -> Any:
    if path:
        key: Any = path[0]
        new = old.copy()
        new[key] = _changed(old[key], path[1:], change)
        return new
    if len(change) == 1:
        return change[0]
    start, end, items = change
    return [*old[:start], *items, *old[end:]]
