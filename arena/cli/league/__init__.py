"""The commands of a league that goes on for ever, and of its seasons."""
