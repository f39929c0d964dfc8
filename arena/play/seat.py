"""A person's seat: what it shows, is asked, may do and has said.

It takes the referee's messages and gives answers as messages. It knows nothing of screens, so a
terminal and a page can show the same seat.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from arena.play.answers import Option, options
from arena.play.draft import NEGOTIATIONS, Composer, Draft, Part, Unfit
from arena.play.typed_input import GameNames, TypedCommand
from arena.replay.offer_book import OfferBook, declines_joined
from arena.rules import Rulebook, compile_rulebook
from arena.text import harmless
from arena.text.asking import choice_text, task
from arena.text.cards import coins
from arena.text.speaker import Speaker, TableSpeaker
from protocol import Json

WISHES = ("bids", "before_plant", "before_trade", "before_draw")
"""The optional questions that a person can ask for."""
USUAL_WISHES = frozenset({"bids"})
"""The default; the other questions come before almost every step."""
LONGEST_NAME = 24


class Seat:
    """One person's seat in one game."""

    def __init__(self, names: Sequence[str], wishes: Iterable[str] = USUAL_WISHES) -> None:
        """Set up a seat before the game.

        Args:
            names: Names of the players, by seat.
            wishes: The optional questions to be asked.
        """
        self.names: list[str]
        self.who: Speaker
        self.wishes = frozenset(wishes)
        self.me = 0
        self.rules: Json = {}
        """The rulebook from `game_start`; empty before the game."""
        self.call(names)
        self.view: Json = {}
        """The view at the last question; empty before the first."""
        self.question: Json | None = None
        """The latest question; None once the game is over, or the arena has answered instead."""
        self.draft: Draft | None = None
        """The draft of an answer, if the question is part of a negotiation."""
        self.refusal = ""
        """Why the last answer was refused; empty if it was not."""
        self.result: Json | None = None
        """How the game ended."""
        self.journal: list[Entry] = []
        self.happened: list[Json] = []
        """All events, as they were told."""
        self.start: Json = {}
        """The `game_start` message."""
        self.untold: list[Json] = []
        """Events since a bot was last asked for a hint."""
        self.hint: Option | None = None
        """What a bot would do now; None if it was not asked."""
        self.saying = ""
        """Talk that goes out with the next answer."""
        self.watched = False
        """True if `notice` gets events as they happen; otherwise they come with questions."""
        self._passed_over: int | None = None  # the seat that took nothing of this one's offers
        self._sent: Json | None = None  # the answer to the open question
        # The wishes that the referee knows of; None if it dropped them, so they go out again.
        self._told_wishes: frozenset[str] | None = self.wishes
        self.book: Rulebook
        """The rules of the game."""
        self._words: GameNames
        self._offer_book: OfferBook

    def call(self, names: Iterable[str]) -> None:
        """Call the players by these names, by seat, from now on.

        Where one is spoken of, it is without the bot that plays: "Emma (trader)" is "Emma" there.
        """
        self.names = [harmless(name, LONGEST_NAME) for name in names]
        self.who = Speaker([name.partition(" (")[0] for name in self.names])
        if self.rules:
            self._learn_names()

    # --- the referee's messages ---------------------------------------------------------------

    def hear(self, message: Json) -> Json | None:
        """Process a message; return the answer if that needs no person."""
        heard = _HEARD.get(message.get("type", ""))
        return heard(self, message) if heard else None

    def _hello(self, message: Json) -> Json:
        return {"type": "ready", "name": "person", "wants": sorted(self.wishes)}

    def _start(self, message: Json) -> None:
        self.start, self.me, self.rules = message, message["seat"], message["rulebook"]
        self.book = compile_rulebook(message["variant"], message["players"])
        self._learn_names()
        self._offer_book = OfferBook(message["players"])
        # The first turn begins without an event.
        self.notice([{"event": "turn", "turn": 1, "seat": 0}])

    def _learn_names(self) -> None:
        kinds = [kind["name"] for kind in self.rules["kinds"]]
        self._words = GameNames(kinds, self.who.names, self.me)

    def _decide(self, message: Json) -> Json | None:
        self._follow(message["events"])
        if self._passed_over is not None:  # only now: by itself, it would pass with the turn
            passing = self.who.does(self._passed_over, "ends trading")
            self.journal.append(Entry("missed", None, f"{passing} and takes nothing of yours"))
            self._passed_over = None
        self.question, self.view = message, message["view"]
        self.refusal, self._sent, self.hint = "", None, None
        limits = self.rules["negotiation"]
        negotiates = message["ask"] in NEGOTIATIONS
        self.draft = Draft(message, limits, self.to_give()) if negotiates else None
        if self._skips() and not any(choice.get("accept") for choice in message["choices"]):
            return self.answer(0)
        return None

    def _skips(self) -> bool:
        """Return True if the seat is asked in a trade of which it wanted to hear no more."""
        asks = self.asked is not None and self.asked["ask"]
        return asks == "answer" and bool(self.view["silent"][self.me])

    def _refused(self, message: Json) -> None:
        self.refusal = harmless(message["reason"])
        self.journal.append(Entry("arena", None, f"Refused: {self.refusal}"))
        if self._sent is not None:  # the referee dropped talk and wishes with the answer
            self.saying = self.saying or self._sent.get("say", "")
            self._told_wishes = None
        self._sent = None
        if not message["again"]:
            self.question = None

    def _over(self, message: Json) -> None:
        self._follow(message["events"])
        self.question, self.draft = None, None
        self.result = message
        self.journal += ending(message, self.who)

    def _follow(self, events: Sequence[Json]) -> None:
        self.untold += events
        if not self.watched:
            self.notice(events)

    def notice(self, events: Sequence[Json]) -> None:
        """Add events, as the seat may know them, to the journal and the offer book."""
        for event in events:
            if event["event"] == "trade_ended" and self._offer_book.is_passed_over(self.me):
                self._passed_over = event["seat"]
            self._offer_book.add(event)
        self.happened += events
        self.journal += entries(events, self.who)

    # --- what is seen -------------------------------------------------------------------------

    def offer_rows(self) -> list[Json]:
        """Return the offer book of the turn, as `OfferBook.as_data` does."""
        return self._offer_book.as_data() if self.rules else []

    def to_give(self) -> list[Json]:
        """Return the cards that could be given away, such as `{"hand": 0, "kind": "blue"}`."""
        cards = []
        beans = {kind["name"] for kind in self.rules["kinds"]}  # a hand of Plus has orders, too
        for pile, source in self.book.sources.items():
            if not source.active_only or self.view["active"] == self.me:
                cards += [
                    {pile: place, "kind": kind}
                    for place, kind in enumerate(self.pile(pile))
                    if kind in beans
                ]
        return cards

    def pile(self, name: str) -> list[str]:
        """Return a pile of cards by its key of the view, the person's own if each seat has one."""
        pile = self.view.get(name)
        if isinstance(pile, list) and pile and isinstance(pile[0], list):
            pile = pile[self.me]
        return list(map(str, pile)) if isinstance(pile, list) else []

    def composer(self) -> Composer:
        """Return a new composer for an offer."""
        return Composer(self.to_give(), [kind["name"] for kind in self.rules["kinds"]])

    def others(self) -> list[int]:
        """Return the seats that an offer may name; none if it goes to the active player anyway."""
        if self.view["active"] != self.me:
            return []
        return [seat for seat in range(len(self.who.names)) if seat != self.me]

    @property
    def asked(self) -> Json | None:
        """The question while the referee waits for its answer; None otherwise."""
        return self.question if self._sent is None else None

    def task(self) -> str:
        """Return the question in a sentence; empty while there is none."""
        if self.asked is None:
            return ""
        active = self.who.seat(self.view["active"])
        if self._skips():
            return f"Step 2: you skipped this trade, but {active} offers you what you can accept."
        return task(self.asked["ask"], self.view, self.asked["choices"], active)

    def options(self) -> list[Option]:
        """Return the options in words, the most likely one first."""
        if self.asked is None:
            return []
        hint = [self.hint] if self.hint else []
        return hint + options(self.asked, self.draft, self.who, self._field_price())

    def _field_price(self) -> int:
        more = self.rules["more"]
        owned = self.view["buildings"][self.me] if "buildings" in self.view else ()
        cheap = (more[name].get("third_field_price") for name in owned if name in more)
        return next(filter(None, cheap), self.book.tables.price or 0)

    # --- what is said and done ----------------------------------------------------------------

    def typed(self, text: str) -> TypedCommand | None:
        """Process typed words: add parts to the draft, but return a command.

        Raises:
            Unclear: The words mean nothing, or several things.
            Unfit: A part does not fit; the draft stays as it was.
        """
        if not self.rules:
            raise Unfit("The game has not begun yet.")
        read = self._words.read(text)
        if isinstance(read, TypedCommand):
            return read
        self.add(*read)
        return None

    def add(self, *parts: Part) -> None:
        """Add all parts to the draft, or none. Raises Unfit."""
        if self.draft is None:
            raise Unfit("There is nothing to trade now. Choose from the list.")
        before = list(self.draft.parts)
        try:
            for part in parts:
                self.draft.add(part)
        except Unfit:
            self.draft.parts[:] = before
            raise
        self.hint = None  # it was about the answer before this

    def advised(self, by: str, choice: int | Json) -> None:
        """List a bot's choice for the open question as the first option."""
        if self.question is not None:
            advice = self.question["choices"][choice] if isinstance(choice, int) else choice
            speaker = TableSpeaker(self.who.names)
            text = choice_text(self.question["ask"], advice, self.view, speaker)
            said = f"{harmless(text)}, as the bot {harmless(by)} would"
            self.hint = Option(said, choice=choice)

    def wish(self, wishes: Iterable[str]) -> None:
        """Change the wishes, which the next answer will send."""
        self.wishes = frozenset(wishes)

    def answer(self, choice: int | Json) -> Json:
        """Return the message that answers the open question.

        The question counts as answered unless the referee refuses the answer.
        """
        assert self.question is not None
        message = {"type": "choose", "id": self.question["id"], "choice": choice}
        if self.saying:
            message["say"] = self.saying
        if self.wishes != self._told_wishes:
            message["wants"] = sorted(self.wishes)
        # Until the referee refuses it: then `_refused` takes all of this back.
        self._told_wishes, self.saying, self._sent = self.wishes, "", message
        return message


