"""The commands about this machine and what it keeps: `doctor`, and the database."""
