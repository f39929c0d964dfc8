"""Frames of a game: the question, the decision, what then happened, and the resulting position.

Every account of a game is made from frames: in words, on a page, at a person's seat. The rules
compute them from the record whenever they are needed, also while a game is being played. They are
never stored, so there is no format to keep compatible (see decision 11).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import orjson

from arena.codec import writer
from arena.replay.offer_book import OfferBook
from arena.replay.replay import After, Before, Replay
from arena.rules import Game, plain_choice
from arena.rules.free_choices.harvest import worth
from arena.rules.state import OWNER, replaced
from protocol import Json


@dataclass(frozen=True)
class Decided:
    """A decision and how it was made.

    number     its index in the record, from 0
    question   the id of the bot's question; None if the bot had already forfeited
    ask        the kind of question
    view       what the seat saw
    choices    the choices listed for the seat
    choice     what was played: the bot's choice, or the safest one after a fault
    refused    why a first answer was refused
    fault      why the arena chose in the bot's place
    ms         time charged
    note       the bot's private note; written by a bot, so not harmless
    thought    what its language model thought before; not harmless either
    usage      its use of language models
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
    thought: str | None = None
    usage: Json | None = None


@dataclass(frozen=True)
class Frame:
    """Everything its reader learns at one moment; only `decided` isn't cut to the reader's view.

    number    counted from 0, the start of the game
    decided   None at the start, and when the decision was not the reader's
    said      talk, as (seat, text); written by a bot, so not harmless
    events    what happened, as plain data
    position  the position afterwards, see `position`
    offers    the offer book of the turn, see `offer_book`
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
"""A reader in no seat, who sees only what all seats see."""


def frames(replay: Replay, reader: int | None = None) -> Iterator[Frame]:
    """Yield the frames of a game.

    With all hands open every decision is a frame. A seat doesn't learn of every decision by the
    others: one that shows it nothing gets no frame. Nor does a pass in a window, since who is
    asked there may depend on hidden cards.

    Args:
        replay: the game.
        reader: a seat, PUBLIC for spectators, None for readers who may see all hands.

    Raises:
        ReplayError: the record can't be replayed.
    """
    latest: Frame | None = None
    builder = FrameBuilder(replay, reader)
    for step in replay.steps():
        if isinstance(step, Before) and latest is None:
            latest = builder.start(step.game)
        if (built := builder.add(step)) is None:
            continue
        assert latest is not None  # there is a Before to each After
        frame, visible = built
        if visible:
            yield latest
            latest = frame
        else:
            latest = _merged(latest, frame)
    if latest is not None:
        yield latest


class FrameBuilder:
    """Builds the frames of a game for one reader, step by step."""

    def __init__(self, replay: Replay, reader: int | None) -> None:
        self._replay = replay
        self._reader = reader
        self._offers = OfferBook(replay.book.players)
        self._questions = [0] * replay.book.players
        self._number = 0  # of the latest frame
        self._ask = ""
        self._decided: Decided | None = None

    def add(self, step: Before | After) -> tuple[Frame, bool] | None:
        """Take the next step.

        Returns:
            None for a Before. For an After, its frame, and True if the reader gets to see it as
            a frame of its own. If not, it is merged: by `frames` into the one before, by `Live`,
            which has shown that already, into the next.
        """
        if isinstance(step, Before):
            (self._ask,) = (each.ask for each in step.open if each.seat == step.seat)
            self._decided = self._decision(step, self._ask)
            return None
        frame = self._frame(self._number + 1, step, self._decided)
        passed = self._ask == "window" and step.played["choice"]["do"] == "pass"
        visible = bool(
            self._reader is None or self._decided or frame.said or (frame.events and not passed)
        )
        # A frame that is merged into another takes no number of its own.
        self._number += visible
        return frame, visible

    def start(self, game: Game) -> Frame:
        """Return the frame before the first decision."""
        return Frame(0, None, (), [], position(game, self._reader), [], self._asked(game))

    def _frame(self, number: int, step: After, decided: Decided | None) -> Frame:
        events = [self._replay.event(event, self._reader) for event in step.events]
        for event in events:
            self._offers.add(event)
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

    def _decision(self, step: Before, ask: str) -> Decided | None:
        """Return the decision if the reader may know it; the position is still the one before."""
        seat, played = step.seat, step.played
        forfeited = played.get("fault") == "forfeit"
        self._questions[seat] += not forfeited
        if self._reader not in (None, seat):
            return None
        return Decided(
            number=step.number,
            seat=seat,
            question=None if forfeited else self._questions[seat],
            ask=ask,
            view=seen_by(step.game, seat),
            choices=[plain_choice(each) for each in step.game.choices(seat)],
            choice=played["choice"],
            ms=played.get("ms", 0.0),
            **{key: played.get(key) for key in ("refused", "fault", "note", "thought", "usage")},
        )


def _merged(frame: Frame, more: Frame) -> Frame:
    """Merge a frame with `more`, which its reader isn't shown by itself."""
    return replace(
        more,
        number=frame.number,
        decided=frame.decided,
        said=frame.said + more.said,
        events=frame.events + more.events,
    )


