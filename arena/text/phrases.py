"""Small pieces of sentences: a number of things, words in a row, a first line."""

from collections.abc import Iterable


def counted(number: int, one: str, several: str = "") -> str:
    """A number of things: "1 game", "2,000 games"; `several` if that is not `one` with an s."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a", "a and b", "a, b and c"; `last` stands before the last of them."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def ordinal(number: int) -> str:
    """A place in a row: "first", "second", "third", "4th"."""
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def first_line(text: str) -> str:
    """The first line of a message: what happened, without the details; "" of an empty one."""
    return (text.strip().splitlines() or [""])[0]
