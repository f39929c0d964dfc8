"""Plain data as what has changed since the last: a game is long, and little changes at a time.

A difference is a list of changes, each `[path, value]` (the value at the path is now this) or
`[path, from, to, items]` (in the list at the path, these items take the place of `from` to `to`).
A path is a list of keys and places; the empty one is the whole. `static/data.js` reads them.
Where Python finds two values equal, they count as the same: no part of a frame is now 1, now True.
"""

from collections.abc import Iterator
from typing import Any

Change = list[Any]


def difference(old: Any, new: Any) -> list[Change]:
    """The changes that lead from `old` to `new`, none of which touches what another does."""
    return list(_changes(old, new, []))


def apply(old: Any, changes: list[Change]) -> Any:
    """`old` after the changes; `old` itself stays as it is."""
    for path, *change in changes:
        old = _changed(old, path, change)
    return old


def _changes(old: Any, new: Any, path: list[str | int]) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in new:
            yield from _changes(old[key], new[key], [*path, key])
    elif not isinstance(old, list) or not isinstance(new, list):
        yield [path, new]
    elif len(old) == len(new) and any(isinstance(part, dict | list) for part in new):
        for at, part in enumerate(new):
            yield from _changes(old[at], part, [*path, at])
    else:
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        yield [path, start, len(old) - end, new[start : len(new) - end]]


def _alike(old: list[Any], new: list[Any]) -> int:
    """Count the parts at the front that are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    differing = (at for at, (one, other) in pairs if one != other)
    return next(differing, min(len(old), len(new)))


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
