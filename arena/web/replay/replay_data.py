"""The data of a replay page: frames in words, each as its difference from the one before.

Anything that bots and their authors wrote is made harmless here; the page shows it as text.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arena.codec import writer
from arena.replay.frames import Decided, Frame, frames
from arena.replay.offer_book import declines
from arena.replay.replay import Replay
from arena.replay.seat_comparison import remarks
from arena.replay.seat_statistics import seat_statistics
from arena.replay.statistics_table import lines
from arena.rules import Rulebook
from arena.rules.cards import NAMES
from arena.rules.state import EVERYONE
from arena.text import harmless
from arena.text.asking import task
from arena.text.cards import card_name, kind_of
from arena.text.phrases import counted
from arena.text.speaker import Speaker
from protocol import Json

LONGEST_NAME = 40
LONGEST_NOTE = 5_000
"""Characters that are shown of a line of a bot's thoughts: any that a record has of its model's."""
LONGEST_LINE = 1_000
"""Characters that are shown of a line of stderr."""
MOST_CHOICES = 40
"""Choices of a decision that are shown; more would not help the reader."""


def replay_data(
    replay: Replay,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    judgement: Json | None = None,
) -> Json:
    """Return the data of a replay page. Raises ReplayError.

    `frames` has `lines` of the log, `moves`, `decided`, `asked`, and as differences from the frame
    before, `position` and `offers`. Each is a list with a value or null for every frame, since
    lists by key compress a quarter better than a list of frames. A line of the log is [sort, seat
    or null, text]; if the text is for one seat alone, that seat and the text for others follow.

    Args:
        replay: The game.
        reader: The seat whose view it shows; None shows all hands.
        logs: The bots' stderr, by seat; a page for a seat has that seat's only.
        judgement: The judgement of the game, if there is one.
    """
    shown = list(_frames(replay, reader))
    forfeits = {
        seat: harmless(forfeit.get("reason", "")) or forfeit["fault"]
        for seat, forfeit in replay.forfeits.items()
        if reader in (None, seat)
    }
    return {
        **game_data(replay),
        "rules_version": replay.data["rules"],
        "reader": reader,
        "result": result_data(replay, forfeits),
        "why": _why(replay, reader),
        "judged": None if judgement is None else judgement_data(judgement, reader),
        "logs": {
            str(seat): [harmless(line, LONGEST_LINE) for line in log.splitlines()]
            for seat, log in (logs or {}).items()
            if reader in (None, seat)
        },
        "frames": {key: [frame.get(key) for frame in shown] for key in KEYS},
    }


def _why(replay: Replay, reader: int | None) -> Json:
    """Return the game in numbers, and what stands out; null is what the reader may not know.

    Keys:
        lines: [name, indent, a text or null for each seat], for each number.
        remarks: Sentences or null, by seat.
    """
    by_seat, names = seat_statistics(replay), speaker_of(replay).names
    seats = range(len(by_seat))

    def open_to(seat: int) -> bool:
        return reader in (None, seat)

    return {
        "lines": [
            [
                line.name,
                line.indent,
                [line.cell(t) if open_to(t.seat) or not line.private else None for t in by_seat],
            ]
            for line in lines(by_seat)
        ],
        # They compare a seat with the winner, and would give away the winner's private numbers.
        "remarks": [remarks(by_seat, seat, names) if reader is None else None for seat in seats],
    }


def judgement_data(judgement: Json, reader: int | None = None) -> Json:
    """Return the parts of a judgement that a page shows.

    A reader at a seat gets only the judgement of that seat's own decisions.
    """

    def of_reader(each: Json) -> bool:
        return reader in (None, each["seat"])

    return {
        "moments": [
            {
                "seat": each["seat"],
                "question": each["question"],
                "places": [round(place, 2) for place in each["places"]],
                "shares": [round(share, 3) for share in each["shares"]],
            }
            for each in judgement["moments"]
            if of_reader(each)
        ],
        "seats": [
            [each["decisions"], each["examined"]] if reader in (None, seat) else None
            for seat, each in enumerate(judgement["seats"])
        ],
        "costly": [
            {key: each[key] for key in _COSTLY} for each in judgement["costly"] if of_reader(each)
        ],
    }


_COSTLY = (
    *("seat", "question", "turn", "chosen_in_words", "instead_in_words", "came"),
    *("place_before", "place_after", "fall", "error", "coins", "coins_error"),
)


def rules_data(book: Rulebook) -> Json:
    """Return the parts of the rules that a page needs to draw a table."""
    rules = writer(book).rulebook()
    return {
        "kinds": {kind["name"]: kind for kind in rules["kinds"]},
        "labels": {name: card_name(name) for name in NAMES},
        "last_run_out": rules["last_run_out"],
        "trades": any(rule["name"] == "trading" for rule in rules["rules"]),
        "rules": {rule["name"]: rule["text"] for rule in rules["rules"]},
        "more": rules["more"],
        "pieces": {
            piece.name: {"per_seat": piece.per_seat, "private": piece.audience != EVERYONE}
            for piece in book.own_pieces
        },
    }


KEYS = ("lines", "moves", "decided", "asked", "position", "offers")


def game_data(replay: Replay) -> Json:
    """Return the data of `replay_data` that stay the same throughout a game."""
    versions = [bot["version"] for bot in replay.data["bots"]]
    return table_data(replay.book, speaker_of(replay).names, versions)


def table_data(book: Rulebook, names: Iterable[str], versions: Iterable[int]) -> Json:
    """Return what a page is told of a game once: the rules, and who sits where."""
    return {
        "variant": book.variant,
        "players": book.players,
        "seats": [{"name": name, "version": at} for name, at in zip(names, versions, strict=True)],
        **rules_data(book),
    }


def result_data(replay: Replay, forfeits: Mapping[int, str]) -> Json:
    """Return how a game ended; `forfeits` says what a page shows of them, by seat."""
    return {
        "scores": replay.data["result"]["scores"],
        "places": replay.places,
        "winners": replay.winners,
        "forfeits": {str(seat): why for seat, why in forfeits.items()},
    }


def speaker_of(replay: Replay) -> Speaker:
    """Return a speaker that knows the players' names."""
    return Speaker([harmless(name, LONGEST_NAME) for name in replay.names])


