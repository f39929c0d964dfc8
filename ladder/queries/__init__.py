"""Queries on the ladder: standings, bots, comparisons, games."""
