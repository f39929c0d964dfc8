"""An offer put together with keys: exact cards to give, kinds and numbers to get, for whom."""

from collections import Counter
from collections.abc import Sequence

from arena.text.cards import card_name
from protocol import Json

PLACES = {"hand": "", "turned_over": ", turned over", "set_aside": ", set aside"}


class Composer:
    """An offer as it grows. `cards`: those that could be given, by place; `kinds`: of the game."""

    def __init__(self, cards: Sequence[Json], kinds: Sequence[str]) -> None:
        self.cards = list(cards)
        self.kinds = list(kinds)
        self.giving: set[int] = set()
        """Indices of `cards`."""
        self.wanting: Counter[str] = Counter()
        self.open = ""
        """The side left open: "give", "want" or none."""
        self.to: int | None = None
        """A seat, or None for all."""

    def more(self, kind: str, by: int) -> None:
        """Want more of a kind, or less."""
        self.wanting[kind] = max(0, self.wanting[kind] + by)
        if self.open == "want":
            self.open = ""

    def leave_open(self, side: str) -> None:
        """Leave a side to the others, or no longer; only one can be."""
        self.open = "" if self.open == side else side

    def offer(self) -> Json:
        """The offer as it is now, in the form of the protocol."""
        give = [self.cards[at] for at in sorted(self.giving)]
        want = [kind for kind in self.kinds for _ in range(self.wanting[kind])]
        made: Json = {
            "give": "open" if self.open == "give" else give,
            "want": "open" if self.open == "want" else want,
        }
        return made if self.to is None else {**made, "to": self.to}

    def card(self, at: int) -> str:
        """A card in words, with its place."""
        card = self.cards[at]
        pile, place = next((key, value) for key, value in card.items() if key != "kind")
        where = PLACES.get(pile, f", {pile.replace('_', ' ')}")
        nth = f" ({_nth(place + 1)})" if pile == "hand" else ""
        return f"{card_name(card['kind'])}{nth}{where}"


def _nth(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
