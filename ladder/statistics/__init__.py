"""The ladder's mathematics, apart from its database: Elo, fits, sequential tests, intervals."""
