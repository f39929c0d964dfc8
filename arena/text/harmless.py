"""Making harmless what bots and their authors wrote, to show it and pass it on."""

import re
import unicodedata

# Unicode categories of what acts on a terminal, turns text around or cannot be seen.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters that show nothing, unlike all others of their category.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# They hold letters of some scripts, and emoji, together.
_JOINERS = frozenset("\u200c\u200d")
_MARKS = {"Mn", "Me"}
MOST_MARKS = 4
"""Accents and the like on one letter; more pile up over the lines above and below."""


def harmless(text: object, limit: int = 0, keep_lines: bool = False) -> str:
    """Text that somebody else wrote, safe to show on a terminal.

    Line breaks and tabs become spaces, what acts or cannot be seen a visible replacement. `limit`:
    the most characters, none if 0. `keep_lines`: line breaks stay, and each line is cut for itself.
    """
    shown = str(text)
    if keep_lines:
        return "\n".join(harmless(line, limit) for line in shown.split("\n"))
    if not (shown.isascii() and shown.isprintable()):
        shown = "".join(map(_shown, without_piles(shown)))
    return shown[: limit - 1] + "…" if 0 < limit < len(shown) else shown


def spoken(text: str) -> str:
    """A bot's talk as the others get it and records keep it: what acts becomes a space."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if _acts(each) else each for each in without_piles(text))
    return text.strip()


def without_piles(text: str) -> str:
    """The text with at most MOST_MARKS marks on a letter."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _shown(character: str) -> str:
    if character in "\t\n\r":
        return " "
    return "�" if character in _BLANK or unicodedata.category(character) in _HIDDEN else character


def _acts(character: str) -> bool:
    return character not in _JOINERS and unicodedata.category(character) in _HIDDEN - {"Co", "Cn"}


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
