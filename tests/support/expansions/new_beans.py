"""The three new beans."""

RULE_IDS = ["N1", "N2", "N3"]
