"""Drafts of answers in a negotiation, with undo, and a composer of single offers."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import ArenaError
from arena.text.cards import beans, card_name, kind_of
from protocol import Json

NEGOTIATIONS = ("trade", "answer", "bid")
"""The questions that are answered with a draft."""
MOST_WANTED = 24
"""Cards that one offer may ask for."""


class Unfit(ArenaError):
    """A part does not fit into the draft; the text says why, and what would."""


@dataclass(frozen=True)
class Part:
    """One part of an answer in a negotiation.

    Attributes:
        what: "take", "accept", "withdraw", "offer", "silent" or "end".
        value: An id for the first three; for "offer", an offer as in the protocol.
    """

    what: str
    value: Any = True


class Draft:
    """An answer to one question, part by part, that has not been sent."""

    def __init__(self, question: Json, limits: Json, cards: Sequence[Json]) -> None:
        """Begin with an empty draft.

        Args:
            question: The question to answer, one of NEGOTIATIONS.
            limits: The rulebook's `negotiation`.
            cards: The cards that the seat could give.
        """
        self._active = question["ask"] == "trade"
        self.parts: list[Part] = []
        self._view: Json = question["view"]
        self._held = Counter(card["kind"] for card in cards)
        self._asked: Sequence[int] = question.get("offers") or ()
        self._most: int = limits["offers" if self._active else "replies"]

    def __bool__(self) -> bool:
        return bool(self.parts)

    def add(self, part: Part) -> None:
        """Add a part. Raises Unfit, and then leaves the draft as it was."""
        if part in self.parts:
            raise Unfit("You have said that already. Press Enter to send it.")
        _CHECKS[part.what](self, part.value)
        self.parts.append(part)
        if part.what == "accept":
            self.parts += self._instead(part.value)

    def undo(self) -> Part | None:
        """Remove the last part and return it; None if there is none."""
        return self.parts.pop() if self.parts else None

    def choice(self) -> Json:
        """Return the draft as a choice of the protocol."""
        said = {
            key: [part.value for part in self.parts if part.what == what]
            for key, what in _KEYS.items()
        }
        choice: Json = {"do": "trade" if self._active else "answer"}
        choice.update({key: value for key, value in said.items() if value})
        choice.update({part.what: True for part in self.parts if part.what in ("silent", "end")})
        return choice

    def offers(self) -> list[Json]:
        """Return the offers in the draft."""
        return [part.value for part in self.parts if part.what == "offer"]

    @property
    def room(self) -> int:
        """How many more offers it may hold."""
        return self._most - len(self.offers())

    # --- checks of a part ---------------------------------------------------------------------

    def _take(self, number: int) -> None:
        if not self._active:
            raise Unfit(f"Only the active player takes replies. Accept an offer: accept {number}")
        accepts = [each["id"] for each in self._view["accepts"]]
        bids = [
            each["id"]
            for each in self._view["offers"]
            if each["seat"] != self._view["seat"] and "open" not in (each["give"], each["want"])
        ]
        if number not in accepts + bids:
            raise Unfit(f"There is no reply #{number} to take. {_those(accepts + bids, 'take')}")
        going = self._given_for(number)
        self._still_here(going)
        for offer in self.offers():
            if offer["give"] != "open":
                self._unpromised(offer["give"], number, going)

    def _accept(self, number: int) -> None:
        if self._active:
            raise Unfit(f"You are the active player: take a reply instead, as in take {number}.")
        standing = {each["id"]: each for each in self._view["offers"]}
        if number not in self._asked or number not in standing:
            raise Unfit(f"Offer #{number} is not addressed to you. {_those(self._asked, 'accept')}")
        if "open" in (standing[number]["give"], standing[number]["want"]):
            raise Unfit(
                f"Offer #{number} leaves a side open, so answer it with an offer of your own, as "
                "in: soy for red"
            )
        self._require_cards(standing[number]["want"])

    def _instead(self, number: int) -> list[Part]:
        """Return withdrawals of the same offer made by oneself, which would be a second trade."""
        offers = {each["id"]: each for each in self._view["offers"]}
        give, want = _sides(offers[number])
        mine = [each for each in offers.values() if each["seat"] == self._view["seat"]]
        same = [Part("withdraw", each["id"]) for each in mine if _sides(each) == (want, give)]
        return [each for each in same if each not in self.parts]

    def _withdraw(self, number: int) -> None:
        if self._active or number not in standing(self._view):
            raise Unfit(f"You have no standing offer #{number} that you could withdraw.")

    def _offer(self, offer: Json) -> None:
        if not self.room:
            raise Unfit(f"You can make {self._most} offers at once. Send them, or undo one.")
        if self._active and self._view["round"] > self._view["rounds"]:
            raise Unfit("The last round is over: take replies, or end trading.")
        if Part("end") in self.parts:
            raise Unfit("You are ending the trading, so you can make no more offers.")
        give, want = offer["give"], offer["want"]
        if give == "open" and want == "open":
            raise Unfit("One side of an offer may be open, not both. Name your beans, or theirs.")
        if not give and not want:
            raise Unfit("An offer needs beans on at least one side, as in: soy for red")
        if len(want) > MOST_WANTED and want != "open":
            raise Unfit(f"An offer may want at most {MOST_WANTED} beans.")
        if offer.get("to") == self._view["seat"]:
            raise Unfit("You cannot trade with yourself. Name another seat, or leave it out.")
        if give != "open":
            self._still_here(give)

    def _silent(self, _: object) -> None:
        if self._active:
            raise Unfit("You are the active player, so you cannot stay silent. End trading: end")

    def _end(self, _: object) -> None:
        if not self._active:
            raise Unfit("Only the active player ends the trading. Decline everything: no")
        if self.offers():
            raise Unfit("You cannot end the trading with new offers. Undo them, or send them.")

    def _given_for(self, number: int) -> list[Any]:
        """Return the cards that taking a reply would cost: each a card, or only its kind."""
        offers = {each["id"]: each for each in self._view["offers"]}
        if number in offers:  # a bid: what it wants
            return list(offers[number]["want"])
        offer = next(each["offer"] for each in self._view["accepts"] if each["id"] == number)
        give = offers[offer]["give"] if offer in offers else []
        return [] if give == "open" else list(give)

    def _still_here(self, give: Sequence[Any]) -> None:
        """Raise Unfit for cards that replies in the draft already cost."""
        gone: list[str] = []
        for part in self.parts:
            if part.what == "take":
                going = self._given_for(part.value)
                self._unpromised(give, part.value, going)
                gone += map(kind_of, going)
        self._require_cards([*gone, *map(kind_of, give)], gone)

    @staticmethod
    def _unpromised(give: Sequence[Any], number: int, going: Sequence[Any]) -> None:
        for card in give:
            # A card is named by its place; of a kind alone, another card may do as well.
            if card in going and not isinstance(card, str):
                raise Unfit(
                    f"That {card_name(kind_of(card))} goes with #{number}, which you take. Choose "
                    "another card, or take the reply back."
                )

    def _require_cards(self, kinds: Sequence[str], gone: Sequence[str] = ()) -> None:
        held = self._held
        lacking = Counter(kinds) - held
        if lacking:
            kind = next(iter(lacking))
            held = held - Counter(gone)
            have = f"only {held[kind]} {card_name(kind)}" if held[kind] else f"no {card_name(kind)}"
            raise Unfit(f"You have {have} to give. You could give {beans(held.elements())}.")


def _sides(offer: Json) -> tuple[Counter[str], Counter[str]]:
    """Return the kinds of each side; "open" counts as letters, which no beans are."""
    return Counter(map(kind_of, offer["give"])), Counter(map(kind_of, offer["want"]))


def standing(view: Json) -> list[int]:
    """Return the ids of what the view's seat has offered and accepted."""
    said = (*view["offers"], *view["accepts"])
    return [each["id"] for each in said if each["seat"] == view["seat"]]


