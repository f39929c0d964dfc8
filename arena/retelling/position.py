"""The position on the table as one seat sees it, or with the hands of all seats open.

Everything comes from what the seats are shown by the rules; nothing else is read of the game.
"""

from arena.rules import Game
from arena.rules.free.harvest import worth
from arena.rules.state import OWNER, replaced
from arena.translation import writer
from protocol import Json


def position(game: Game, reader: int | None = None) -> Json:
    """A view of the protocol as plain data. `reader`: a seat, or None for the hands of all.

    Unlike in a view no seat is "you": `hands` has by seat the cards that the reader sees, else
    their number, and so has each piece that only its owner sees. More keys:

    scores   what the game would count by seat if it ended now
    fields   each has `next`: so many more cards of its kind earn one coin more (None: no number)
    """
    seats = range(game.book.players)
    views = {seat: seen_by(game, seat) for seat in (seats if reader is None else (reader,))}
    common = views[0 if reader is None else reader]
    for seat, view in views.items():
        common["hands"][seat] = view["hand"]
        for piece in game.book.own_pieces:
            if piece.audience == OWNER and piece.per_seat:
                common[piece.name][seat] = view[piece.name][seat]
    for standing in ("offers", "accepts"):
        common[standing] = [
            views[each["seat"]][standing][at] if each["seat"] in views else each
            for at, each in enumerate(common[standing])
        ]
    del common["hand"], common["seat"]
    for seat in seats:
        for at, field in enumerate(common["fields"][seat]):
            if field["count"]:
                field["next"] = to_next_coin(game, seat, at)
    common["scores"] = list(game.result.scores)
    return common


def seen_by(game: Game, seat: int) -> Json:
    """The view of `seat`, as plain data."""
    view: Json = writer(game.book).view(game, seat)
    return view


def to_next_coin(game: Game, seat: int, field: int) -> int | None:
    """How many more cards of its kind the field needs to earn more; None: no number of them."""
    fields = game.fields[seat]
    cards = fields[field]
    now = worth(game, seat, field)
    grown = game.copy()
    for more in range(1, len(game.book.earns[cards[0]])):
        grown.fields[seat] = replaced(fields, field, cards + cards[:1] * more)
        if worth(grown, seat, field) > now:
            return more
    return None
