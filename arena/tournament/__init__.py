"""Tournaments: deals, schedules, workers, the driver; and matches without any of that."""
