"""The ladder: ratings, the store of results, standings. Imports nothing of the arena."""
