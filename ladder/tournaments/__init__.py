"""Tournaments and leagues in the ladder: their settings, ledgers, members and seasons."""
