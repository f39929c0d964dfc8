"""A person's seat in a terminal: works with keys alone, on 80×24, in any colours or none."""
