"""What is read from the ladder: standings, bots, comparisons, games."""