def place_of(card: Json) -> tuple[str, int]:
    """Return the pile of a card that can be given away, and its index there."""
    return next((pile, place) for pile, place in card.items() if pile != "kind")


def _those(ids: Sequence[int], do: str) -> str:
    named = ", ".join(f"#{each}" for each in ids)
    return f"You could {do} {named}." if named else f"There is nothing to {do}."


_KEYS = {"take": "take", "accept": "accept", "offers": "offer", "withdraw": "withdraw"}
_CHECKS: dict[str, Callable[[Draft, Any], None]] = {
    "take": Draft._take,
    "accept": Draft._accept,
    "withdraw": Draft._withdraw,
    "offer": Draft._offer,
    "silent": Draft._silent,
    "end": Draft._end,
}


# --- offers put together by keys or touch -------------------------------------------------------


class Composer:
    """An offer that is being put together card by card."""

    def __init__(self, cards: Sequence[Json], kinds: Sequence[str]) -> None:
        """Begin with nothing on either side.

        Args:
            cards: The cards that could be given.
            kinds: The kinds of the game.
        """
        self.cards = list(cards)
        self.kinds = list(kinds)
        self.giving: set[int] = set()
        """Indices of `cards`."""
        self.wanting: Counter[str] = Counter()
        self.open = ""
        """The side left open: "give", "want", or "" for neither."""
        self.to: int | None = None
        """The seat it is addressed to; None for all."""

    def more(self, kind: str, by: int) -> None:
        """Ask for more of a kind, or for less if `by` is negative."""
        self.wanting[kind] = max(0, self.wanting[kind] + by)
        if self.open == "want":
            self.open = ""

    def leave_open(self, side: str) -> None:
        """Open a side, or close it again; only one side can be open."""
        self.open = "" if self.open == side else side

    def offer(self) -> Json:
        """Return the offer as in the protocol."""
        give = [self.cards[at] for at in sorted(self.giving)]
        want = [kind for kind in self.kinds for _ in range(self.wanting[kind])]
        made: Json = {
            "give": "open" if self.open == "give" else give,
            "want": "open" if self.open == "want" else want,
        }
        return made if self.to is None else {**made, "to": self.to}

    def card(self, at: int) -> str:
        """Describe a card and where it lies."""
        card = self.cards[at]
        pile, place = place_of(card)
        where = f" ({_nth(place + 1)})" if pile == "hand" else f", {pile.replace('_', ' ')}"
        return f"{card_name(card['kind'])}{where}"


def _nth(number: int) -> str:
    """Return an ordinal, such as `1st`, `2nd` or `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
