"""Every line on the pipe between arena and bot, and the record of a game.

`messages` holds the lines and the two parsers for what a bot sends; `rulebook`, `view`, `events`,
`choices`, `offers` and `cards` are their parts, to which each module in `expansions` adds what its
game needs. `record` is the stored game, and `schema` writes `schema.json`. `SPEC.md` is the
contract in words. Nothing here imports the rules, the arena or the ladder.
"""

from typing import Any

Json = dict[str, Any]
"""An object of JSON as plain data: a line of the pipe, a part of one, or what a command prints."""
