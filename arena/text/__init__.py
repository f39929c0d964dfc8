"""Plain language: events, choices and questions of the protocol, in words for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules.
"""

from arena.text.asking import question
from arena.text.cards import beans, coins, field_text, harmless, queue
from arena.text.speaker import Speaker, terms

__all__ = [
    "Speaker",
    "beans",
    "coins",
    "field_text",
    "harmless",
    "question",
    "queue",
    "terms",
]
