"""Errors in a bot's handlers, recognized in its stderr.

The SDKs print a handler's error and answer with the first choice, so its answers look right.
"""

import re

# A bot may write what takes long to search, so no two parts of a pattern share a run of characters.
_ERROR = re.compile(
    r"""
    # Python: the line after the last frame. Processes may write at once, one trace into another.
      ^Traceback\ \(most\ recent\ call\ last\):\n (?:[ \t].*\n)* (?P<python>(?!Traceback\ )\S.*)
    # JavaScript, Java and C#: the line before the first frame. In Rust's backtraces, which have
    # such frames too, that line is indented. Node may list between them who required a module.
    | ^(?P<frames>\S.*)\n (?:Require\ stack:\n (?:-\ .*\n)+)?
      \s+at\ (?: (?=[^\s.(]+\.[^\s(])[^\s(]+\ ?\( | .*:\d+:\d+\)?$ )
    | ^(?=.*\S)(?P<go>.+)\n \n? goroutine\ \d+\ \[running\]:$
    # Ruby's and Lua's first lines, before their frames.
    | ^(?P<ruby>\S+:\d+:in\ .*)\n \tfrom[ ]
    | ^(?P<lua>\S.*)\n stack\ traceback:$
    | ^thread\ '(?>.*?\ panicked\ at\ ).*:\n (?P<rust>.*)
    | ^a\ handler\ failed:\ (?P<cpp>.*)
    """,
    re.MULTILINE | re.VERBOSE,
)
_SEAM = re.compile(r"^.*\n\[\.\.\. \d+ bytes left out \.\.\.\]\n.*\n?", re.MULTILINE)
"""Where the middle of a long output was left out (`Excerpt`), with the half lines beside it."""


def handler_error(stderr: str) -> str:
    """Return the line that names the last error of a handler in this output; "" without one."""
    line = ""
    for found in _ERROR.finditer(_SEAM.sub("", stderr)):
        # Each alternative has a single group, named after its language.
        line = found[found.lastgroup or 0]
    return line
