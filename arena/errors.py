"""Errors whose message is meant for the user."""


class ArenaError(Exception):
    """Something can't be done; the message says in whole sentences what, and then the way out."""


class UsageError(ArenaError):
    """A mistake on the command line: an unknown name, a wrong option, or options that clash."""
