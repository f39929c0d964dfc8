"""Maintenance of a whole ladder: merging two, checking one, recomputing its ratings."""
