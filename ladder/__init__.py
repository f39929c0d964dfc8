"""The ladder: ratings, stored results and standings. It imports nothing of the arena."""
