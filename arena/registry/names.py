"""Rules for bot names: letters and digits of any script, normalized, with none invisible."""

import re
import unicodedata

from arena.text.sanitize import BLANK

LONGEST = 40
ELSEWHERE = "Rename the file, give a name in bot.toml, or submit it with --name."
_ALSO = "._-"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def normalized(name: str) -> str:
    """Normalize a name, so that an accent typed separately makes the same letter."""
    return unicodedata.normalize("NFC", name)


def valid_name(name: str, way_out: str = ELSEWHERE) -> str:
    """Return the normalized name. Raises ValueError, with a sentence, if no bot may have it."""
    name = normalized(name)
    shown = name if len(name) <= 2 * LONGEST else name[: 2 * LONGEST] + "…"
    if any("\ud800" <= each <= "\udfff" for each in name):
        raise ValueError(f"The name {shown!a} is not written in UTF-8. {way_out}")
    for character in name:
        if unicodedata.category(character) in _UNSEEN or BLANK.match(character):
            called = unicodedata.name(character, "a control character")
            raise ValueError(
                f"The name {shown!a} holds an invisible character (U+{ord(character):04X}, "
                f"{called}), so that it looks like another name. Leave it out."
            )
    if not (0 < len(name) <= LONGEST and _plain(name[0]) and all(_fits(each) for each in name)):
        raise ValueError(
            f"The name {shown!r} is not allowed: a name has 1 to {LONGEST} letters, digits, dots, "
            f"hyphens or underscores, and begins with a letter or a digit. {way_out}"
        )
    return name


def name_from_file(stem: str) -> str:
    """Make a name from a file's: "my bot (2)" becomes my-bot-2."""
    return re.sub(r"[ !-,/:-@\[-^`{-~]+", "-", stem).strip(_ALSO) or stem


def _plain(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


def _fits(character: str) -> bool:
    return character in _ALSO or unicodedata.category(character)[0] in "LMN"
