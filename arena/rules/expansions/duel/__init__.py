"""The duels: two games for two, with different turns."""
