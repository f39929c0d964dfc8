"""Rollouts: games played on from a position, by a simple player in every seat, to judge decisions.

The player is `arena.rules.Sensible`; it and the dealing look at nothing that its seat could not
see. `judge` judges a game, `verdicts` puts that in words, `kept` keeps it.
"""
