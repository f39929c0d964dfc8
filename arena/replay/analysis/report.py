"""A judgement as plain data, in words: what each costly decision cost, and what came of it.

It is kept in a folder of the home, so a game is judged once: in a file named by the hash of its
record. Removing the files costs the time to judge anew, nothing else.
"""

import zlib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

import orjson

from arena.replay.analysis.evaluator import VERSION, Judged, Judgement
from arena.replay.frames import seen_by
from arena.replay.order_book import ACCEPTED, TAKEN, BookedOffer, OrderBook, declines
from arena.replay.replay import After, Replay
from arena.rules import plain_choice
from arena.text import harmless
from arena.text.phrases import listed, ordinal
from arena.text.speaker import Speaker
from protocol import Json

LONGEST_NAME = 40
LONGEST = 240
"""Characters of a choice in words."""


def plain_judgement(replay: Replay, judgement: Judgement) -> Json:
    """A judgement as plain data: choices as objects of the protocol, and in words."""
    who = Speaker([harmless(name, LONGEST_NAME) for name in replay.names])
    came = _came(replay, judgement.costly, who)
    return {
        "version": VERSION,
        "moments": [each._asdict() for each in judgement.moments],
        "seats": [each._asdict() for each in judgement.seats],
        "costly": [_plain(replay, each, came, who) for each in judgement.costly],
    }


def _plain(replay: Replay, each: Judged, came: dict[int, str], who: Speaker) -> Json:
    position = each.position
    view = seen_by(position.game, position.seat)
    chosen, instead = plain_choice(position.options[0]), plain_choice(each.instead)
    in_words = [harmless(who.choice(choice, view), LONGEST) for choice in (chosen, instead)]
    name, place = who.seat(position.seat), replay.places[position.seat]
    return {
        "decision": position.number,
        "question": position.question,
        "turn": position.game.turn,
        "seat": position.seat,
        "ask": position.ask,
        "chosen": chosen,
        "chosen_in_words": in_words[0],
        "instead": instead,
        "instead_in_words": in_words[1],
        "compared": len(position.options),
        "deals": each.deals,
        "place_before": each.before,
        "place_after": each.after,
        "fall": each.fall,
        "error": each.error,
        "coins": each.coins,
        "coins_error": each.coins_error,
        "came": f"{came[position.number]} {name} came {ordinal(place)} in the end.",
    }


class _Awaited(NamedTuple):
    """A decision of this turn, of which more may come: the offers that it is about, by id."""

    judged: Judged
    made: tuple[int, ...]
    said: str


def _came(replay: Replay, costly: Sequence[Judged], who: Speaker) -> dict[int, str]:
    """By number of a costly decision, what came of it in the game that was played."""
    wanted = {each.position.number: each for each in costly}
    book = OrderBook(replay.book.players)
    awaited: list[_Awaited] = []
    found: dict[int, str] = {}
    for step in replay.steps():
        if not isinstance(step, After):
            continue
        known = {row.id for row in book.rows}
        said = []
        for event in map(replay.event, step.events):
            if event["event"] == "turn":
                found |= {
                    each.judged.position.number: _told(each, book.rows, who) for each in awaited
                }
                awaited = []
            elif event.get("seat") == step.seat and not awaits(event):
                said.append(f"{harmless(who.event(event), LONGEST)}.")
            book.hear(event)
        if step.number in wanted:
            made = [row.id for row in book.rows if row.id not in known and row.seat == step.seat]
            awaited.append(_Awaited(wanted[step.number], tuple(made), " ".join(said)))
    return found | {each.judged.position.number: _told(each, book.rows, who) for each in awaited}


def awaits(event: Json) -> bool:
    """True if it only says something, of which something may come."""
    return declines(event) or event["event"] in ("offered", "answered", "trade_ended", "said")


def _told(awaited: _Awaited, rows: Sequence[BookedOffer], who: Speaker) -> str:
    """What came of a decision, at the end of its turn."""
    seat, said = awaited.judged.position.seat, awaited.said
    made = [row for row in rows if row.id in awaited.made]
    if made:
        took = [_taker(row, who) for row in made if row.state == TAKEN]
        whole = "Nobody took what was offered, so it cost nothing this time."
        if took:
            whole = f"What was offered came to a trade with {listed(dict.fromkeys(took))}."
        return f"{said} {whole}".strip()
    accepts = getattr(awaited.judged.position.options[0], "accept", ())
    if accepts:
        answers = [row.answers[seat] for row in rows if seat in row.answers]
        done = any(answer.state == TAKEN for answer in answers)
        return f"{said} {'The trade was made.' if done else 'The trade was not made.'}".strip()
    missed = [each.offer for each in getattr(awaited.judged.instead, "accept", ())]
    others = [_taker(row, who) for row in rows if row.id in missed and row.state == TAKEN]
    if missed:
        if others:
            return f"That trade was made with {listed(dict.fromkeys(others))}."
        return "Nobody made that trade."
    return said or "Nothing came of it at once."


def _taker(row: BookedOffer, who: Speaker) -> str:
    takers = [seat for seat, answer in row.answers.items() if answer.state in (TAKEN, ACCEPTED)]
    return who.seat(takers[0]) if takers else "the active player"


def kept(folder: Path, record: bytes) -> Json | None:
    """The judgement of a game, as `plain_judgement` tells it, if there is one."""
    try:
        found: Json = orjson.loads(zlib.decompress(_file(folder, record).read_bytes()))
    except (OSError, zlib.error, orjson.JSONDecodeError):
        return None  # none, or damaged: it can be made anew
    return found if found.get("version") == VERSION else None


def keep(folder: Path, record: bytes, judgement: Json) -> None:
    """Keep the judgement of a game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, delete=False) as written:
        written.write(zlib.compress(orjson.dumps(judgement)))
    Path(written.name).replace(_file(folder, record))  # whole, or not at all


def _file(folder: Path, record: bytes) -> Path:
    return folder / blake2b(record, digest_size=16).hexdigest()
