"""Compact storage of records, the JSON of games.

A stored record begins with a byte that says its form. `FORM` is followed by bz2 of the JSON, in
which each phrase of `PHRASES` has become one byte above ASCII. Older ladders have zlib of the JSON,
which begins with another byte; both can be read.

Replacing phrases first leaves bz2 a fifth of the text, so it is faster and compresses better. zlib
needs twice as many bytes for a record (`docs/decisions/10-storage.md`).
"""

import bz2
import json as jsons
import re
import zlib
from codecs import charmap_decode

FORM = b"\x02"
MOST = 40_000_000
"""Bytes of the longest JSON that is read. What bots may say and note keeps a game below, even if
all of it is written as escapes; but a few bytes made with bad intent could expand to gigabytes."""
MOST_BESIDE_TEXT = 2_000_000
"""Bytes of a record's JSON outside its strings. Each can cost thirty when it is parsed, as `{},`
makes a dictionary. The longest games that the rules allow have less than a quarter of that."""
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_PIECE = 1 << 20

# Frequent phrases of records, longer ones before those within them. Stored records depend on this
# table, so it can never change: another table is another form.
PHRASES = (
    *(f'}},"ms":{start}' for start in ("0.0", "0.", "")),
    *(f'}},{{"seat":{seat},"choice":{{"do":"' for seat in range(7)),
    'plant","card":"',
    'harvest","field":',
    'answer","offers":[{"give":[',
    'answer","accept":[',
    'answer"',
    'pass"',
    'trade","offers":[{"to":"all","give":[',
    'trade","take":[',
    'discard","card":"',
    'discard_from_hand","card":"',
    'keep_magpie","card":"',
    'play_magpie","card":"',
    'lay_order","card":"',
    ',"offers":[{"to":"all","give":[',
    '},{"to":"all","give":[',
    '},{"give":[',
    '],"want":["',
    '],"want":[]}',
    '{"kind":"',
    '","hand":',
    '","turned_over":',
    '"give":[',
    '","field":',
    '"]}',
    ',"take":[',
    ',"accept":[',
    ',"end":true',
    '{"to":',
    *("black_eyed", "garden", "green", "stink", "chili", "blue", "soy", "red"),
    *("coffee", "wax", "cocoa", "brandy", "cognac", "magpie"),
    '{"format":1,"variant":"',
    '","players":',
    ',"rules":"',
    '","seed":"',
    '","talk":true,"clock":{"bank_ms":',
    ',"increment_ms":',
    ',"limit_ms":',
    '},"bots":[{"name":"',
    '","version":',
    ',"hash":"',
    '","seed":',
    ',"wants":["bids"]},{"name":"',
    ',"wants":[]},{"name":"',
    ',"wants":["bids"]}]',
    ',"wants":[]}]',
    ',"decisions":[{"seat":',
    ',"forfeits":[],"result":{"scores":[',
    '],"places":[',
    '],"winners":[',
)
_FIRST = 0x80
_TO_BYTES = [(text.encode(), bytes([_FIRST + at])) for at, text in enumerate(PHRASES)]
# All of ASCII is listed, too: a lookup that fails takes twice as long.
_TO_TEXT = dict(enumerate([*map(chr, range(_FIRST)), *PHRASES]))


class NoRecord(ValueError):
    """The stored bytes are not a record; the message says why."""


def packed(json: bytes) -> bytes:
    """Pack the JSON of a record for storage."""
    if not json.isascii():  # what bots say; the bytes above ASCII are taken
        json = jsons.dumps(jsons.loads(json), separators=(",", ":")).encode()
    for text, byte in _TO_BYTES:
        json = json.replace(text, byte)
    return FORM + bz2.compress(json, compresslevel=1)  # blocks of 100 kB are enough


def unpacked(stored: bytes) -> bytes:
    """Return the JSON of a stored record of any form; raise NoRecord if there is none."""
    try:
        json = _from_phrases(stored[1:]) if stored[:1] == FORM else inflated(stored)
        _require_texts(json)
        return json
    except (zlib.error, OSError, ValueError, TypeError) as error:  # a type: not the blob it was
        raise NoRecord(str(error)) from None


def inflated(stored: bytes, most: int = MOST) -> bytes:
    """Decompress zlib data of at most `most` bytes; raise zlib.error, ValueError or TypeError."""
    unpacking = zlib.decompressobj()
    whole = unpacking.decompress(stored, most + 1)
    _require(len(whole) <= most, most)
    if not unpacking.eof:
        raise ValueError("it is cut off")
    return whole


def _from_phrases(stored: bytes) -> bytes:
    """Unpack piece by piece, so that no bomb fills the memory; raise OSError or ValueError."""
    unpacking = bz2.BZ2Decompressor()
    pieces, size = [], 0
    while not unpacking.eof:
        piece = unpacking.decompress(stored, _PIECE)
        stored = b""
        if not piece and unpacking.needs_input:
            raise ValueError("it is cut off")
        pieces.append(charmap_decode(piece, "strict", _TO_TEXT)[0].encode("ascii"))
        size += len(pieces[-1])
        _require(size <= MOST, MOST)
    if not size:
        raise ValueError("there is nothing in it")
    return b"".join(pieces)


def _require(fits: bool, most: int) -> None:
    if not fits:
        raise ValueError(f"it stands for more than {most // 1_000_000} MB")


def _require_texts(json: bytes) -> None:
    """Raise ValueError for long JSON that consists of other things than text."""
    if len(json) <= MOST_BESIDE_TEXT:
        return  # nearly always: finding the strings takes time
    beside = end = 0
    for string in _STRING.finditer(json):
        beside += string.start() - end + 1
        end = string.end()
        if beside > MOST_BESIDE_TEXT:
            break
    if beside + len(json) - end > MOST_BESIDE_TEXT:
        raise ValueError(f"it has more than {MOST_BESIDE_TEXT // 1_000_000} MB beside its texts")