_HEARD = {
    "hello": Seat._hello,
    "game_start": Seat._start,
    "decide": Seat._decide,
    "refused": Seat._refused,
    "game_over": Seat._over,
}


# Events that get no line in the journal: the table and the offer book show them.
_NOT_IN_JOURNAL = {"lapsed", "round", "game_over"}


class Entry(NamedTuple):
    """A line of the journal.

    `sort` is the event's name, "arena" for the arena's own words, or "missed" for those about a
    turn that gave the seat nothing.
    """

    sort: str
    seat: int | None
    text: str


def entries(events: Iterable[Json], who: Speaker) -> Iterator[Entry]:
    """Yield the events in words; seats that decline everything share a line."""
    for event in declines_joined(events):
        if event["event"] not in _NOT_IN_JOURNAL:
            yield Entry(event["event"], event.get("seat"), who.event(event))


def ending(result: Json, who: Speaker) -> Iterator[Entry]:
    """Yield the end of the game in words, the best seat first."""
    yield Entry("game_over", None, "The game is over.")
    places = result["places"]
    best = sorted(range(len(places)), key=lambda at: (places[at], at not in result["winners"]))
    for seat in best:
        name = who.does(seat, "wins") if seat in result["winners"] else who.seat(seat)
        forfeit = " (forfeited)" if seat in result["forfeits"] else ""
        text = f"{places[seat]}. {name}: {coins(result['scores'][seat])}{forfeit}"
        yield Entry("game_over", seat, text)
