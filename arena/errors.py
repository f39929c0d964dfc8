"""The errors whose text is meant for the person at the terminal."""


class ArenaError(Exception):
    """Something cannot be done; the message names the thing and the way out, in whole sentences."""
