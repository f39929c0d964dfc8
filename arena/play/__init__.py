"""A person at the table: the relay to her seat, what she sees and may do there, and the screens."""
