"""The commands that ask the ladder: standings, a bot, comparisons; its pages in a browser."""
