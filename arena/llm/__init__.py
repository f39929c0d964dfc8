"""Language models for bots: one process asks the provider, keeps a tape, and minds the budget."""
