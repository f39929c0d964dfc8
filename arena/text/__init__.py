"""Plain language: events, choices and questions of the protocol, in words for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules. The
frame (asking, speaker, cards) makes sentences; the words are those of the basic game and of the
modules in `expansions/`. Every command makes things harmless, and few tell games: only those load
the rest.
"""

from arena.text.harmless import harmless, spoken

__all__ = ["harmless", "spoken"]
