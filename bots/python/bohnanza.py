"""Bohnanza bots in Python: copy this one file, nothing to install (Python >= 3.8).

    from bohnanza import Bot

    class MyBot(Bot):
        name = "my_bot"

        def plant(self, decision: Decision) -> Choice:
            for index, choice in enumerate(decision.choices):
                if choice["do"] == "plant" and decision.grows(choice["card"]):
                    return index
            return 0

    MyBot().run()

A handler gets the decision as the arena sent it and gives back an index into `decision.choices`
or a choice object; index 0 is always legal. Messages are plain dicts, whose keys can also be read
as attributes in `decision`, `decision.view`, `game` and `game.rulebook`. SPEC.md says what they
hold.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections import Counter, namedtuple
from random import Random

TYPE_CHECKING = False  # as typing has it, which takes a bot a tenth of its start to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T")
    Json = dict[str, Any]
    Card = str | Json  # a kind, or one exact card: `in_hand`, `turned_over`
    Choice = int | Json | None  # an index into the choices, or a choice object
else:  # names for annotations, at which nobody looks while a bot plays
    Json, Card, Choice = dict, object, object

PROTOCOL = 1
OPEN = "open"
PASS = {"do": "pass"}

# --- building choices -------------------------------------------------------------------------


def offer(
    give: str | Iterable[Card] = (), want: str | Iterable[str] = (), to: int | None = None
) -> Json:
    """An offer: cards to give (kinds, `in_hand`, `turned_over`), kinds wanted; or OPEN."""
    made: Json = {"give": _side(give), "want": _side(want)}
    return made if to is None else dict(made, to=to)


def trade(take: Iterable[int | Json] = (), offers: Iterable[Json] = (), end: bool = False) -> Json:
    """The active player's word: `take` holds ids, or `paying(id, cards)` for a bid."""
    return {"do": "trade", "take": list(take), "offers": list(offers), "end": end}


def answer(
    accept: Iterable[int | Json] = (),
    offers: Iterable[Json] = (),
    withdraw: Iterable[int] = (),
    silent: bool = False,
) -> Json:
    """A sealed answer or bid: `accept` holds ids, or `accepting(id, cards)`."""
    return {
        "do": "answer",
        "accept": list(accept),
        "offers": list(offers),
        "withdraw": list(withdraw),
        "silent": silent,
    }


def in_hand(place: int, kind: str | None = None) -> Json:
    """One exact card of your hand; with its kind, a wrong place is refused."""
    return _at("hand", place, kind)


def turned_over(place: int, kind: str | None = None) -> Json:
    """One exact card of those turned over."""
    return _at("turned_over", place, kind)


def paying(reply: int, cards: Iterable[Card]) -> Json:
    """Take a bid and pay with these cards of yours: goes into `trade(take=[...])`."""
    return {"id": reply, "give": list(cards)}


def accepting(offered: int, cards: Iterable[Card]) -> Json:
    """Accept an offer and pay with these cards of yours: goes into `answer(accept=[...])`."""
    return {"offer": offered, "give": list(cards)}


def _at(pile: str, place: int, kind: str | None) -> Json:
    return {pile: place} if kind is None else {pile: place, "kind": kind}


def _side(cards: str | Iterable[Card]) -> str | list[Card]:
    return OPEN if cards == OPEN else list(cards)


# --- reading messages -------------------------------------------------------------------------

Deal = namedtuple("Deal", "id seat get give")
Deal.__doc__ = """What a reply or an offer means for me: kinds that I get and give; None is open."""


class Data(Json):
    """A JSON object whose keys can be read as attributes."""

    __slots__ = ()

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None


