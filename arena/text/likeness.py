"""Names that look the same, though they are written otherwise."""

import re
import unicodedata

BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""A letter or mark that shows nothing, unlike all others of its category."""
_UNSEEN = {"Cc", "Cf", "Zl", "Zp"}


def alike(name: str) -> str:
    """Fold a name: alike for names that look the same but for case, width, space and the invisible.

    Empty for a name that shows nothing. Letters of different scripts are not the same.
    """
    seen = "".join(
        each for each in BLANK.sub("", name) if unicodedata.category(each) not in _UNSEEN
    )
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join(folded.split())
