"""The registry of bots: it finds, builds, checks, submits and keeps them."""
