"""Plain language: the protocol's events, choices and questions in words, and the ladder in tables.

For people and models. What is about a game reads the protocol's plain data (`SPEC.md`) and knows
nothing of the rules. The modules `asking`, `speaker` and `cards` make sentences; the words come
from the basic game and the modules in `expansions/`. What is about the ladder is a `DataTable`
(`table.py`), made once for terminals and pages: `standings`, `bot_page`, `comparison`, …. Only
`harmless` is imported here: every command needs it, few need words.
"""

from arena.text.sanitize import harmless, spoken

__all__ = ["harmless", "spoken"]
