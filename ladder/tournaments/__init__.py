"""Tournaments and leagues in the database: settings, ledgers, members and seasons."""
