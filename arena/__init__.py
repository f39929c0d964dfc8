"""Referee, tournaments and command line around the rules, the protocol and the ladder."""

__version__ = "0.1.0"
