"""Plain language: events, choices and questions of the protocol, in words for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules. The
frame (asking, speaker, cards) makes sentences; the words are those of the basic game and of the
modules in `expansions/`. All that is loaded when it is first asked for: every command makes things
`harmless`, and few tell games.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.text.harmless import harmless, spoken

if TYPE_CHECKING:
    from arena.text.asking import question, task
    from arena.text.cards import beans, coins, field_text, queue
    from arena.text.likeness import alike
    from arena.text.offers import terms
    from arena.text.speaker import Speaker

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

_MODULES = {
    "asking": ("question", "task"),
    "cards": ("beans", "coins", "field_text", "queue"),
    "likeness": ("alike",),
    "offers": ("terms",),
    "speaker": ("Speaker",),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"arena.text.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
