"""Data for the page of a person's seat: everything in words, and the table.

They come from the seat alone, which knows only what the protocol tells it.
"""

from collections.abc import Iterable, Sized
from functools import cache
from typing import Any

from arena.play.answers import Option
from arena.play.draft import place_of
from arena.play.seat import Seat
from arena.play.table_text import kinds, to_next_coin
from arena.replay.frames import position as dealt
from arena.rules import PRESETS, Preset, compile_rulebook, table_sizes
from arena.text import harmless
from arena.text.cards import card_name
from arena.web import urls
from arena.web.replay.replay_data import moves, rules_data, table_data, without_places
from arena.web.room import NamedBot, Presence, Room, Slot
from protocol import Json

CLOCKS = (0, "none"), (30, "30 seconds"), (60, "a minute"), (180, "three minutes")
"""The clocks to choose from, by the seconds for a question."""
MOST_ENTRIES = 200
"""At least so many lines of the journal are shown; twice as many are too many."""
MOST_MOVES = 60
"""At least so many of the latest events may still be animated."""


def form_data(bots: Iterable[NamedBot], address: str) -> Json:
    """Return the data of the form to begin a game.

    Args:
        bots: Bots to choose from.
        address: The address at which other machines reach this server; empty if they do not.
    """
    return {
        "address": address,
        "variants": [
            {
                "name": each.name,
                "title": each.title,
                "book": each.book,
                "players": each.players,
                "parts": [{"name": part, "line": _line(each, part)} for part in each.parts],
            }
            for each in PRESETS
        ],
        "clocks": CLOCKS,
        "bots": [{key: harmless(text) for key, text in bot._asdict().items()} for bot in bots],
    }


@cache
def _line(preset: Preset, part: str) -> str:
    """Return the first sentence of the rules of an expansion or option."""
    variant = f"{preset.name}+{part}"
    rules = rules_data(compile_rulebook(variant, table_sizes(variant)[0]))["rules"]
    return str(rules.get(part, "")).partition(". ")[0].rstrip(".")


def gathering_data(room: Room, slot: Slot) -> Json:
    """Return the data of a room before its game, as seen from a slot, which may still be free.

    Keys:
        me: The number of the slot.
        organiser: The number of the organiser's slot; None in a hall.
        people: For each slot `name`, `here`, and for the organiser the `invitation`.
        others: The names of the bots.
        watch: The token of the viewers' link.
        table: The number of the table in a hall, or 0.
    """
    free = [each for each in room.slots if each.presence is Presence.FREE]
    taken = slot not in free
    organises = taken and slot is room.organiser
    return {
        "me": slot.number,
        "organiser": room.organiser and room.organiser.number,
        "people": [
            {
                "name": harmless(each.name),
                "here": each.presence is Presence.HERE,
                "invitation": each.invitation if organises and each in free else "",
            }
            for each in room.slots
        ],
        "others": [harmless(name) for name in room.others],
        "watch": room.token if taken and not room.table else "",
        "table": room.table,
        "complete": room.complete,
        **wished(room.wishes | {"players": len(room.slots) + len(room.others)}),
    }


def wished(wishes: Json) -> Json:
    """Return what a page says of a game that nobody sits at yet."""
    return {key: wishes[key] for key in ("variant", "players", "clock")}


def game_data(room: Room, slot: Slot) -> Json:
    """Return the data that stay the same during a game.

    They are those of a replay page, and two more keys:
        several: True if there are other people.
        watch: The token of the viewers' link.
    """
    assert room.session is not None
    spec = room.session.spec
    book = compile_rulebook(spec.variant, spec.players)
    names = slot.controller.seat.names
    return {
        "several": room.several,
        "watch": room.token,
        **table_data(book, names, [bot.version for bot in spec.bots]),
        "result": {"places": [], "winners": [], "forfeits": {}},
    }


def seat_data(room: Room, slot: Slot) -> Json:
    """Return the current data of a seat.

    Keys:
        gone: Why the game goes no further; empty until then.
        replay: The address of the replay, once there is one.
        judged: The address of its judgement.
        again: The wishes of a game of one person that is over, by which it can be played again.
        link: The secret of the link to the hall, for a seat at another of its tables, or "".
        people: For each slot its seat, `here`, and `played`, true if a bot plays in it.
        organises: True if this person may let bots play for others.
        watching: The number of viewers.
        left_ms: Milliseconds left for the open question, or null.
        me: The seat.
        question: The id of the open question, or null.
        ask: The name of the open question.
        options: Pairs of a text and what it is about: the choice, or see `_about`.
        draft: The parts of the draft, as [what, value].
        composer: The `cards`, `kinds` and `others` of an offer, while one can be made, how many
            are `waiting` to be sent, and for how many there is `room`.
        moves: The latest moves, each with the number of its event, see `replay_data.moves`.
        frame: The table, see `_frame`.
    """
    controller, seat = slot.controller, slot.controller.seat
    asked = seat.asked
    draft = seat.draft.parts if asked and seat.draft else []
    return {
        "people": [
            {"seat": each.seat, "here": each.presence is Presence.HERE, "played": each.bot_plays}
            for each in room.slots
        ],
        "organises": slot is room.organiser,
        "watching": len(room.viewers.pages),
        "left_ms": slot.left_ms() if asked else None,
        "me": slot.seat,
        "question": asked["id"] if asked else None,
        "ask": asked["ask"] if asked else "",
        "task": seat.task(),
        "options": [[harmless(each.text), _about(seat, each)] for each in seat.options()],
        "draft": [[part.what, part.value] for part in draft],
        "composer": _composer(seat),
        "moves": _moves(seat),
        "undo": bool(controller.to_say or draft),
        "note": harmless(controller.note),
        "saying": harmless(controller.to_say),
        "wishes": sorted(seat.wishes),
        "journal": [
            [sort, of, harmless(text)]
            for sort, of, text in seat.journal[_first(seat.journal, MOST_ENTRIES) :]
        ],
        "kinds": kinds(seat),
        "frame": _frame(room, slot),
        "over": seat.result is not None,
        "gone": harmless(room.ending),
        "replay": urls.replay(room.replay_number) if room.replay_number else "",
        "judged": urls.judged(room.replay_number) if room.replay_number else "",
        # Before the end, the seed would show all cards.
        "again": None if seat.result is None or room.several else room.wishes,
        "link": room.link,
    }