def frame_data(replay: Replay, frame: Frame, who: Speaker) -> Json:
    """Return a whole frame, for a page that gets them one by one."""
    return {
        "lines": list(_lines(replay, frame, who)),
        "moves": moves(frame.events),
        "asked": [list(each) for each in frame.asked],
        # The offer book has the offers, with their outcome.
        "position": {k: v for k, v in frame.position.items() if k not in ("offers", "accepts")},
        "offers": [without_places(row) for row in frame.offers],
    }


def _frames(replay: Replay, reader: int | None) -> Iterator[Json]:
    who, table = speaker_of(replay), None
    offers: list[Json] = []
    for frame in frames(replay, reader):
        data = frame_data(replay, frame, who)
        now, standing = data.pop("position"), data.pop("offers")
        for name in ("moves", "asked"):
            if not data[name]:
                del data[name]
        if frame.decided:
            data["decided"] = _decided(frame.decided, who)
        if changes := difference(table, now):
            data["position"] = changes
        if changes := difference(offers, standing):
            data["offers"] = changes
        table, offers = now, standing
        yield data


def difference(old: Any, new: Any) -> list[Any]:
    """Return the changes that lead from `old` to `new`; no two of them touch the same part.

    Each is `[path, value]` (the value at the path becomes this) or `[path, from, to, items]` (in
    the list at the path, items replace those from `from` to `to`). A path is a list of keys and
    indices; the empty one means the whole. `static/data.js` applies them. Values that Python
    considers equal count as the same, since no part of a frame changes between 1 and True.
    """
    return list(_changes(old, new, []))


def _changes(old: Any, new: Any, path: list[str | int]) -> Iterator[list[Any]]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in new:
            yield from _changes(old[key], new[key], [*path, key])
    elif not isinstance(old, list) or not isinstance(new, list):
        yield [path, new]
    elif len(old) == len(new) and any(isinstance(part, dict | list) for part in new):
        for at, part in enumerate(new):
            yield from _changes(old[at], part, [*path, at])
    else:
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        yield [path, start, len(old) - end, new[start : len(new) - end]]


