"""Bots kept: read, found, built, checked and submitted."""
