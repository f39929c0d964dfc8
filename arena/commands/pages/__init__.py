"""The commands that show the ladder in a browser, and let visitors play there."""
