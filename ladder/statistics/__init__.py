"""The ladder's mathematics, without its file: Elo, fits, sequential tests, intervals."""
