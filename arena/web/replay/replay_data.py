"""A replay page as plain data: frames in words, each as what has changed.

All that bots and their authors wrote is made harmless here; the page shows it as text.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arena.codec import writer
from arena.replay.frames import Decided, Frame, frames
from arena.replay.insights import remarks
from arena.replay.order_book import declines
from arena.replay.replay import Replay
from arena.replay.seat_statistics import tallies
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
LONGEST_NOTE = 2_000
"""Of a line of a bot's thoughts."""
LONGEST_LINE = 1_000
"""Characters that are shown of a line of stderr."""
MOST_CHOICES = 40
"""Listed choices of a decision that are shown; more would be no help."""


def telling(
    replay: Replay,
    reader: int | None = None,
    logs: Mapping[int, str] | None = None,
    judgement: Json | None = None,
) -> Json:
    """The data of a page for a seat, or for readers who may see all hands. Raises ReplayError.

    logs      what bots wrote on stderr, by seat; a page for a seat has that seat's alone

    frames    by frame: `lines` of the log, `moves` (see `moves`), `decided`, `asked`, and as
              differences from the frame before, `position` and `offers`; null where there is
              nothing. Told key by key, and not frame by frame, they take a quarter less when
              compressed.
    A line of the log is [sort, seat or null, text] and, where the text is for one seat alone,
    [that seat, the text for the others].
    """
    data = replay.data
    who = Speaker([harmless(name, LONGEST_NAME) for name in replay.names])
    told = list(_frames(replay, reader, who))
    return {
        **told_of_game(replay),
        "rules_version": data["rules"],
        "reader": reader,
        "result": {
            "scores": data["result"]["scores"],
            "places": replay.places,
            "winners": replay.winners,
            "forfeits": {
                str(seat): harmless(forfeit.get("reason", "")) or forfeit["fault"]
                for seat, forfeit in replay.forfeits.items()
                if reader in (None, seat)
            },
        },
        "why": _why(replay, reader),
        "judged": None if judgement is None else judged(judgement, reader),
        "logs": {
            str(seat): [harmless(line, LONGEST_LINE) for line in log.splitlines()]
            for seat, log in (logs or {}).items()
            if reader in (None, seat)
        },
        "frames": {key: [frame.get(key) for frame in told] for key in KEYS},
    }


def _why(replay: Replay, reader: int | None) -> Json:
    """The game in numbers: a line for each number, and what stands out.

    lines    [name, indent, a text for each seat or null]: null where the reader may not know
    remarks  by seat, sentences; null where the reader may not know
    """
    found = tallies(replay)
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    seats = range(len(found))

    def open_to(seat: int) -> bool:
        return reader in (None, seat)

    return {
        "lines": [
            [
                line.name,
                line.indent,
                [line.cell(t) if open_to(t.seat) or not line.private else None for t in found],
            ]
            for line in lines(found)
        ],
        # They measure a seat by the winner, whose hidden numbers only readers of all may know.
        "remarks": [remarks(found, seat, names) if reader is None else None for seat in seats],
    }