def position(game: Game, reader: int | None = None) -> Json:
    """Return a position as plain data, as `reader` sees it (see `frames`).

    It is like a protocol view, but no seat is "you": by seat, `hands` has the cards that the reader
    sees, else their number. So has each piece that only its owner sees. More keys:

    scores   what the game would count by seat if it ended now
    fields   each has `next`: the number of cards missing for one more coin, None if none will do
    """
    seats = range(game.book.players)
    if reader == PUBLIC:
        return _public(position(game, 0), position(game, 1), game)
    views = {seat: seen_by(game, seat) for seat in (seats if reader is None else (reader,))}
    # One view has all that is public; what only a seat sees is put in below.
    common = views[0 if reader is None else reader]
    for seat, view in views.items():
        view["hands"][seat] = view["hand"]
        for name in _private(game):
            common[name][seat] = view[name][seat]
    # A seat sees the cards that it offered itself; of others, only what may be known of them.
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
    """Return the first view with what only its seat sees replaced by how the other view shows it.

    `one` is seat 0's view, so everything private in it is at index 0.
    """
    for name in _private(game):
        one[name][0] = other[name][0]
    for standing in ("offers", "accepts"):
        one[standing] = [
            public if own["seat"] == 0 else own
            for own, public in zip(one[standing], other[standing], strict=True)
        ]
    return one


def _private(game: Game) -> list[str]:
    """List the pieces of which each seat sees its own: hands, and those of expansions."""
    return [piece.name for piece in game.book.pieces if piece.audience == OWNER]


def seen_by(game: Game, seat: int) -> Json:
    """Return the view of `seat` as plain data."""
    view: Json = writer(game.book).view(game, seat)
    return view


def to_next_coin(game: Game, seat: int, field: int) -> int | None:
    """Return how many more cards the field needs to earn more; 0 if no number will do.

    None in a field of several kinds, whose worth the beanometer does not say.
    """
    fields = game.fields[seat]
    cards = fields[field]
    if len({*cards}) > 1:
        return None
    now = worth(game, seat, field)
    grown = game.copy()
    for more in range(1, len(game.book.earns[cards[0]])):  # the beanometer ends there
        grown.fields[seat] = replaced(fields, field, cards + cards[:1] * more)
        if worth(grown, seat, field) > now:
            return more
    return 0


class Live:
    """A game in progress, with frames for each of several readers (see `frames`)."""

    def __init__(self, record: Json, readers: tuple[int | None, ...] = (PUBLIC,)) -> None:
        """Start at the beginning of the game, whatever `record` has of it already.

        Its decisions and forfeits are taken by `add`, in the first part. Raises ReplayError.
        """
        none = [0] * record["players"]
        # A record without a result isn't valid: a placeholder stands in until the game is over.
        result = {"scores": none, "places": [1 for _ in none], "winners": []}
        begun = {**record, "decisions": [], "forfeits": [], "result": result}
        self.replay = Replay(orjson.dumps(begun))
        self._game = self.replay.begin()
        self._builders = {reader: FrameBuilder(self.replay, reader) for reader in readers}
        self.now = {reader: each.start(self._game) for reader, each in self._builders.items()}
        """The latest frame, by reader."""
        self._pending: dict[int | None, Frame] = {}

    def add(self, part: Json) -> Iterator[tuple[int | None, Frame]]:
        """Take what has been added to the record and yield each reader's new frames.

        What gives a reader no frame of its own is shown with the next one, so its timing tells
        nothing. Raises ReplayError.
        """
        data = self.replay.data
        known = len(data["decisions"])
        for key in ("decisions", "forfeits"):
            # Through JSON, as it will be read from the record: a person's answer has tuples.
            data[key] = [*data[key], *orjson.loads(orjson.dumps(part[key]))]
        for step in self.replay.more(self._game, known):
            for reader, builder in self._builders.items():
                if (built := builder.add(step)) is None:
                    continue
                frame, visible = built
                before = self._pending.pop(reader, None)
                if before is not None:
                    frame = replace(
                        frame, said=before.said + frame.said, events=before.events + frame.events
                    )
                if visible:
                    self.now[reader] = frame
                    yield reader, frame
                else:
                    self._pending[reader] = frame

    def rest(self) -> Iterator[tuple[int | None, Frame]]:
        """Yield what no reader has seen yet, once the game is over."""
        for reader, frame in self._pending.items():
            self.now[reader] = frame
            yield reader, frame
        self._pending = {}
