"""Replay pages: each is one file that needs no network and opens with a double click."""
