"""What a person's seat shows in a browser, as plain data: all of it in words, and the table.

It comes from her seat alone, which knows what the protocol tells one seat.
"""

from arena.play.composing import Composer
from arena.play.conduct import Conduct
from arena.play.counting import to_next_coin
from arena.play.panels import kinds
from arena.play.seat import Seat
from arena.rules import compile_rulebook
from arena.show.telling import kinds_alone, rules_of
from arena.text import harmless
from arena.text.cards import card_name
from protocol import Json

MOST_ENTRIES = 200
"""Lines of the journal that are shown."""


def game_data(seat: Seat, variant: str, versions: list[int]) -> Json:
    """What stays the same during a game, as a replay page has it. `versions`: of the bots."""
    return {
        "variant": variant,
        "players": len(versions),
        "seats": [
            {"name": harmless(name), "version": version}
            for name, version in zip(seat.who.names, versions, strict=True)
        ],
        **rules_of(compile_rulebook(variant, len(versions))),
        "result": {"places": [], "winners": [], "forfeits": {}},
    }


def seat_data(conduct: Conduct, gone: str, replay: str) -> Json:
    """How everything stands now.

    gone      why no more messages will come; empty while they do
    replay    the address of the replay, once there is one
    me        her seat; `question`: the id of the open one, or null
    options   in words, the first the most likely; `composes`: the number of the one that asks for
              the composer, or null
    composer  what an offer may be made of, while one may be made: `cards`, `kinds`, `others`
    """
    seat = conduct.seat
    return {
        "me": seat.me,
        "question": seat.question["id"] if seat.question and seat.asked else None,
        "task": seat.task(),
        "options": [harmless(each.text) for each in seat.options()],
        "composer": _composer(seat),
        "undo": bool(seat.saying or (seat.asked and seat.draft)),
        "note": harmless(conduct.note),
        "saying": harmless(seat.saying),
        "wishes": sorted(seat.wishes),
        "journal": [
            [each.sort, each.seat, harmless(each.text)] for each in seat.journal[-MOST_ENTRIES:]
        ],
        "kinds": kinds(seat),
        "frame": _frame(seat) if seat.view else None,
        "over": seat.result is not None,
        "gone": harmless(gone),
        "replay": replay,
    }


def _composer(seat: Seat) -> Json | None:
    if not seat.asked or seat.draft is None:
        return None
    names = seat.who.names
    active = seat.view["active"] == seat.me
    made = Composer(seat.to_give(), [kind["name"] for kind in seat.rules["kinds"]])
    return {
        "cards": [[card["kind"], made.card(at)] for at, card in enumerate(made.cards)],
        "kinds": [[kind, card_name(kind)] for kind in made.kinds],
        "others": [[at, names[at]] for at in range(len(names)) if active and at != seat.me],
    }


def _frame(seat: Seat) -> Json:
    """The table as the modules of a replay page draw it, see `arena.retelling.frames`."""
    view = seat.view
    earns = {kind["name"]: kind["earns"] for kind in seat.rules["kinds"]}
    hands = [view["hand"] if at == seat.me else held for at, held in enumerate(view["hands"])]
    fields = [
        [{**field, "next": to_next_coin(earns.get(field["kind"], [0]), field)} for field in before]
        for before in view["fields"]
    ]
    position = {
        **{key: value for key, value in view.items() if key not in _ELSEWHERE},
        "hands": hands,
        "fields": fields,
        "scores": [len(coins) for coins in view["coins"]],
    }
    asked = [[seat.me, seat.question["ask"]]] if seat.question and seat.asked else []
    return {
        "position": position,
        "offers": [kinds_alone(row) for row in seat.orders()],
        "asked": asked,
        "last": False,
    }


_ELSEWHERE = {"hand", "seat", "offers", "accepts"}
