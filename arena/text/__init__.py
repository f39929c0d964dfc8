"""Plain language: events, choices and questions of the protocol, in words for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules. The
frame (asking, speaker, cards) makes sentences; the words are those of the basic game and of the
modules in `expansions/`.
"""

from arena.text.asking import question, task
from arena.text.cards import beans, coins, field_text, queue
from arena.text.expansions import words
from arena.text.harmless import harmless, spoken
from arena.text.likeness import alike
from arena.text.offers import terms
from arena.text.speaker import Speaker

words()  # a word that is claimed twice is refused now

__all__ = [
    "Speaker",
    "alike",
    "beans",
    "coins",
    "field_text",
    "harmless",
    "question",
    "queue",
    "spoken",
    "task",
    "terms",
]
