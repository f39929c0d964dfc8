"""Work on a whole ladder: merging two, checking one, computing its ratings again."""
