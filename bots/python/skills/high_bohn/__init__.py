"""A trader's skill for High Bohn: its judge, its purchases, and a skill for each power."""
