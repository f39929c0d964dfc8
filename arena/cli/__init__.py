"""The command line: names, options and help of every command; what they do is in `arena/commands`.

Imports nothing heavy at the top: `arena --help` answers at once, and Ray starts only where a
tournament is played.
"""

from arena.source import in_the_way

if other := in_the_way():
    raise SystemExit(f"arena: {other}")

from arena.cli.program import app, main

__all__ = ["app", "main"]
