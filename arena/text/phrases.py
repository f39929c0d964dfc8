"""Small parts of sentences: counts, lists, ordinals, a message's first line; numbers read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MOST_DIGITS = 18
_DIGITS = re.compile("[0-9]+")


def counted(number: int, one: str, several: str = "") -> str:
    """Return "1 game" or "2,000 games"; `several` is the plural if that isn't `one` with an s."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def few(words: Sequence[str], most: int) -> str:
    """List the first words, and count the others."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def tallied(times: Mapping[str, int]) -> str:
    """Say how often each happened: "3 late, 1 crashed"."""
    return ", ".join(f"{number} {what}" for what, number in times.items())


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return "a", "a and b" or "a, b and c"; `last` is the word before the last one."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def whole_number(text: str) -> int | None:
    """Read a whole number written with at most 18 plain digits; None for anything else."""
    # int() also takes other scripts' digits, underscores and spaces, and SQLite counts to 2**63.
    return int(text) if len(text) <= MOST_DIGITS and _DIGITS.fullmatch(text) else None


def spent(tokens: float, cost: float) -> str:
    """Write what language models take: `1.25 million tokens for 0.40`, `900 tokens`."""
    amount = f"{tokens / 1e6:.2f} million" if tokens >= 10_000 else f"{tokens:,.0f}"
    return f"{amount} tokens" + (f" for {cost:.2f}" if cost else "")


def refused_answers(a_game: float) -> str:
    """Say how many of a bot's answers were refused or cut in a game, on average."""
    return f"{a_game:.1f} answers a game were refused or cut"


def ordinal(number: int) -> str:
    """Return the ordinal of a place: "first", "second", "third", "4th"."""
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def minute(time: str | None) -> str:
    """Return a time of the ladder's tables as people read it, or ""; it is in UTC."""
    return "" if time is None else time[:16].replace("T", " ")


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
    """Say what a value must be, from a problem that pydantic found with it."""
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
    """Return the first line of a message, without its details; "" if it is empty."""
    return (text.strip().splitlines() or [""])[0]
