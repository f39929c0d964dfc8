"""Language models for bots: one process asks providers, keeps a tape, and enforces the budget."""