def judged(judgement: Json, reader: int | None = None) -> Json:
    """The parts of a judgement that a page shows, of those that its reader may know.

    Of the game as it stood a seat is told what it could know itself: how it stood at its own
    decisions.
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


def rules_of(book: Rulebook) -> Json:
    """The parts of the rules that a page needs to draw a table."""
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


def told_of_game(replay: Replay) -> Json:
    """What stays the same while a game is watched, see `telling`."""
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    versions = [bot["version"] for bot in replay.data["bots"]]
    return {
        "variant": replay.data["variant"],
        "players": replay.data["players"],
        "seats": [{"name": name, "version": at} for name, at in zip(names, versions, strict=True)],
        **rules_of(replay.book),
    }


def in_full(replay: Replay, frame: Frame, who: Speaker) -> Json:
    """A frame by itself, for a page that is told one after the other."""
    return {
        "lines": list(_lines(replay, frame, who)),
        "moves": moves(frame.events),
        "asked": [list(each) for each in frame.asked],
        # Offers stand in the order book, with what became of them.
        "position": {k: v for k, v in frame.position.items() if k not in ("offers", "accepts")},
        "offers": [kinds_alone(row) for row in frame.offers],
    }


def _frames(replay: Replay, reader: int | None, who: Speaker) -> Iterator[Json]:
    table: Json | None = None
    offers: list[Json] = []
    for frame in frames(replay, reader):
        told = in_full(replay, frame, who)
        now, standing = told.pop("position"), told.pop("offers")
        for name in ("moves", "asked"):
            if not told[name]:
                del told[name]
        if frame.decided:
            told["decided"] = _decided(frame.decided, who)
        if changes := difference(table, now):
            told["position"] = changes
        if changes := difference(offers, standing):
            told["offers"] = changes
        table, offers = now, standing
        yield told


def difference(old: Any, new: Any) -> list[Any]:
    """The changes that lead from `old` to `new`, none of which touches what another does.

    Each is `[path, value]` (the value at the path is now this) or `[path, from, to, items]` (in the
    list at the path, these items take the place of `from` to `to`). A path is a list of keys and
    places; the empty one is the whole. `static/data.js` reads them. Where Python finds two values
    equal, they count as the same: no part of a frame is now 1, now True.
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
    """Count the parts at the front that are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    differing = (at for at, (one, other) in pairs if one != other)
    return next(differing, min(len(old), len(new)))


def kinds_alone(row: Json) -> Json:
    """An offer of the order book without the places of its cards."""
    give = row["give"]
    return {**row, "give": give if give == "open" else [card["kind"] for card in give]}


def moves(events: Iterable[Json]) -> list[Json]:
    """The events in which cards change places, for a page that shows cards fly."""
    return [
        {key: _plain(value) for key, value in event.items() if key in _OF_MOVES}
        for event in events
        if "seat" in event and not _CARDS.isdisjoint(event)
    ]


def _plain(value: Any) -> Any:
    """Cards without their places."""
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
        if declines(event):
            yield ["declined", event["seat"], who.event(event)]
            continue
        line = [event["event"], event.get("seat"), who.event(event)]
        if "seat" in event and "cards" in event and (public := _public(replay, event)) != event:
            line += [event["seat"], who.event(public)]
        yield line


# The order book and the table show it.
_UNTOLD = {"lapsed", "round"}


def _public(replay: Replay, event: Json) -> Json:
    """An event as those see it whom it does not concern."""
    secret = replay.book.secrets.get(event["event"], ())
    if not secret:
        return event
    seen = {key: value for key, value in event.items() if key not in secret}
    return {**seen, "count": len(event[secret[0]])}


def _decided(decided: Decided, who: Speaker) -> Json:
    """The question and the decision, briefly, since a game has so many.

    `question` is left out where it is the next one of the seat, `of` (how many choices were listed)
    where all are shown. `chose` is the number of a choice that is shown, else a text.
    """
    choices = [harmless(who.choice(each, decided.view)) for each in decided.choices]
    chose = harmless(who.choice(decided.choice, decided.view))
    shown = choices[:MOST_CHOICES]
    told: Json = {
        "seat": decided.seat,
        "task": task(decided.ask, decided.view),
        "choices": shown,
        "chose": shown.index(chose) if chose in shown else chose,
        "ms": round(decided.ms, 1) if decided.ms < 10 else round(decided.ms),
    }
    if len(choices) > len(shown):
        told["of"] = len(choices)
    if decided.question is None:
        told["question"] = None
    if decided.fault:
        told["fault"] = decided.fault
    if decided.refused:
        told["refused"] = harmless(decided.refused)
    if decided.note:
        told["note"] = [
            harmless(line, LONGEST_NOTE) for line in decided.note.splitlines() if line.strip()
        ]
    if decided.usage:
        told["usage"] = used(decided.usage)
    return told


def used(usage: Json) -> str:
    """What an answer took of language models, in words; nothing if it took nothing."""
    tokens = int(usage.get("tokens_in", 0) + usage.get("tokens_out", 0))
    parts = [counted(tokens, "token")] if tokens else []
    if usage.get("cached"):
        parts.append(f"{int(usage['cached'])} of them cached")
    if usage.get("cost"):
        parts.append(f"cost {usage['cost']:.4g}")
    if usage.get("seconds"):
        parts.append(f"{usage['seconds']:.1f} s")
    if usage.get("rethinks"):
        parts.append(counted(int(usage["rethinks"]), "rethink"))
    if usage.get("fallbacks"):
        parts.append("not the model's choice")
    return ", ".join(parts)
