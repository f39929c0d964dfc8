"""Small pieces of sentences: a number of things, words in a row, a first line."""

from collections.abc import Iterable, Mapping
from typing import Any


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


_SORTS = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a finite number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table",
    "model": "a table",
}


def what_it_must_be(problem: Mapping[str, Any]) -> str:
    """Say what a value must be, of a problem with it that pydantic found."""
    limit = next(iter(problem.get("ctx", {}).values()), "")
    match problem["type"]:
        case "greater_than_equal":
            return f"it must be at least {limit}"
        case "less_than_equal":
            return f"it must be at most {limit}"
        case "greater_than":
            return f"it must be more than {limit}"
        case "string_too_long":
            return f"it may have {limit} characters at most"
        case "string_too_short" | "too_short":
            return "it must not be empty"
        case "string_pattern_mismatch":
            return "it has a character that may not be there"
        case sort:
            sort = _SORTS.get(sort.partition("_")[0], "")
            return f"it must be {sort}" if sort else str(problem["msg"])


def first_line(text: str) -> str:
    """The first line of a message: what happened, without the details; "" of an empty one."""
    return (text.strip().splitlines() or [""])[0]
