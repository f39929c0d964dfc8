"""Make text by bots and their authors harmless, to show it or pass it on."""

import re
import unicodedata

# Unicode categories that control a terminal, reverse text or are invisible.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible letters, unlike others in their categories.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# These join letters of some scripts, and emoji.
_JOINERS = frozenset("\u200c\u200d")
_MARKS = {"Mn", "Me"}
MOST_MARKS = 4
"""The most accents and other marks on a letter; more would pile up over other lines."""


def harmless(text: object, limit: int = 0, keep_lines: bool = False) -> str:
    """Make somebody else's text safe to show on a terminal.

    Line breaks and tabs become spaces; control and invisible characters become a visible
    replacement.

    Args:
        text: anything, shown as `str` has it.
        limit: the most characters; 0 for no limit.
        keep_lines: True to keep line breaks and limit each line alone.
    """
    shown = str(text)
    if keep_lines:
        return "\n".join(harmless(line, limit) for line in shown.split("\n"))
    # Nearly all text is plain, and need not be looked at letter by letter.
    if not (shown.isascii() and shown.isprintable()):
        shown = "".join(map(_shown, without_piles(shown)))
    return shown[: limit - 1] + "…" if 0 < limit < len(shown) else shown


def spoken(text: str) -> str:
    """Return a bot's talk as other seats and records get it: control characters become spaces."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if _acts(each) else each for each in without_piles(text))
    return text.strip()


def without_piles(text: str) -> str:
    """Return the text with at most MOST_MARKS marks on a letter."""
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
"""Matches an invisible letter or mark, unlike others in its category."""
_UNSEEN = {"Cc", "Cf", "Zl", "Zp"}


_LOOKS_LIKE = {
    "a": "\u0251\u03b1\u0430", "b": "\u03b2\u0432", "c": "\u0441", "d": "\u0501",
    "e": "\u03b5\u0435", "g": "\u0261\u0581", "h": "\u0397\u043d\u04bb\u0570",
    "i": "\u0131\u03b9\u0456", "j": "\u03f3\u0458\u0575", "k": "\u03ba\u043a", "l": "\u04cf",
    "m": "\u03bc\u043c", "n": "\u039d\u03b7\u0578", "o": "\u03bf\u043e\u0585", "p": "\u03c1\u0440",
    "q": "\u051b\u0566", "s": "\u0455", "t": "\u03c4\u0442", "u": "\u03c5\u057d",
    "v": "\u03bd\u0475", "w": "\u051d", "x": "\u03c7\u0445", "y": "\u03a5\u0443\u04af",
    "z": "\u03b6",
}  # fmt: skip
"""Small letters, mostly Greek, Cyrillic and Armenian, that look Latin or whose capitals do, and
three Greek capitals that don't look like the same Latin letter as their small forms."""
_LATIN = {ord(each): letter for letter, others in _LOOKS_LIKE.items() for each in others}


def alike(name: str) -> str:
    """Fold a name, so that names which look the same are equal.

    Case, width, accents' encoding, spaces and invisible characters make no difference, and letters
    of other scripts that look Latin count as Latin. An invisible name becomes "".
    """
    seen = "".join(
        each for each in BLANK.sub("", name) if unicodedata.category(each) not in _UNSEEN
    )
    plain = unicodedata.normalize("NFKD", seen).translate(_LATIN)  # accents apart
    folded = unicodedata.normalize("NFKD", plain.casefold()).translate(_LATIN)
    return " ".join(unicodedata.normalize("NFKC", folded).split())