def _alike(old: list[Any], new: list[Any]) -> int:
    """Count the items at the front that are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    differing = (at for at, (one, other) in pairs if one != other)
    return next(differing, min(len(old), len(new)))


def without_places(row: Json) -> Json:
    """Return an offer of the offer book without the places of its cards."""
    give = row["give"]
    return {**row, "give": give if give == "open" else [card["kind"] for card in give]}


def moves(events: Iterable[Json]) -> list[Json]:
    """Return the events in which cards move, for a page that animates them."""
    return [
        {key: _plain(value) for key, value in event.items() if key in _OF_MOVES}
        for event in events
        if "seat" in event and not _CARDS.isdisjoint(event)
    ]


def _plain(value: Any) -> Any:
    """Return cards without their places."""
    return [kind_of(card) for card in value] if isinstance(value, list | tuple) else value


_CARDS = {"card", "cards", "gave", "count"}
_OF_MOVES = {"event", "seat", "with", "field", "from", "coins", *_CARDS, "got"}


def _lines(replay: Replay, frame: Frame, who: Speaker) -> Iterator[list[Any]]:
    if frame.number == 0:
        first = {"event": "turn", "turn": frame.position["turn"], "seat": frame.position["active"]}
        yield ["turn", first["seat"], who.event(first)]
    decided = frame.decided
    if decided and decided.refused:
        yield ["refused", decided.seat, f"was refused: {harmless(decided.refused)}"]
    if decided and decided.fault:
        yield ["fault", decided.seat, f"is at fault: {decided.fault}"]
    for seat, text in frame.said:
        yield ["said", seat, harmless(text)]
    for event in frame.events:
        if event["event"] in _UNTOLD:
            continue
        sort = "declined" if declines(event) else event["event"]
        line = [sort, event.get("seat"), who.event(event)]
        if "seat" in event and "cards" in event and (public := _public(replay, event)) != event:
            line += [event["seat"], who.event(public)]
        yield line


# The offer book and the table show these.
_UNTOLD = {"lapsed", "round"}


def _public(replay: Replay, event: Json) -> Json:
    """Return an event as other seats see it."""
    secret = replay.book.secrets.get(event["event"], ())
    if not secret:
        return event
    seen = {key: value for key, value in event.items() if key not in secret}
    return {**seen, "count": len(event[secret[0]])}


def _decided(decided: Decided, who: Speaker) -> Json:
    """Return a question and the decision, briefly, since a game has many.

    `question` is left out if it is the seat's next one; `of`, the number of choices, if all are
    shown, and other keys without a value. `chose` is the index of a choice that is shown, or else a
    text.
    """
    choices = [harmless(who.choice(each, decided.view)) for each in decided.choices]
    chose = harmless(who.choice(decided.choice, decided.view))
    shown = choices[:MOST_CHOICES]
    data: Json = {
        "seat": decided.seat,
        "task": task(decided.ask, decided.view, decided.choices),
        "choices": shown,
        "chose": shown.index(chose) if chose in shown else chose,
        "ms": round(decided.ms, 1) if decided.ms < 10 else round(decided.ms),
    }
    if decided.question is None:
        data["question"] = None
    seldom = {
        "of": len(choices) if len(choices) > len(shown) else None,
        "fault": decided.fault,
        "refused": harmless(decided.refused or ""),
        "note": _paragraphs(decided.note),
        "thought": _paragraphs(decided.thought),
        "usage": used(decided.usage or {}),
    }
    return data | {key: value for key, value in seldom.items() if value}


def _paragraphs(text: str | None) -> list[str]:
    return [harmless(line, LONGEST_NOTE) for line in (text or "").splitlines() if line.strip()]


def used(usage: Json) -> str:
    """Describe what an answer took of language models; empty if it took nothing."""
    tokens = int(usage.get("tokens_in", 0) + usage.get("tokens_out", 0))
    parts = (
        counted(tokens, "token") if tokens else "",
        usage.get("cached") and f"{int(usage['cached'])} of them cached",
        usage.get("cost") and f"cost {usage['cost']:.4g}",
        usage.get("seconds") and f"{usage['seconds']:.1f} s",
        usage.get("rethinks") and counted(int(usage["rethinks"]), "rethink"),
        usage.get("fallbacks") and "not the model's choice",
    )
    return ", ".join(filter(None, parts))
