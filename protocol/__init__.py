"""Every line on the pipe between arena and bot, and the record of a game.

`messages` holds the lines and the parsers for what a bot sends; `rulebook`, `view`, `events`,
`choices`, `offers` and `cards` are their parts, to which each module in `expansions` adds what its
game needs. `record` is the stored game, and `schema` writes `schema.json`. `SPEC.md` is the
contract in words. Nothing here imports the rules, the arena or the ladder.
"""

from typing import Any

Json = dict[str, Any]
"""A JSON object as plain data: a line on the pipe, a part of one, or the output of a command."""
