"""The rehearsal: a fault in the settings must not become a rating.

The first requests of a run are one. Until a model has answered a question of some kind, an answer
of its own that fails there is not passed on to the bot: it is asked again, and then the run ends.
Afterwards what fails is the player's own, but 20 times in a row it is no longer bad luck. What was
refused for its content counts only while nothing at all was answered, since the words may be those
of another player, who must not be able to end a run with them.
"""

from arena.llm.provider import FILTERED
from arena.llm.settings import OTHER_MOST, LanguageModel
from arena.llm.tape import Answer, Chain

MOST_FAILED = 20
"""Answers of a seat, or of a player's seats together, that fail in a row end the run."""


class RehearsalTrial:
    """How the requests of one player have gone in this run."""

    def __init__(self) -> None:
        self._answered: set[str] = set()
        self._failed = 0

    @property
    def begun(self) -> bool:
        """True if its model has answered anything."""
        return bool(self._answered)

    def passes(self, kind: str, answer: Answer) -> bool:
        """True if an answer to a question of some kind may be passed on to the bot."""
        if "failed" not in answer:
            self._answered.add(kind)
        return kind in self._answered or answer["stop"] == FILTERED

    def fails(self, chain: Chain, answer: Answer) -> bool:
        """Count an answer that is passed on; True if too many have failed in a row."""
        if answer["stop"] == FILTERED and self.begun:
            return False
        failed = "failed" in answer
        self._failed = (self._failed + 1) * failed
        chain.failed = (chain.failed + 1) * failed
        return max(self._failed, chain.failed) >= MOST_FAILED


def remedy(name: str, model: LanguageModel, answer: Answer) -> str:
    """Say what to change in models.toml where an answer of a model failed."""
    stop, why = answer["stop"], answer["failed"]
    if stop == FILTERED:
        return f"Choose another model, or another filter at its provider, for [{name}]."
    if stop == "refused":
        other = f"extra = {{ {OTHER_MOST} = {model.max_tokens} }}"
        instead = f"; in place of max_tokens this model may want {other}"
        mend = f"Correct [{name}] in models.toml"
        return f"{mend}{instead if 'max_tokens' in why else ''}."
    if stop == "tool_calls":
        return f"Correct [{name}] in models.toml, or its server: it has to answer in text."
    most = f"{OTHER_MOST} in extra" if OTHER_MOST in model.extra else "max_tokens"
    less = 'extra = { reasoning_effort = "low" }'
    return f"In models.toml, raise {most} of [{name}], or have it think less: {less}."
