"""A person's seat in a terminal: usable with keys alone, at 80×24, with or without colours."""
