"""Lines that a hostile bot might write, as hypothesis strategies, and what may come of one.

Bytes that are no JSON, JSON that is no answer, and answers that would be legal but for some bytes;
small ones of every sort, and large ones made of a piece repeated until the line is full.
"""

import json
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import thread_time
from typing import Any, NamedTuple

import orjson
from hypothesis import strategies as st

from arena.referee.clock import TimeControl
from arena.referee.player import PlayedAnswer, SeatedBot
from arena.referee.process import LINE_LIMIT
from arena.rules import Decision, Game, compile_rulebook, plain_choice
from arena.rules.cards import NAMES
from protocol.cards import PLACES
from protocol.choices import KNOWN
from protocol.messages import is_comment, parse_ready
from protocol.model import Model, ProtocolError
from protocol.offers import Accept, Offer, Take
from tests.support.one_game import Script
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.sayings import saying
from tests.support.scenario import book_of

MOST_MS = 50
"""Processor time that the longest line may cost the arena."""
LONGEST_REASON = 300
CONTROL = TimeControl(10_000, 100, 2_000, 1)
VARIANTS = (("anniversary", 4), ("rio_grande", 5), ("high_bohn+cognac", 4), ("plus", 5),
            ("anniversary+bean_coin+magpie", 4), ("anniversary_duel+magpie", 2))  # fmt: skip

# --- lines ----------------------------------------------------------------------------------------

MODELS: tuple[type[Model], ...] = (*KNOWN.values(), *PLACES.values(), Offer, Take, Accept)
KEYS = sorted({key for model in MODELS for key in model.model_fields})
WORDS = [*KNOWN, *NAMES, "choose", "ready", "all", "open", "windows", "bids"]
_key = st.sampled_from([*KEYS, "type", "choice", "say", "wants", "name", "__class__", "", "\x00"])
_ODD = (b"null", b"true", b"NaN", b"Infinity", b"-Infinity", b"1e400", b"1e-400", b"-0", b"0.0",
        b"01", b"0x1", b"-1", b"1", b"2", b"3", b"-" + b"9" * 400, b"1" + b"0" * 30,
        b"18446744073709551616", b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\u0000"', b'"\xff\xfe"',
        b'"\xed\xa0\x80"', b'"\x01"', b"[" * 40 + b"]" * 40, b"[]", b"{}", b"",
        b'"', b",")  # fmt: skip
# Kept from hypothesis, which would write them out: a piece, and how often it comes.
_HUGE = {
    "digits": (b"9", 60_000),
    "lists": (b"[", 60_000),
    "objects": (b'{"a":', 12_000),
    "an unfinished text": (b'"' + b"x" * 99, 600),
    "turns": (b"\\u202e", 9_000),
}
_atom = st.one_of(
    st.sampled_from(_ODD),
    st.sampled_from(sorted(_HUGE)).map(lambda name: _HUGE[name][0] * _HUGE[name][1]),
    st.sampled_from(WORDS).map(lambda word: json.dumps(word).encode()),
    st.integers(-3, 9).map(lambda number: str(number).encode()),
    st.text(max_size=6).map(lambda text: json.dumps(text).encode()),
)


def _object(pairs: Sequence[tuple[str, bytes]]) -> bytes:
    return b"{" + b",".join(json.dumps(key).encode() + b":" + value for key, value in pairs) + b"}"


_value = st.recursive(
    _atom,
    lambda part: (
        st.lists(part, max_size=4).map(lambda parts: b"[" + b",".join(parts) + b"]")
        | st.lists(st.tuples(_key, part), max_size=5).map(_object)  # the same key twice as well
    ),
    max_leaves=12,
)
_choice = st.lists(st.tuples(_key, _value), max_size=5).flatmap(
    lambda pairs: st.sampled_from(sorted(KNOWN)).map(
        lambda do: _object([("do", json.dumps(do).encode()), *pairs])
    )
)
_answer = st.builds(
    lambda choice, more: _object([("choice", choice), *more]),
    _choice | _value,
    st.lists(st.tuples(_key, _value), max_size=3),
)

# A piece, and where it is repeated until the line is full.
_PIECES = (b"0", b"1", b"7", b"{}", b"[]", b"null", b'"soy"', b'{"hand":0}', b'"x"', b'"windows"',
           b'{"hand":1,"kind":"soy"}', b'{"turned_over":0}', b'{"id":1,"give":["soy"]}',
           b'{"offer":1,"give":[{"hand":0}]}',
           b'{"give":["soy"],"want":[]}', b'{"give":[],"want":["soy","red"]}',
           b'{"give":"open","want":["soy"]}', b'{"give":[{"hand":0}],"want":"open"}')  # fmt: skip
_LISTS = ("take", "accept", "withdraw", "offers", "give", "want", "order", "cards")


