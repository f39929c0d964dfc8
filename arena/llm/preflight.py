"""The preflight: a run's first requests, so that wrong settings don't become a rating.

Until a model has answered a question of some kind, a failed answer to one isn't passed on to the
bot: the model is asked again, and finally the run ends. Afterwards failures are the player's own,
until 20 in a row are no longer bad luck.
"""

import re

from arena.llm.provider import FILTERED
from arena.llm.settings import OTHER_MOST, LanguageModel
from arena.llm.tape import Answer, Chain

MOST_FAILED = 20
"""Failures in a row, of a seat or of a player's seats together, that end the run."""


class PreflightTrial:
    """The record of one player's requests in this run."""

    def __init__(self) -> None:
        self._answered: set[str] = set()
        self._failed = 0

    @property
    def begun(self) -> bool:
        """True if its model has answered anything."""
        return bool(self._answered)

    def passes(self, kind: str, answer: Answer) -> bool:
        """Note an answer to this kind of question; return True if it may go to the bot."""
        if "failed" not in answer:
            self._answered.add(kind)
        return kind in self._answered or answer["stop"] == FILTERED

    def fails(self, chain: Chain, answer: Answer) -> bool:
        """Count an answer that is passed on; return True if too many failed in a row."""
        # The words may be another player's, who must not be able to end a run. They count only as
        # long as the model has answered nothing at all.
        if answer["stop"] == FILTERED and self.begun:
            return False
        failed = "failed" in answer
        self._failed = (self._failed + 1) * failed
        chain.failed = (chain.failed + 1) * failed
        return max(self._failed, chain.failed) >= MOST_FAILED


_NO_SYSTEM = re.compile(
    r"\bsystem['\"]? (role|message|prompt)|['\"]system['\"]|roles must alternate"
    r"|(system|developer) instruction|only user\b.* roles?",
    re.I,
)
"""Matches what servers say whose chat templates have no system role."""


def system_hint(model: LanguageModel, why: str) -> str:
    """Say what to set if a provider may have failed for want of a system role; "" if not."""
    if model.system_role and _NO_SYSTEM.search(why):
        return "; if its chat template has no system role, set system_role = false"
    return ""


def remedy(name: str, model: LanguageModel, answer: Answer) -> str:
    """Say what to change in models.toml because of a failed answer."""
    stop, why = answer["stop"], answer["failed"]
    if stop == FILTERED:
        return f"Choose another model, or another filter at its provider, for [{name}]."
    if stop == "refused":
        other = f"extra = {{ {OTHER_MOST} = {model.max_tokens} }}"
        instead = f"; in place of max_tokens this model may want {other}"
        fix = f"Correct [{name}] in models.toml"
        return f"{fix}{instead if 'max_tokens' in why else ''}{system_hint(model, why)}."
    if stop == "tool_calls":
        return f"Correct [{name}] in models.toml, or its server: it has to answer in text."
    most = f"{OTHER_MOST} in extra" if OTHER_MOST in model.extra else "max_tokens"
    less = 'extra = { reasoning_effort = "low" }'
    return f"In models.toml, raise {most} of [{name}], or have it think less: {less}."
