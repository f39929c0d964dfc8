"""Judge the decisions of a game by rollouts: play on from a position with a simple player.

The player, `arena.rules.Sensible`, sits in every seat. Neither it nor the dealing uses anything
the deciding seat could not see. `evaluator` judges a game, `report` puts the judgement into words
and keeps it.
"""
