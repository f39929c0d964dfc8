"""Free choices: open at the decisions of your own turn and in windows (T4)."""
