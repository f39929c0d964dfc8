"""The command line: one file for each command or small family, loaded when it is called.

A file holds a command's name, options, help and work. `arena/cli/commands.py` lists them all;
`options/` says what options mean, `output/` prints text, tables and JSON.
"""

from arena.source import in_the_way

if other := in_the_way():
    raise SystemExit(f"arena: {other}")

from arena.cli.program import app, main

__all__ = ["app", "main"]
