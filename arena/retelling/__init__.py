"""Stored games retold: replayed by the rules, in words, or line by line as a bot saw them."""
