"""Stored games retold: replayed by the rules, frame by frame, in words, or line by line."""
