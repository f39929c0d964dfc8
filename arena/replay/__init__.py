"""Replays of stored games: frame by frame, in numbers and sentences, or line by line."""
