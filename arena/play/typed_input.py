"""Typed words: offers, such as "2 soy for red" or "gift soy to Ann", and a few commands.

Where it is safe, variations are understood: plurals, unambiguous beginnings, seats by name or
number. Anything else is refused with an example of what would work.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.play.draft import Part
from arena.text import harmless
from arena.text.cards import card_name
from arena.text.phrases import listed
from protocol import Json

MOST_DIGITS = 6
MOST_CARDS = 99
"""The most cards of one kind on one side: no deck has more."""


class Unclear(ArenaError):
    """Typed words mean nothing, or several things; the text shows what would work."""


@dataclass(frozen=True)
class TypedCommand:
    """A command; `do` is a key of COMMANDS, "say" (with `text`) or "choose" (with `number`)."""

    do: str
    text: str = ""
    number: int = -1


COMMANDS = {
    "help": ("help", "?", "h"),
    "hint": ("hint", "advice"),
    "undo": ("undo", "back"),
    "clear": ("clear", "reset"),
    "send": ("send", "go"),
    "end": ("end", "done", "end trading"),
    "silent": ("silent", "quiet", "stay silent"),
    "no": ("no", "none", "pass", "decline", "nothing"),
    "cards": ("cards", "unseen", "count"),
    "leave": ("leave", "quit", "exit"),
}
_COMMAND = {word: do for do, words in COMMANDS.items() for word in words}
_IDS = {
    "take": "take",
    "accept": "accept",
    "yes": "accept",
    "withdraw": "withdraw",
    "cancel": "withdraw",
}
_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("a an one", "two", "three", "four", "five", "six", "seven", "eight"), 1
    )
    for word in words.split()
}
_OPEN = {"?", "anything", "something", "any", "open", "what"}
_NOTHING = {"nothing", "free", "-", "–", "0"}
_EVERYBODY = {"all", "everybody", "everyone", "anybody", "anyone"}
_FILLERS = {"bean", "beans", "card", "cards", "coin", "coins", "my", "your", "the", "some", "of"}
EXAMPLES = "2 soy for red; blue for ?; gift soy to 2; ask red from 1"


class GameNames:
    """The names of kinds and seats in one game. People type seats counted from 1."""

    def __init__(self, kinds: Sequence[str], seats: Sequence[str], me: int) -> None:
        """Learn the names.

        Args:
            kinds: The kinds of beans.
            seats: The players' names, by seat.
            me: The seat of the person who types.
        """
        self._kinds = {kind: _plain(card_name(kind)) for kind in kinds}
        self._seats = [_plain(name) for name in seats]
        self._shown = [harmless(name, 40) for name in seats]
        self._me = me
        self._others = [seat for seat in range(len(seats)) if seat != me]

    def read(self, text: str) -> list[Part] | TypedCommand:
        """Return typed words as parts of a draft, or as a command. Raises Unclear."""
        if said := re.fullmatch(r"\s*(?:say\b[\s:]*|[\"“”])(.*?)[\"“”]?\s*", text, re.I | re.S):
            return TypedCommand("say", text=said[1])
        words = _plain(text).rstrip(".!;")
        if words in _COMMAND:
            return TypedCommand(_COMMAND[words])
        if re.fullmatch(r"\d+", words):
            return TypedCommand("choose", number=_number(words))
        first, _, rest = words.partition(" ")
        if first in _IDS:
            return [Part(_IDS[first], number) for number in _ids(first, rest)]
        offers = [each for each in words.split(";") if each.strip()] or [""]
        return [Part("offer", self._offer(each)) for each in offers]

    # --- offers -------------------------------------------------------------------------------

    def _offer(self, words: str) -> Json:
        words = re.sub(r"^\s*(i\s+)?(offer|trade|swap|exchange)s?\b[\s:]*", "", words).strip()
        words, to = self._addressee(words)
        asked = re.match(r"(?:ask|want|need|request|beg)s?\b(?:\s+for\b)?\s*", words)
        given = re.match(r"(?:gift|give|present)s?\b\s*", words)
        verb = asked or given
        left, means, right = _divided(words[verb.end() :] if verb else words)
        if not left and not right:
            raise Unclear(f"What do you offer? Write it as in: {EXAMPLES}")
        if not means and verb is None:
            self._side(left)  # an unknown word is the more helpful complaint
            raise Unclear(f"What do you want for it? Write: {left} for ?, or gift {left}")
        give, want = (right, left) if asked else (left, right)
        offer: Json = {"give": self._side(give), "want": self._side(want)}
        return offer if to is None else {**offer, "to": to}

    def _addressee(self, words: str) -> tuple[str, int | None]:
        """Return the words without their addressee, and the addressee."""
        found = re.search(r"(?:\s|^)(?:(?:to|with|from)\s+|@\s*)(?P<who>[^?]+?)\s*$", words)
        if found is None:
            return words, None
        who = found["who"].strip()
        rest = words[: found.start()].strip()
        if middle := re.match(r"(.+?)\s+for\s+(.+)", who):  # "give Ann" style: "to ann for red"
            return f"{rest} for {middle[2]}", self.seat(middle[1])
        return rest, self.seat(who)

    def seat(self, words: str) -> int | None:
        """Return the seat that is named; None for everybody. Raises Unclear."""
        words = _plain(words)
        if words in _EVERYBODY:
            return None
        number = re.fullmatch(r"(?:seat\s*)?#?(\d+)", words)
        there = f"The others are {self._named(self._others)}."
        if number:
            seat = _number(number[1]) - 1
            if seat in self._others:
                return seat
            if seat == self._me:
                raise Unclear("That is your own seat. Name another one.")
            raise Unclear(f"There is no seat {seat + 1}. {there}")
        same = [seat for seat in self._others if self._seats[seat] == words]
        meant = same or [seat for seat in self._others if self._seats[seat].startswith(words)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise Unclear(f"“{harmless(words, 40)}” could be {self._named(meant)}. Name the seat.")
        raise Unclear(f"Nobody here is called “{harmless(words, 40)}”. {there}")

    def _named(self, seats: Sequence[int]) -> str:
        return ", ".join(f"{self._shown[seat]} (seat {seat + 1})" for seat in seats)

    def _side(self, words: str) -> list[str] | str:
        words = words.strip(" ,")
        if words in _OPEN:
            return "open"
        if words in _NOTHING or not words:
            return []
        cards: list[str] = []
        left = [each for each in re.split(r"[\s,+&]+", words) if each not in ("and", "")]
        while left:
            cards += self._some(left)
        return cards

    def _some(self, left: list[str]) -> list[str]:
        """Return the next cards of a side, such as "2 soy", and remove their words from `left`."""
        number, many = 1, re.fullmatch(r"(\d+)\s*[x×]?", left[0])
        if many or left[0] in _NUMBERS:
            number = _number(many[1]) if many else _NUMBERS[left[0]]
            left.pop(0)
            if left and left[0] in ("x", "×"):
                left.pop(0)
        while left and left[0] in _FILLERS and len(left) > 1 and self._meant(left[0]) == []:
            left.pop(0)
        if not left:
            raise Unclear(f"{number} of what? Name a kind of bean, as in: {number} soy for red")
        for length in (2, 1):  # "black eyed", "field bean"
            meant = self._meant(" ".join(left[:length])) if len(left) >= length else []
            if len(meant) == 1:
                del left[:length]
                while left and left[0] in _FILLERS:
                    left.pop(0)
                if not 1 <= number <= MOST_CARDS:
                    raise Unclear(f"You cannot trade {number} cards of a kind. Write 1 or more.")
                return meant * number
        meant = self._meant(left[0])
        shown = harmless(left[0], 40)
        if meant:
            raise Unclear(
                f"“{shown}” could be {listed(map(card_name, meant), 'or')}. Write a bit more."
            )
        raise Unclear(
            f"“{shown}” is neither a bean of this game nor a command. The beans are "
            f"{listed(map(card_name, self._kinds))}; an offer is written as in: {EXAMPLES}"
        )

    def _meant(self, word: str) -> list[str]:
        """Return the kinds that a word could mean: its own, or else all that begin with it."""
        for form in dict.fromkeys((word, word.removesuffix("s"), word.removesuffix("es"))):
            same = [kind for kind, name in self._kinds.items() if form in _forms(name)]
            if same:
                return same
        stem = word.removesuffix("s") or word
        return [kind for kind, name in self._kinds.items() if name.startswith(stem)]


def _forms(name: str) -> set[str]:
    return {name, name.removesuffix(" bean"), f"{name} bean", f"{name} beans"}


def _plain(text: str) -> str:
    """Normalise a text for comparison: lower case, no hyphens, single spaces."""
    return " ".join(re.sub(r"[-_]", " ", text.casefold()).replace(",", " , ").split())


def _divided(words: str) -> tuple[str, bool, str]:
    """Split a text at "for"; the middle is True if there was one."""
    parts = re.split(r"(?:^|\s+)(?:for|against|=>|->|=|>)(?:\s+|$)", words)
    if len(parts) > 2:
        raise Unclear(f"An offer has one “for”, as in: {EXAMPLES}")
    return parts[0].strip(), len(parts) == 2, parts[-1].strip() if len(parts) == 2 else ""


def _ids(command: str, words: str) -> list[int]:
    numbers = re.findall(r"\d+", words)
    if not numbers or re.sub(r"[#\d\s,]|and", "", words):
        raise Unclear(f"Which one? Write its number, as in: {command} 5")
    return [_number(each) for each in dict.fromkeys(numbers)]


def _number(digits: str) -> int:
    return int(digits[:MOST_DIGITS])  # Python refuses to read thousands of digits
