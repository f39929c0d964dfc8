"""Rollouts: games played on from a position, by a simple player in every seat, to judge decisions.

The player (`sensible`) is the bundled bot of that name; it and `redeal` look at nothing that its
seat could not see.
"""
