"""The actions of a rulebook, by number and by name: every choice that a seat can make or compose.

Most choices are one action each, named as in the protocol: "plant soy 1", "harvest 0",
"buy_building saloon_2". Other seats are named by their distance clockwise ("steal +2 0 1"), cards
of the seat's hand only by their place. A negotiation is composed, action by action:

    give KIND, want KIND   add a card to the draft offer (the rules pick the copy)
    offer +N, offer all    finish the draft offer, and address it to that seat, or to all
    take +N I              take the I-th of the standing replies of that seat that can be taken
    accept I               accept the I-th of the offers put to this seat
    withdraw I             take back the I-th of the own standing replies
    silent                 answer no more this turn unless named
    done                   submit all that was composed
    pass                   nothing (more); after takes, the end of trading
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import Any, Final, get_type_hints

from arena.rules.cards import KIND, NAMES
from arena.rules.choices import Choice, do_of
from arena.rules.rulebook import Rulebook
from arena.rules.state import Unchanging

# The limits of the table; choices beyond them cannot be made by actions.
REPLIES: Final = 4  # the newest standing replies of a seat
PLACES: Final = 12  # places of a hand
CARDS: Final = 4  # on each side of a composed offer
SOY: Final = 6  # soy cards among the coins of a field
ORDER: Final = "order"


class Actions(Unchanging):
    """The table of actions of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.kinds = [NAMES[kind] for kind in book.kinds]
        whole = book.start(b"")
        self.fields = _most_fields(book)
        # Orders are no kind of the deck, and after the deal each hand has one.
        self.orders = any(card not in book.kinds for hand in whole.hands for card in hand)
        self.trades = any(step.ask == "trade" for step in book.tables.turn)
        names = [*self._flat()]
        if self.trades:
            names += self._composed()
        # Once each: a choice may be open both freely and in a step, as `harvest_farm` is.
        self.names: tuple[str, ...] = tuple(dict.fromkeys(names))
        self.number = {name: at for at, name in enumerate(self.names)}
        self._known: list[dict[Choice, int]] = [{} for _ in range(book.players)]

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> tuple[Callable[..., "Actions"], tuple[Rulebook]]:
        return actions, (self.book,)

    def of(self, seat: int, choice: Choice) -> int:
        """Return the number of a choice of `seat` that is not composed.

        -1 if the table has no room for it.
        """
        known = self._known[seat]
        number = known.get(choice)
        if number is None:
            number = known[choice] = self.number.get(self._name(seat, choice), -1)
        return number

    def _name(self, seat: int, choice: Choice) -> str:
        parts: dict[str, Any] = choice._asdict()  # type: ignore[attr-defined]
        words = [parts.pop("do")]
        if _card_is_implied(type(choice)):
            parts.pop("card", None)
        for name, value in parts.items():
            if name == "card":
                words.append(NAMES[value] if value in self.book.kinds else ORDER)
            elif name == "seat":
                words.append(f"+{(value - seat) % self.book.players}")
            elif isinstance(value, tuple):
                words += [str(part) for part in value]
            else:
                words.append(str(value))
        return " ".join(words)

    def _flat(self) -> Iterator[str]:
        for record in self.book.records:
            do = do_of(record)
            hints = {name: hint for name, hint in get_type_hints(record).items() if name != "do"}
            if _card_is_implied(record):
                hints.pop("card", None)
            domains = [self._domain(name, hint, len(hints)) for name, hint in hints.items()]
            for words in product(*domains):
                yield " ".join((do, *words))

    def _domain(self, name: str, hint: Any, parts: int) -> list[str]:
        """List the words that a part of a choice may be."""
        if name == "card":
            return [*self.kinds, ORDER] if self.orders and parts == 1 else self.kinds
        if name in ("field", "into"):
            return _numbers(self.fields)
        if name == "seat":
            return [f"+{distance}" for distance in range(1, self.book.players)]
        if name in ("hand", "to"):
            return _numbers(PLACES)
        if hint is int:
            return _numbers(SOY + 1)
        if hint is str:
            return strings(self.book, name)
        drawn = range(2, self.book.tables.draw + 1)
        return [
            " ".join(map(str, order)) for count in drawn for order in permutations(range(count))
        ]

    def _composed(self) -> Iterator[str]:
        limits, others = self.book.negotiation, range(1, self.book.players)
        yield from ("done", "silent")
        yield from (f"give {kind}" for kind in self.kinds)
        yield from (f"want {kind}" for kind in self.kinds)
        yield from ("offer all", *(f"offer +{distance}" for distance in others))
        yield from (f"take +{distance} {at}" for distance in others for at in range(REPLIES))
        yield from (f"accept {at}" for at in range(limits.offers))
        yield from (f"withdraw {at}" for at in range(REPLIES))


def _numbers(count: int) -> list[str]:
    return [str(number) for number in range(count)]


def _card_is_implied(record: Any) -> bool:
    """Return True if the other parts name the card: its only kind, or its place in the hand."""
    defaults = record._field_defaults
    return "card" in defaults or "hand" in record._fields


def strings(book: Rulebook, name: str) -> list[str]:
    """List the words that the part `name` of a choice may be, by the rulebook."""
    words = [
        entry.get("name" if key == f"{name}s" else name) for key, entry in _listed_entries(book)
    ]
    return [*dict.fromkeys(word for word in words if isinstance(word, str))]


def words(book: Rulebook) -> list[str]:
    """List the words that pieces may hold: all that the rulebook lists, but for cards."""
    entries = [entry for _, entry in _listed_entries(book)]
    keys = dict.fromkeys(key for entry in entries for key in entry)
    found = [entry.get(key) for key in keys for entry in entries]
    return [*dict.fromkeys(word for word in found if isinstance(word, str) and word not in KIND)]


def _listed_entries(book: Rulebook) -> list[tuple[str, dict[str, Any]]]:
    """Return the entries of the lists in the rules' data, each with the name of its list."""
    return [
        (key, entry)
        for rule in book.rules
        if rule.data
        for key, listed in rule.data(book.tables).items()
        if isinstance(listed, list)
        for entry in listed
        if isinstance(entry, dict)
    ]


def _most_fields(book: Rulebook) -> int:
    """Return the most fields that a seat can ever have."""
    data = [rule.data(book.tables) for rule in book.rules if rule.data]
    third = any(piece.name == "third_field" for piece in book.own_pieces)
    return book.tables.fields + third + sum("field_for" in entries for entries in data)


@lru_cache(maxsize=64)
def actions(book: Rulebook) -> Actions:
    """Return the cached table of a rulebook."""
    return Actions(book)
