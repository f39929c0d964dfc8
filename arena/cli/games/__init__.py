"""The commands about single games: play, list, retell, explain, replay, verify."""
