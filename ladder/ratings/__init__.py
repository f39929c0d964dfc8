"""Ratings of bots: the live Elo, and the official ratings fitted to all games."""
