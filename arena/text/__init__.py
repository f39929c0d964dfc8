"""Plain language: the protocol's events, choices and questions in words, for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules. The
modules `asking`, `speaker` and `cards` make sentences; the words come from the basic game and the
modules in `expansions/`. Only `harmless` is imported here: every command needs it, few need words.
"""

from arena.text.harmless import harmless, spoken

__all__ = ["harmless", "spoken"]
