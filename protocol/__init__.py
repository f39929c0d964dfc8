"""Every line on the pipe between arena and bot, and the record of a game."""