def _notes(room: Room) -> Json:
    """Return what is wrong with seats: a word and a sentence, by seat."""
    notes = {seat: ["failed", f"It has failed: {why}"] for seat, why in room.failures.items()}
    for each in room.slots if room.several and not room.ending else ():
        if each.bot_plays:
            notes[each.seat] = [
                f"{room.bot_name} plays",
                "It gives the seat back when the person returns.",
            ]
        elif each.presence is not Presence.HERE:
            notes[each.seat] = [
                "away",
                f"The page is closed, or has lost its connection. {room.bot_name} will play.",
            ]
    return {str(seat): note for seat, note in notes.items()}


def _about(seat: Seat, option: Option) -> Json:
    """Return data to draw an option: the choice, or one of `hint`, `part`, `composes`, `send`."""
    if option is seat.hint:
        return {"hint": True}
    if option.part is not None:
        return {"part": option.part.what, "id": option.part.value}
    if option.composes:
        return {"composes": True}
    if not isinstance(option.choice, int):
        return {"send": True}
    assert seat.asked is not None
    choice: Json = seat.asked["choices"][option.choice]
    return choice


def _first(items: Sized, least: int) -> int:
    """Return where the latest items begin, so that new ones seldom move the beginning."""
    return max(0, len(items) // least - 1) * least  # what only grows at its end is a small change


def _moves(seat: Seat) -> list[list[Any]]:
    first = _first(seat.happened, MOST_MOVES)
    latest = enumerate(seat.happened[first:], first + 1)
    return [[number, *moved] for number, event in latest if (moved := moves([event]))]


def _composer(seat: Seat) -> Json | None:
    if not seat.asked or seat.draft is None or not seat.draft.room:
        return None
    made = seat.composer()
    return {
        "cards": [[*place_of(card), card["kind"]] for card in made.cards],
        "kinds": [[kind, card_name(kind)] for kind in made.kinds],
        "others": [[at, seat.who.names[at]] for at in seat.others()],
        "waiting": len(seat.draft.offers()),
        "room": seat.draft.room,
    }


def _frame(room: Room, slot: Slot) -> Json:
    """Return the table as a frame of a replay page, see `arena.replay.frames`.

    While a question is open, it is the table of the question; otherwise it follows the game.
    """
    seat = slot.controller.seat
    # Others may go on while a person thinks, but the choices are about the table as it was asked.
    live = room.live.now[slot.seat].position if room.live else None
    if live is not None and seat.asked is None:
        position = live
    elif seat.view:
        position = _position(seat)
        if live is not None:  # what buildings count, which no view has
            position["scores"] = live["scores"]
    else:  # seats and hands stand at once, while the bots are still on their way
        assert room.session is not None
        spec = room.session.spec
        game = compile_rulebook(spec.variant, spec.players).start(spec.seed)
        position = dealt(game, slot.seat)
    if seat.result:  # the end harvests all fields, which no view shows any more
        nothing: list[list[Json]] = [[] for _ in position["fields"]]
        position = position | {
            "fields": nothing, "hands": nothing, "set_aside": nothing, "turned_over": [],
        }  # fmt: skip
    asked = [[slot.seat, seat.asked["ask"]]] if seat.asked else []
    return {
        "position": {key: value for key, value in position.items() if key not in _ELSEWHERE},
        "offers": [] if seat.result else [without_places(row) for row in seat.offer_rows()],
        "asked": asked,
        "final": _final(seat.result) if seat.result else None,
        "notes": _notes(room),
    }


def _position(seat: Seat) -> Json:
    view = seat.view
    return {
        **view,
        "hands": [view["hand"] if at == seat.me else held for at, held in enumerate(view["hands"])],
        "fields": [
            [{**field, "next": to_next_coin(seat, field)} for field in before]
            for before in view["fields"]
        ],
        "scores": [len(coins) for coins in view["coins"]],
    }


def _final(result: Json) -> Json:
    forfeits = {str(seat): "forfeited" for seat in result["forfeits"]}
    return {**{key: result[key] for key in ("scores", "places", "winners")}, "forfeits": forfeits}


_ELSEWHERE = {"hand", "seat", "offers", "accepts"}
