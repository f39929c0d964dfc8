"""Pages for a browser: each one file that needs no network and opens by a double click."""
