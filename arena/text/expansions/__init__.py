"""Words for the expansions: a module for each, which `words.py` finds by itself."""
