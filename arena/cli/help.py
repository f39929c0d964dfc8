"""Helpers for the help of commands: examples, and lines that the terminal wraps."""


def examples(*lines: str) -> str:
    """The examples at the end of a command's help."""
    return "Examples:\n\n" + "\n\n".join(lines)


def unwrapped(doc: str) -> str:
    """A docstring with a line for each paragraph, for a terminal of any width to wrap."""
    return "\n\n".join(" ".join(each.split()) for each in doc.split("\n\n"))
