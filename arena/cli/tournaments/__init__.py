"""The commands that play tournaments and tests of two bots, or show them."""
