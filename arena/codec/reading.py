"""From the protocol to the rules: what a bot's answer means in a game, or why it is refused."""

from collections.abc import Set
from functools import lru_cache
from typing import Any

from arena.codec.quick_parser import ParsedAnswer, surely_well_shaped, usual_answer
from arena.rules import Choice, Game, Rulebook
from arena.rules.cards import KIND, NAMES
from arena.rules.choices import (
    ALL,
    OPEN,
    Accepting,
    Answer,
    CardAt,
    Take,
    Terms,
    Trade,
    do_of,
)
from arena.rules.hooks import TO_GIVE
from arena.rules.offers import find
from arena.rules.steps.trade import promised
from protocol import Json
from protocol.choices import shape_problem
from protocol.messages import parse_choose

MOST_TRIED = 20
"""The most offers of a refused answer that are tried one by one: it is on nobody's clock."""


class ChoiceRefused(Exception):
    """A choice object that cannot be understood or is not legal; the text says why."""


class AnswerReader:
    """A reader of bots' answers, for one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._records = {do_of(record): record for record in book.records}

    def read(self, game: Game, seat: int, choices: list[Choice], answer: int | Json) -> Choice:
        """Return the legal choice that a bot's answer means: an index, or a choice object.

        Raises:
            ChoiceRefused: The answer means no legal choice. The reason depends on nothing hidden
                from `seat` (T5).
        """
        if isinstance(answer, int):
            if 0 <= answer < len(choices):
                return choices[answer]
            raise ChoiceRefused(
                f"choice: there is no index {answer}; the last one is {len(choices) - 1}"
            )
        choice = self._parse(game, seat, answer)
        if choice not in choices:
            why = game.check(seat, choice)
            if why is not None:
                raise ChoiceRefused(why)
        return choice

    def without_illegal_offers(
        self, game: Game, seat: int, choices: list[Choice], answer: Json
    ) -> Json | None:
        """Return an answer with only those of its offers that make it legal; None without any."""

        def legal(offers: list[Any]) -> bool:
            try:
                self.read(game, seat, choices, {**answer, "offers": offers})
            except ChoiceRefused:
                return False
            return True

        offers, kept = answer["offers"], list[Any]()
        if isinstance(offers, list) and legal([]):  # else it is not the offers' fault, or not alone
            for offer in offers[:MOST_TRIED]:
                if legal([*kept, offer]):
                    kept.append(offer)
        return {**answer, "offers": kept} if kept else None

    def _parse(self, game: Game, seat: int, json: Json) -> Choice:
        do: Any = json.get("do")
        if isinstance(do, str) and do not in self._records and do not in ("trade", "answer"):
            raise ChoiceRefused(f"do: there is no choice called {do!r:.80} in this game")
        if not surely_well_shaped(json):
            problem = shape_problem(json)
            if problem is not None:
                raise ChoiceRefused(problem)
        if do == "trade":
            return self._parse_trade(game, seat, json)
        if do == "answer":
            return self._parse_answer(game, seat, json)
        record = self._records[do]
        # Its model has seen to it that every part is there, and of the right type.
        parts = {name: _read_part(name, json[name]) for name in record._fields if name != "do"}
        choice: Choice = record(**parts)
        return choice

    def _parse_trade(self, game: Game, seat: int, json: Json) -> Choice:
        used: set[CardAt] = set()  # a set: a line may name a card any number of times
        take: list[Take] = []
        known: set[int] = set()  # each is looked up once, however often the line names it
        for item in json.get("take") or ():
            if isinstance(item, int):
                take.append(Take(item))
                if item not in known:
                    known.add(item)
                    used.update(promised(game, item))
                continue
            give = self._give(game, seat, item["give"], used) if item.get("give") else None
            used.update(give or ())
            take.append(Take(item["id"], give))
        offers = tuple([self._read_terms(game, seat, o, used) for o in json.get("offers") or ()])
        return Trade(tuple(take), offers, bool(json.get("end")))

    def _parse_answer(self, game: Game, seat: int, json: Json) -> Choice:
        accept: list[Accepting] = []
        for item in json.get("accept") or ():
            if isinstance(item, int):
                accept.append(Accepting(item))
            else:
                give = self._give(game, seat, item["give"]) if item.get("give") else None
                accept.append(Accepting(item["offer"], give))
        offers = tuple([self._read_terms(game, seat, o) for o in json.get("offers") or ()])
        # Each once: a line has room for twenty thousand, and every seat is told of them.
        withdraw = tuple(dict.fromkeys(json.get("withdraw") or ()))
        return Answer(tuple(accept), offers, withdraw, bool(json.get("silent")))

    def _read_terms(
        self, game: Game, seat: int, json: Json, used: Set[CardAt] = frozenset()
    ) -> Terms:
        give = json.get("give", [])
        want = json.get("want", [])
        to = json.get("to", "all")
        # The offers of other seats go to the active player, whatever they say.
        return Terms(
            OPEN if give == "open" else self._give(game, seat, give, used),
            OPEN if want == "open" else bytes([_kind(name) for name in want]),
            ALL if to == "all" or seat != game.active else to,
        )

    def _give(
        self, game: Game, seat: int, cards: list[Any], used: Set[CardAt] = frozenset()
    ) -> tuple[CardAt, ...]:
        """Return the cards that a bot names.

        Exact places are taken as they are, then bare kinds from the remaining cards.
        """
        exact = [self._exact(game, seat, card) for card in cards if isinstance(card, dict)]
        taken = {*exact, *used}
        named = iter(exact)
        picked: list[CardAt] = []
        for card in cards:
            if isinstance(card, dict):
                picked.append(next(named))
                continue
            kind = _kind(card)
            found = find(game, seat, (kind,), taken)
            if found is None:
                # An order is there, but may not be given.
                why = kind in game.hands[seat] and game.refuses(TO_GIVE, seat, kind)
                raise ChoiceRefused(f"give: {why or f'you have no {card} (more) to give'}")
            taken.update(found)
            picked += found
        return tuple(picked)

    def _exact(self, game: Game, seat: int, card: Json) -> CardAt:
        for name, source in self.book.sources.items():
            if name not in card:
                continue
            index = card[name]
            pile = source.read(game, seat)
            if source.active_only and seat != game.active:
                raise ChoiceRefused(f"give: {name} cards belong to the active player")
            # The model checks one place of a card, so if it names two, the other can be anything;
            # even True, which would be a place to Python, but not to the model of a record.
            if type(index) is not int or not 0 <= index < len(pile):
                raise ChoiceRefused(f"give: there is no card at {name} {index}")
            kind = card.get("kind")
            if kind is not None and _kind(kind) != pile[index]:
                held = NAMES[pile[index]]
                raise ChoiceRefused(f"give: the card at {name} {index} is {held}, not {kind}")
            return CardAt(name, index, pile[index])
        raise ChoiceRefused(f"give: name a card by its kind or by its place, not by {card!r:.80}")


def parse_answer(line: bytes) -> ParsedAnswer:
    """Parse a line, whatever the choice may mean in a game.

    Raises:
        ProtocolError: The line is not an answer.
    """
    return usual_answer(line) or parse_choose(line)


def _read_part(name: str, value: Any) -> Any:
    """Return a part of a choice record from JSON.

    Parts called card or kind are names of kinds.
    """
    if name in ("card", "kind"):
        return _kind(value)
    return tuple(value) if isinstance(value, list) else value


def _kind(name: Any) -> int:
    kind = KIND.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ChoiceRefused(f"there is no kind of bean called {name!r:.80}")
    return kind


@lru_cache(maxsize=16)
def reader(book: Rulebook) -> AnswerReader:
    """Return the cached reader of a rulebook."""
    return AnswerReader(book)
