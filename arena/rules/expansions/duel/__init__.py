"""The duels: two games for two players, with different turns."""
