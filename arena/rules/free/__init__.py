"""Free choices: open at any own decision and in windows."""
