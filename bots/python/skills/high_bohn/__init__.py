"""What a trader knows of High Bohn: its judge, its purchases, and a skill for each power to use."""
