"""A stored game told again: replayed by the rules, in words, or line by line as a bot saw it."""
