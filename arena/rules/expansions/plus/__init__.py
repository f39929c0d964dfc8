"""Bohnanza Plus: order cards, field beans and two house options (P)."""