def _full(lists: Sequence[tuple[str, bytes]], do: bytes, share: int) -> bytes:
    """An answer with lists that together fill a line, to `share` per cent."""
    room = LINE_LIMIT * share // 100 // max(1, len(lists)) - 40
    pairs = [
        (name, b"[" + b",".join([piece] * max(1, room // (len(piece) + 1))) + b"]")
        for name, piece in lists
    ]
    return _object([("choice", _object([("do", do), *pairs]))])


_full_line = st.builds(
    _full,
    st.lists(st.tuples(st.sampled_from(_LISTS), st.sampled_from(_PIECES)), min_size=1, max_size=3),
    st.sampled_from([b'"trade"', b'"answer"', b'"order"', b'"plant"', b'"nothing"']),
    st.sampled_from([1, 50, 98]),
)


def _full_trade(card: bytes, accept: bytes, offer: bytes) -> bytes:
    """Many cards for a take, many takes, many offers: each is read with the cards of the others."""
    paid = b'{"id":1,"give":[' + b",".join([card] * 1_500) + b"]}"
    take = b"[" + b",".join([paid, *[accept] * 4_000]) + b"]"
    offers = b"[" + b",".join([offer] * 600) + b"]"
    return _object([("choice", _object([("do", b'"trade"'), ("take", take), ("offers", offers)]))])


_full_trade_line = st.builds(
    _full_trade,
    st.sampled_from(_PIECES),
    st.integers(1, 6).map(lambda number: str(number).encode()),
    st.sampled_from(_PIECES),
)


def _damaged(line: bytes, cuts: Sequence[tuple[int, int, bytes]]) -> bytes:
    """The line with some of its bytes taken out or replaced."""
    for at, length, instead in cuts:
        place = at % (len(line) + 1)
        line = line[:place] + instead + line[place + length :]
    return line


_cuts = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 5), st.binary(max_size=4) | _atom), max_size=3
)


def lines_to(said: bytes) -> st.SearchStrategy[bytes]:
    """Lines of any sort; some are what a bot could say here, `said`, damaged or as it is."""
    return st.one_of(
        st.binary(max_size=80),
        st.binary(max_size=20).map(lambda piece: (piece * LINE_LIMIT)[:LINE_LIMIT]),
        _value,
        _answer,
        _full_line,
        _full_trade_line,
        _cuts.map(lambda cuts: _damaged(said, cuts)),
    ).map(lambda line: line.replace(b"\n", b" ")[: LINE_LIMIT - 1] + b"\n")


# --- positions ------------------------------------------------------------------------------------


class Position(NamedTuple):
    """A question in a real game, and things that could be said to it."""

    game: Game
    decision: Decision
    said: tuple[bytes, ...]


@lru_cache(maxsize=1)
def positions(of_a_sort: int = 3) -> list[Position]:
    """Questions of every sort in several games; those with most on the table among them."""
    found: list[Position] = []
    for variant, players in VARIANTS:
        rng = random.Random(variant)
        game = rich_start(compile_rulebook(variant, players), b"fuzz", rng)
        random_wishes(game, rng)
        asked: dict[str, list[Position]] = {}
        while decisions := game.decisions:
            decision = rng.choice(decisions)
            said = [saying(game, decision, rng) for _ in range(4)]
            said += map(plain_choice, rng.choices(game.choices(decision.seat), k=2))
            lines = tuple(orjson.dumps({"choice": each}) for each in said)
            asked.setdefault(decision.ask, []).append(Position(game.copy(), decision, lines))
            game.play(decision.seat, random_choice(game, decision, rng, eager=True))
        for sort in asked.values():
            busiest = sorted(sort, key=lambda each: len((*each.game.offers, *each.game.accepts)))
            found += busiest[-of_a_sort:]
    return found


# --- what may come of a line ----------------------------------------------------------------------


class Said(Script):
    """A channel on which these lines come, then nothing."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        super().__init__()
        self.lines = [*lines]

    def post(self, line: bytes, limit_ms: float) -> None:
        """The question is not looked at."""

    def collect(self) -> bytes | None:
        return self.lines.pop(0) if self.lines else None


def judge(position: Position, lines: Sequence[bytes]) -> PlayedAnswer:
    """The answer that a seat whose bot says these lines plays. Raises AssertionError.

    It must be legal, whatever the lines, and refusals short and printable.
    """
    game, decision, _ = position
    channel = Said(lines)
    player = SeatedBot(decision.seat, channel, book_of(game), CONTROL)
    player.prepare(game, decision)
    player.ask()
    answer = player.answer(game)
    assert game.check(decision.seat, answer.choice) is None
    for message in channel.told:
        assert message["type"] == "refused"
        assert 0 < len(message["reason"]) <= LONGEST_REASON, message["reason"]
        assert message["reason"].isprintable(), message["reason"]
    assert len(channel.told) <= 2
    return answer


def judge_ready(line: bytes) -> None:
    """A `ready`, or what is wrong with it in a short sentence. Raises AssertionError."""
    is_comment(line)
    try:
        parse_ready(line)
    except ProtocolError as error:
        assert 0 < len(str(error)) <= LONGEST_REASON
        assert str(error).isprintable()


def cost_ms(what: Callable[[], Any]) -> float:
    """Processor time; the least of several where the first took long, on a busy machine say."""

    def once() -> float:
        began = thread_time()
        what()
        return (thread_time() - began) * 1000

    first = once()
    return first if first < MOST_MS else min(once() for _ in range(4))