class Decision(Data):
    """A question: id, ask, stack, choices, view, events, clock, and what belongs to the ask."""

    __slots__ = ()

    id: int
    ask: str
    choices: list[Json]
    view: Data
    events: list[Json]

    @property
    def my_fields(self) -> list[Json]:
        """Your fields from left to right: dicts of kind, count and coins."""
        view = self["view"]
        fields: list[Json] = view["fields"][view["seat"]]
        return fields

    def grows(self, kind: str) -> bool:
        """True if one of your fields grows the kind."""
        return any(field["kind"] == kind for field in self.my_fields)

    def find(self, **wanted: Any) -> int | None:
        """The index of the first listed choice with these keys, or None: find(do="harvest")."""
        items = wanted.items()
        for index, choice in enumerate(self["choices"]):
            if items <= choice.items():
                return index
        return None

    @property
    def own_cards(self) -> list[Json]:
        """The cards that I could give away, by place, as an offer names them."""
        view = self["view"]
        cards = [in_hand(place, kind) for place, kind in enumerate(view["hand"])]
        if view["seat"] == view["active"]:
            cards += [turned_over(place, kind) for place, kind in enumerate(view["turned_over"])]
        if "store" in view:
            stored = view["store"][view["seat"]]
            cards += [_at("store", place, kind) for place, kind in enumerate(stored)]
        return cards

    @property
    def deals(self) -> list[Deal]:
        """The deals that I may take (ask `trade`) or must answer (ask `answer`)."""
        view = self["view"]
        offers = {made["id"]: made for made in view["offers"]}
        if self["ask"] == "answer":
            asked = [offers[number] for number in self["offers"]]
            return [Deal(o["id"], o["seat"], _kinds(o["give"]), _kinds(o["want"])) for o in asked]
        if self["ask"] != "trade":
            return []
        deals = [
            Deal(a["id"], a["seat"], _kinds(a["give"]), _kinds(offers[a["offer"]]["give"]))
            for a in view["accepts"]
        ]
        for made in view["offers"]:
            if made["seat"] != view["active"] and OPEN not in (made["give"], made["want"]):
                deals.append(
                    Deal(made["id"], made["seat"], _kinds(made["give"]), _kinds(made["want"]))
                )
        return deals


def _kinds(side: str | list[Card]) -> list[str] | None:
    if side == OPEN:
        return None
    return [card if isinstance(card, str) else card["kind"] for card in side]


# --- the bot ----------------------------------------------------------------------------------


