"""Texts as programs and models write them, for every layer that reads, keeps or shows text."""

import unicodedata

ACCENTED = "Käse für Ådas Bohnen"
STRANGE = (
    "soy? \ud83d",  # half of an emoji, as from a cut at a UTF-16 unit
    "\udc81 and the other half",
    "\udc00\ud800 the wrong way round",
    "x" * 279 + "\U0001fad8\U0001fad8",  # four bytes, two units, at the cut of `say`
    "x" * 279 + "\ud83e",
    "\\ud83d is no half, \\\\ud83d neither \\\ud83d",
    "a bean: \U0001fad8, a farmer: \U0001f469\u200d\U0001f33e, a heart: \u2764\ufe0f",
    "zero\u200bwidth\u2060and\ufeffmore\u00ad",
    "\u202eturned\u2066 round\u200f\u061c",
    "\x00NUL, \x1b[2Jan empty screen, \x9b31m\x7f\b",
    "lines\r\nthat\u2028break\x85here\ttoo",
    "e" + "\u0301" * 280,
    unicodedata.normalize("NFC", ACCENTED),
    unicodedata.normalize("NFD", ACCENTED),
    "\u3164\u2800 blank, \ue000 private, \U000e0041 a tag, \uffff nothing",
    "</script><script>alert(1)</script> &amp; ]]> \"'",
    "=1+1",
    "\u8c46" * 5_000,  # longer than is kept anywhere
)


def whole(text: str) -> str:
    """The text with U+FFFD in place of each half of a character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
