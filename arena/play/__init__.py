"""Seats for people: the relay to the referee, what a seat shows and allows, and the terminal."""
