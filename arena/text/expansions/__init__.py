"""Words for what the expansions add: a module for each, found by `words.py`."""