class Bot:
    """Override what you like; everything else answers 0, which is always legal."""

    name = "bot"
    version = "1"
    author = ""
    # Of "bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"; may change
    # in a game, and starts afresh with each game.
    wants: Sequence[str] = ()
    # Ask for a plain-language account with every decision (decision.text).
    text = False

    # The game_start message, your seat, and random numbers from the seed that came with it.
    game: Data = Data()
    seat = 0
    random = Random(0)

    _scales: dict[str, list[int]] = {}  # noqa: RUF012, replaced in each game
    _deck: dict[str, int] = {}  # noqa: RUF012, the same
    _said: str | None = None
    _told_wants: Sequence[str] = ()

    # --- what a bot overrides -----------------------------------------------------------------

    def on_game_start(self, game: Data) -> None:
        """A game begins: seat, players, rulebook, clock, …"""

    def on_event(self, event: Json) -> None:
        """Something happened; called for each event before the decision that it came with."""

    def on_game_over(self, result: Data) -> None:
        """The game is over: scores, places, winners."""

    def on_refused(self, refusal: Data) -> Choice:
        """An answer may be mended once; by default with the arena's example."""
        example: Choice = refusal.get("example", 0)
        return example

    def plant(self, decision: Decision) -> Choice:
        """Step 1: plant decision.card, or as the second card pass."""
        return 0

    def trade(self, decision: Decision) -> Choice:
        """The active player's word in a negotiation: `trade(take, offers, end)` or an index."""
        return 0

    def answer(self, decision: Decision) -> Choice:
        """Answer the offers put to me (decision.deals): `answer(accept, offers)` or an index."""
        return 0

    def bid(self, decision: Decision) -> Choice:
        """Open with offers to the active player, if wanted: `answer(offers=…)`."""
        return 0

    def set_aside(self, decision: Decision) -> Choice:
        """Step 3: plant the cards received."""
        return 0

    def window(self, decision: Decision) -> Choice:
        """Act out of turn, if wanted; decision.window says when."""
        return 0

    def choose(self, decision: Decision) -> Choice:
        """Every decision passes through here; override it to treat all alike."""
        handler = self._handlers.get(decision["ask"])
        return handler(decision) if handler else 0

    # --- what a bot calls ---------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Add a short public text to the next answer."""
        self._said = text

    def earns(self, kind: str, count: int) -> int:
        """Coins for harvesting `count` cards of a kind."""
        scale = self._scales[kind]
        return scale[min(count, len(scale) - 1)]

    def needed(self, kind: str, coins: int) -> int | None:
        """The number of cards of a kind that earn at least `coins`, or None if no number does."""
        return next((n for n, earned in enumerate(self._scales[kind]) if earned >= coins), None)

    def unseen(self, view: Json) -> Counter[str]:
        """Count the cards of each kind that I cannot see: in the draw pile and other hands."""
        cards = view["hand"] + view["turned_over"] + view["discard"]
        for pile in view["coins"] + view["set_aside"]:
            cards += pile
        for fields in view["fields"]:
            for field in fields:
                if "cards" in field:  # more than one kind
                    cards += field["cards"]
                elif field["kind"]:
                    cards += [field["kind"]] * field["count"]
        # Where expansions lay cards: in a pile, or in one a seat (hidden ones are but a number).
        cards += view.get("on_offer", ())
        cards += view.get("coin_card", ())
        for name in ("under_buildings", "store", "bank_seen"):
            for pile in view.get(name, ()):
                if type(pile) is list:
                    cards += pile
        seen = Counter(cards).get  # perhaps with cards that are not in the deck
        left: Counter[str] = Counter()
        for kind, count in self._deck.items():
            left[kind] = count - seen(kind, 0)
        return left

    # --- talking to the arena -----------------------------------------------------------------

    def run(self) -> None:
        """Answer the arena until it says bye or hangs up."""
        reader, writer = sys.stdin.buffer, sys.stdout.buffer
        sys.stdout = sys.stderr  # a stray print() must not look like an answer
        for line in iter(reader.readline, b""):
            if not line.endswith(b"\n"):
                return  # the arena is gone in the middle of a word
            message = json.loads(line.decode())
            reply = self.receive(message)
            if reply is not None:
                writer.write(reply.encode() + b"\n")
                writer.flush()
            if message["type"] == "bye":
                return

    def receive(self, message: Json) -> str | None:
        """The reply to one message as a line of JSON, or None; for tests without a process."""
        kind = message["type"]
        if kind == "decide":
            return self._reply(message["id"], self._decide, Decision(message))
        if kind == "refused":
            print("refused:", message["reason"], file=sys.stderr)
            if message["again"]:
                return self._reply(message["id"], self.on_refused, Data(message))
        elif kind == "hello":
            return self._ready()
        elif kind == "game_start":
            self._guarded(self._start, Data(message))
        elif kind == "game_over":
            self._guarded(self._end, Data(message))
        return None

    def _ready(self) -> str:
        asks = ("plant", "trade", "answer", "bid", "set_aside", "window")
        self._handlers = {ask: getattr(self, ask) for ask in asks}
        self._follows_events = type(self).on_event is not Bot.on_event
        self._first_wants = tuple(self.wants)
        ready = {
            "type": "ready",
            "protocol": PROTOCOL,
            "name": self.name,
            "version": self.version,
            "author": self.author,
            "wants": list(self.wants),
            "text": self.text,
        }
        return json.dumps(ready)

    def _start(self, game: Data) -> None:
        game["rulebook"] = Data(game["rulebook"])
        self.game = game
        self.seat = game["seat"]
        self.random = Random(game["seed"])
        self.wants = self._told_wants = self._first_wants  # a new game begins with those of ready
        self._said = None
        self._scales = {kind["name"]: kind["earns"] for kind in game["rulebook"]["kinds"]}
        self._deck = {kind["name"]: kind["count"] for kind in game["rulebook"]["kinds"]}
        self.on_game_start(game)

    def _end(self, result: Data) -> None:
        self._follow(result["events"])
        self.on_game_over(result)

    def _decide(self, decision: Decision) -> Choice:
        decision["view"] = Data(decision["view"])
        self._follow(decision["events"])
        return self.choose(decision)

    def _follow(self, events: Iterable[Json]) -> None:
        if self._follows_events:
            for event in events:
                self.on_event(event)

    def _reply(self, number: int, handler: Callable[[Any], Choice], about: Data) -> str:
        choice = self._guarded(handler, about)
        wants = tuple(self.wants)
        if type(choice) is int and self._said is None and wants == self._told_wants:
            return f'{{"type":"choose","id":{number},"choice":{choice}}}'  # most answers: quick
        reply: Json = {"type": "choose", "id": number, "choice": 0 if choice is None else choice}
        if self._said is not None:
            reply["say"] = self._said
            self._said = None
        if wants != self._told_wants:
            self._told_wants = wants
            reply["wants"] = list(wants)
        return self._guarded(json.dumps, reply) or json.dumps(dict(reply, choice=0))

    def _guarded(self, handler: Callable[[Any], T], about: Any) -> T | None:
        """A mistake in a handler costs that one decision (0 is answered), not the game."""
        try:
            return handler(about)
        except Exception:
            traceback.print_exc()
            return None
