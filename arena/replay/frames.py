"""A game frame by frame: what was asked and decided, what then happened, and how the table stands.

Frames are the one source of every account of a game: in words, on a page, at a person's seat. They
are computed from the record by the rules whenever they are needed, and never stored; those of a
game that is being played, while its record grows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import orjson

from arena.codec import writer
from arena.replay.order_book import OrderBook
from arena.replay.replay import After, Before, Replay
from arena.rules import Game, plain_choice
from arena.rules.free.harvest import worth
from arena.rules.state import OWNER, replaced
from protocol import Json


@dataclass(frozen=True)
class Decided:
    """A decision and how it was made.

    number     its place in the record, from 0
    question   the id of the question that the bot was asked; None: it was lost already
    ask        what was asked
    view       what the seat saw
    choices    what was listed for it
    choice     what was played: its own choice, or if there is a fault the safest
    refused    why a first answer was refused
    fault      why the arena chose in the bot's place
    ms         time charged
    note       its private thought; written by a bot, so not harmless
    usage      what it took of language models
    """

    number: int
    seat: int
    question: int | None
    ask: str
    view: Json
    choices: list[Json]
    choice: Json
    refused: str | None
    fault: str | None
    ms: float
    note: str | None = None
    usage: Json | None = None


@dataclass(frozen=True)
class Frame:
    """A frame: what its reader learns at once. All but `decided` is cut to what the reader may see.

    number    from 0, the start of the game
    decided   None at the start, and where the decision was not the reader's
    said      what was spoken, as (seat, text); written by a bot, so not harmless
    events    what happened, as plain data
    position  how the table stands afterwards, see `position`
    offers    the order book of the turn, see `order_book`
    asked     the questions open afterwards, as (seat, ask)
    """

    number: int
    decided: Decided | None
    said: tuple[tuple[int, str], ...]
    events: list[Json] = field(repr=False)
    position: Json = field(repr=False)
    offers: list[Json] = field(repr=False)
    asked: tuple[tuple[int, str], ...]


PUBLIC = -1
"""A reader in no seat, who is shown what all seats see."""


def frames(replay: Replay, reader: int | None = None) -> Iterator[Frame]:
    """The frames of a game for a seat, for spectators (PUBLIC), or for readers who may see all
    hands. Raises ReplayError.

    With all hands open every decision is a frame. A seat does not learn of each decision of the
    others; where it learns nothing, and where somebody passes in a window (who is asked there may
    depend on hidden cards), there is no frame of its own.
    """
    latest: Frame | None = None
    telling = Telling(replay, reader)
    for step in replay.steps():
        if isinstance(step, Before) and latest is None:
            latest = telling.start(step.game)
        if (told := telling.hear(step)) is None:
            continue
        assert latest is not None  # there is a Before to each After
        frame, own = told
        if own:
            yield latest
            latest = frame
        else:
            latest = _joined(latest, frame)
    if latest is not None:
        yield latest


class Telling:
    """One pass through a game, step by step."""

    def __init__(self, replay: Replay, reader: int | None) -> None:
        self._replay = replay
        self._reader = reader
        self._offers = OrderBook(replay.book.players)
        self._questions = [0] * replay.book.players
        self._number = 0  # of the latest frame
        self._asks = ""
        self._latest: Decided | None = None

    def hear(self, step: Before | After) -> tuple[Frame, bool] | None:
        """The frame of a decision, and whether it is one of its own; nothing before it."""
        if isinstance(step, Before):
            (self._asks,) = (each.ask for each in step.open if each.seat == step.seat)
            self._latest = self._decided(step, self._asks)
            return None
        frame = self._frame(self._number + 1, step, self._latest)
        passed = self._asks == "window" and step.played["choice"]["do"] == "pass"
        own = bool(
            self._reader is None or self._latest or frame.said or (frame.events and not passed)
        )
        self._number += own
        return frame, own

    def start(self, game: Game) -> Frame:
        """The frame before the first decision."""
        return Frame(0, None, (), [], position(game, self._reader), [], self._asked(game))

    def _frame(self, number: int, step: After, decided: Decided | None) -> Frame:
        events = [self._replay.event(event, self._reader) for event in step.events]
        for event in events:
            self._offers.hear(event)
        said = ((step.seat, step.played["say"]),) if step.played.get("say") else ()
        return Frame(
            number,
            decided,
            said,
            events,
            position(step.game, self._reader),
            self._offers.as_data(),
            self._asked(step.game),
        )

    def _asked(self, game: Game) -> tuple[tuple[int, str], ...]:
        return tuple(
            (decision.seat, decision.ask)
            for decision in game.decisions
            if self._reader in (None, decision.seat)
        )

    def _decided(self, step: Before, ask: str) -> Decided | None:
        """The part of a decision that the reader may know; the position is still the one before."""
        seat, played = step.seat, step.played
        lost = played.get("fault") == "forfeit"
        self._questions[seat] += not lost
        if self._reader not in (None, seat):
            return None
        return Decided(
            number=step.number,
            seat=seat,
            question=None if lost else self._questions[seat],
            ask=ask,
            view=seen_by(step.game, seat),
            choices=[plain_choice(each) for each in step.game.choices(seat)],
            choice=played["choice"],
            refused=played.get("refused"),
            fault=played.get("fault"),
            ms=played.get("ms", 0.0),
            note=played.get("note"),
            usage=played.get("usage"),
        )


def _joined(frame: Frame, more: Frame) -> Frame:
    """A frame with what came after it, of which its reader learns at the same time."""
    return replace(
        more,
        number=frame.number,
        decided=frame.decided,
        said=frame.said + more.said,
        events=frame.events + more.events,
    )


def position(game: Game, reader: int | None = None) -> Json:
    """A view of the protocol as plain data. `reader`: a seat, PUBLIC, or None for all hands.

    Unlike in a view no seat is "you": `hands` has by seat the cards that the reader sees, else
    their number, and so has each piece that only its owner sees. More keys:

    scores   what the game would count by seat if it ended now
    fields   each has `next`: so many more cards of its kind earn one coin more (None: no number)
    """
    seats = range(game.book.players)
    if reader == PUBLIC:
        return _public(position(game, 0), position(game, 1), game)
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
        for at, planted in enumerate(common["fields"][seat]):
            if planted["count"]:
                planted["next"] = to_next_coin(game, seat, at)
    common["scores"] = list(game.result.scores)
    return common


def _public(one: Json, other: Json, game: Game) -> Json:
    """What one seat sees, but for what only it sees, which is as another sees it."""
    hidden = [
        piece.name for piece in game.book.own_pieces if piece.audience == OWNER and piece.per_seat
    ]
    for name in ("hands", *hidden):
        one[name][0] = other[name][0]
    for standing in ("offers", "accepts"):
        one[standing] = [
            hers if each["seat"] == 0 else each
            for each, hers in zip(one[standing], other[standing], strict=True)
        ]
    return one


def seen_by(game: Game, seat: int) -> Json:
    """The view of `seat`, as plain data."""
    view: Json = writer(game.book).view(game, seat)
    return view


def to_next_coin(game: Game, seat: int, field: int) -> int | None:
    """The number of further cards of its kind for the field to earn more; None if none will do."""
    fields = game.fields[seat]
    cards = fields[field]
    now = worth(game, seat, field)
    grown = game.copy()
    for more in range(1, len(game.book.earns[cards[0]])):
        grown.fields[seat] = replaced(fields, field, cards + cards[:1] * more)
        if worth(grown, seat, field) > now:
            return more
    return None


class Live:
    """A game in progress. `readers`: to whom it is retold, see `arena.replay.frames`."""

    def __init__(self, record: Json, readers: tuple[int | None, ...] = (PUBLIC,)) -> None:
        """`record`: as it is so far, without a result. Raises ReplayError."""
        none = [0] * record["players"]
        result = {"scores": none, "places": [1 for _ in none], "winners": []}
        begun = {**record, "decisions": [], "forfeits": [], "result": result}
        self.replay = Replay(orjson.dumps(begun))
        self._game = self.replay.begin()
        self._tellings = {reader: Telling(self.replay, reader) for reader in readers}
        self.now = {reader: each.start(self._game) for reader, each in self._tellings.items()}
        """The latest frame, by reader."""
        self._untold: dict[int | None, Frame] = {}

    def add(self, part: Json) -> Iterator[tuple[int | None, Frame]]:
        """Take up what has been added to the record: what each reader learns. Raises ReplayError.

        What gives a reader no frame of its own is told with the next: so nobody sees when it was.
        """
        data = self.replay.data
        known = len(data["decisions"])
        for key in ("decisions", "forfeits"):
            # As it will be read from the record: a person's answer has tuples, which are no lists.
            data[key] = [*data[key], *orjson.loads(orjson.dumps(part[key]))]
        for step in self.replay.more(self._game, known):
            for reader, telling in self._tellings.items():
                if (told := telling.hear(step)) is None:
                    continue
                frame, own = told
                before = self._untold.pop(reader, None)
                if before is not None:
                    frame = replace(
                        frame, said=before.said + frame.said, events=before.events + frame.events
                    )
                if own:
                    self.now[reader] = frame
                    yield reader, frame
                else:
                    self._untold[reader] = frame

    def rest(self) -> Iterator[tuple[int | None, Frame]]:
        """What nobody was told yet, once the game is over."""
        for reader, frame in self._untold.items():
            self.now[reader] = frame
            yield reader, frame
        self._untold = {}
