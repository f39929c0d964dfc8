"""The expansions: one or a few small rules in a file each."""
