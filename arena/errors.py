"""Errors whose text is meant for the person at the terminal."""


class ArenaError(Exception):
    """Something cannot be done; the message says what, then the way out, in whole sentences."""


class UsageError(ArenaError):
    """What was typed is wrong: a name that means nothing, an option, or options together."""
