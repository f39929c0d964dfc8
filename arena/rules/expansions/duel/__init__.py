"""The duels: two games for two, with turns of their own."""
