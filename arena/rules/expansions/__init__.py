"""The expansions: one small rule, or a few, in a file each."""
