"""Errors whose text is meant for the person at the terminal."""


class ArenaError(Exception):
    """Something cannot be done; the message says what, then the way out, in whole sentences."""


class UsageError(ArenaError):
    """A mistake on the command line: an unknown name, a wrong option, or options that clash."""
