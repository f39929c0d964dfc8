"""Every line on the pipe between arena and bot, and the record of a game.

`messages` holds the lines and the two parsers for what a bot sends, `choices` and `table` their
parts, `record` the stored game, `schema` writes `schema.json`. `SPEC.md` is the contract in words.
Nothing here imports the rules, the arena or the ladder.
"""
