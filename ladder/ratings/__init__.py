"""Ratings of bots: the live Elo, and official ratings fitted to all games at once."""
