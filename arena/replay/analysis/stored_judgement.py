"""Reports: a judgement as plain data and in words, with the outcome of each costly decision.

Each is kept in a folder of the home, in a file named by the hash of the game's record, so a game
is judged once. If the files are removed, games are simply judged again.
"""

import zlib
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

import orjson

from arena.home import make_folder
from arena.replay.analysis.evaluator import VERSION, Judged, Judgement
from arena.replay.analysis.rollouts import Position
from arena.replay.frames import seen_by
from arena.replay.offer_book import ACCEPTED, TAKEN, BookedOffer, OfferBook, declines
from arena.replay.replay import After, Replay
from arena.rules import Choice, plain_choice
from arena.text import harmless
from arena.text.phrases import listed, ordinal
from arena.text.speaker import Speaker, TableSpeaker
from protocol import Json

LONGEST_NAME = 40
LONGEST = 240
"""The most characters of a choice in words."""


def plain_judgement(replay: Replay, judgement: Judgement) -> Json:
    """Return a judgement as plain data: choices both as protocol objects and in words.

    JSON:
        KeptJudgement = {
            "version": int, "moments": [Assessment], "seats": [Seen], "costly": [CostlyDecision],
        }
    """
    who = Speaker([harmless(name, LONGEST_NAME) for name in replay.names])
    outcomes = _outcomes(replay, judgement.costly, who)
    return {
        "version": VERSION,
        "moments": [each._asdict() for each in judgement.moments],
        "seats": [each._asdict() for each in judgement.seats],
        "costly": [_plain(replay, each, outcomes, who) for each in judgement.costly],
    }


def _plain(replay: Replay, each: Judged, outcomes: dict[int, str], who: Speaker) -> Json:
    """Return a costly decision as plain data.

    JSON:
        CostlyDecision = {
            "decision": int, "question": int, "turn": int, "seat": int, "ask": str,
            "chosen": any, "chosen_in_words": str, "instead": any, "instead_in_words": str,
            "compared": int, "deals": int, "place_before": float, "place_after": float,
            "fall": float, "error": float, "coins": float, "coins_error": float, "came": str,
        }
    """
    position = each.position
    name, place = who.seat(position.seat), replay.places[position.seat]
    return {
        **_compared(position, each.instead, replay.names),
        "decision": position.number,
        "ask": position.ask,
        "chosen": plain_choice(position.options[0]),
        "instead": plain_choice(each.instead),
        "compared": len(position.options),
        "deals": each.deals,
        "place_before": each.before,
        "place_after": each.after,
        "fall": each.loss,
        "error": each.error,
        "coins": each.coins,
        "coins_error": each.coins_error,
        "came": f"{outcomes[position.number]} {name} came {ordinal(place)} in the end.",
    }


def plain_suspects(replay: Replay, suspects: Iterable[tuple[Position, Choice]]) -> list[Json]:
    """Return decisions that look costly so far as plain data, with what looks better in words.

    JSON:
        Suspect = {
            "seat": int, "turn": int, "question": int,
            "chosen_in_words": str, "instead_in_words": str,
        }
    """
    return [_compared(position, instead, replay.names) for position, instead in suspects]


def choices_in_words(
    position: Position, choices: Iterable[Choice], names: Iterable[str]
) -> list[str]:
    """Put choices of the position's seat into a player's words."""
    who = TableSpeaker([harmless(name, LONGEST_NAME) for name in names])
    view = seen_by(position.game, position.seat)
    return [harmless(who.choice(plain_choice(each), view), LONGEST) for each in choices]


def _compared(position: Position, instead: Choice, names: Iterable[str]) -> Json:
    chosen, better = choices_in_words(position, (position.options[0], instead), names)
    return {
        "seat": position.seat,
        "turn": position.game.turn,
        "question": position.question,
        "chosen_in_words": chosen,
        "instead_in_words": better,
    }


class _Awaited(NamedTuple):
    """A decision whose outcome shows at the end of its turn; `made` are its own offers, by id."""

    judged: Judged
    made: tuple[int, ...]
    said: str


def _outcomes(replay: Replay, costly: Sequence[Judged], who: Speaker) -> dict[int, str]:
    """Describe what came of each costly decision in the actual game, by its number."""
    by_number = {each.position.number: each for each in costly}
    book = OfferBook(replay.book.players)
    awaited: list[_Awaited] = []
    outcomes: dict[int, str] = {}
    for step in replay.steps():
        if not isinstance(step, After):
            continue
        known = {row.id for row in book.rows}
        said = []
        for event in map(replay.event, step.events):
            if event["event"] == "turn":
                outcomes |= _described(awaited, book, who)
                awaited = []
            elif event.get("seat") == step.seat and not is_talk(event):
                said.append(f"{harmless(who.event(event), LONGEST)}.")
            book.add(event)
        if step.number in by_number:
            made = [row.id for row in book.rows if row.id not in known and row.seat == step.seat]
            awaited.append(_Awaited(by_number[step.number], tuple(made), " ".join(said)))
    return outcomes | _described(awaited, book, who)


def is_talk(event: Json) -> bool:
    """Return True if an event moves no cards: what comes of it shows later in the turn."""
    return declines(event) or event["event"] in ("offered", "answered", "trade_ended", "said")


def _described(awaited: Sequence[_Awaited], book: OfferBook, who: Speaker) -> dict[int, str]:
    return {each.judged.position.number: _outcome(each, book.rows, who) for each in awaited}


def _outcome(awaited: _Awaited, rows: Sequence[BookedOffer], who: Speaker) -> str:
    """Describe what came of a decision, at the end of its turn."""
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
            return f"The better trade was made with {listed(dict.fromkeys(others))}."
        return "Nobody made the better trade."
    return said or "Nothing came of it at once."


def _taker(row: BookedOffer, who: Speaker) -> str:
    takers = [seat for seat, answer in row.answers.items() if answer.state in (TAKEN, ACCEPTED)]
    return who.seat(takers[0]) if takers else "the active player"


def kept(folder: Path, record: bytes) -> Json | None:
    """Return the kept judgement of a game, as from `plain_judgement`; None if there is none."""
    try:
        judgement: Json = orjson.loads(zlib.decompress(_file(folder, record).read_bytes()))
    except (OSError, zlib.error, orjson.JSONDecodeError):
        return None  # none, or damaged: the game can be judged again
    return judgement if judgement.get("version") == VERSION else None


def keep(folder: Path, record: bytes, judgement: Json) -> None:
    """Keep the judgement of a game. Raises OSError."""
    make_folder(folder)
    with NamedTemporaryFile(dir=folder, delete=False) as written:
        written.write(zlib.compress(orjson.dumps(judgement)))
    Path(written.name).replace(_file(folder, record))  # atomic: readers never see half a file


def _file(folder: Path, record: bytes) -> Path:
    return folder / blake2b(record, digest_size=16).hexdigest()
