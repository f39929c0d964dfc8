"""The commands that ask the ladder: standings, a bot, comparisons, the database."""
