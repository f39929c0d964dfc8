"""Referee, tournaments and command line around the rules, the protocol and the ladder."""

from arena import compiled

__version__ = "0.2.0"

compiled.use()
