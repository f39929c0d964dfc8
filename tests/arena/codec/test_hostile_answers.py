"""Broken, stale and nearly right answers in every game: refused in a short line, or a legal choice.

At every decision of a random game such answers come in as bytes, as from a bot. Nothing else than
a refusal may come of one, unless it happens to mean something legal; that is then carried out on a
copy of the game, in which no card may be lost.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from arena.codec import ChoiceRefused, Writer, reader, writer
from arena.registry.conformance import games
from arena.rules import Choice, Decision, Game, Rulebook, compile_rulebook, plain_choice
from arena.rules.cards import NAMES
from protocol import Json
from protocol.cards import PLACES
from protocol.choices import KNOWN
from protocol.messages import parse_choose
from protocol.model import ProtocolError
from protocol.offers import Accept, Offer, Take
from tests.support.conservation import assert_conserved
from tests.support.lawful import lawful_sets
from tests.support.random_play import candidates, random_choice, random_wishes, rich_start
from tests.support.sayings import saying, words_of
from tests.support.units import all_books

RICHEST = {variant for variant, _ in games()}  # all questions there are, which one game asks not
GAMES = [
    (variant, sizes[-1], seed)
    for variant, sizes in lawful_sets().items()
    for seed in range(3 if variant in RICHEST else 1)
]
OF_A_DECISION = (2, 8)  # answers, and where an expansion's choice is listed
REFUSAL = 250  # characters of one, at most

WORDS = {*NAMES, *(word for book in all_books() for word in words_of(book))}
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 6, 7, 8, 9, -1, -(2**63), 2**31, 2**63, 2**64, 10**30, 10**400,
    0.0, 1.0, -0.5, 1e300, float("nan"), float("inf"), "", "0", "1", "soy", "Soy", "magpie", "all",
    "open", "order_2_1", "order_9_9", "hand", "\x00", "\ud800", "\n" * 300, "\x1b[2J", "x" * 5_000,
    [], {}, [[]], [0, 0], [0, 1, 2, 3], [True], ["soy"], [-1], {"do": "pass"}, {"hand": 0},
    *({name: at} for name in PLACES for at in (0, 99)), {"hand": 0, "kind": "soy"},
    {"hand": None}, {"kind": "soy"}, {"id": 1, "give": []}, {"offer": 1, "give": ["soy"]},
    [{}] * 50, [3] * 500, *random.Random(0).sample(sorted(WORDS), 12),
)  # fmt: skip
MODELS = (*KNOWN.values(), *PLACES.values(), Offer, Take, Accept)
NO_KEYS = ("__class__", "_fields", "")
KEYS = (*sorted({key for model in MODELS for key in model.model_fields}), *NO_KEYS)
EXPANSIONS = {do for do, model in KNOWN.items() if ".expansions." in model.__module__}


def broken(said: Json, rng: random.Random) -> Any:
    """The answer with one or two of its parts made wrong, or left as it is."""
    said = deepcopy(said)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        holder, key = rng.choice([*_parts(said)])
        part = holder[key]
        match rng.randrange(7):
            case 0 if isinstance(part, int):
                holder[key] = part + rng.choice((-1, 1, 1, 2, 64, 256))
            case 1 if isinstance(part, str):
                holder[key] = rng.choice((part + " ", part.upper(), part[:-1], [part], *NAMES))
            case 2 if isinstance(part, list):
                part += deepcopy(part or [rng.choice(JUNK)])
            case 3 if isinstance(part, list):
                rng.shuffle(part)
            case 4 if isinstance(holder, dict):
                del holder[key]
            case 5 if isinstance(holder, dict):
                holder[rng.choice(KEYS)] = part
            case _:
                holder[key] = deepcopy(rng.choice(JUNK))
        if not said:
            break
    return said


def _parts(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of an answer, as what holds it and its key."""
    for key, part in [*(node.items() if isinstance(node, dict) else enumerate(node))]:
        yield node, key
        if isinstance(part, dict | list):
            yield from _parts(part)


def hostile_line(game: Game, decision: Decision, stale: list[Json], rng: random.Random) -> bytes:
    """An answer as bytes: what could be said here, or could just before, and broken somewhere."""
    match rng.randrange(7):
        case 0 if stale:
            said = rng.choice(stale)
        case 1 | 2:
            listed = game.choices(decision.seat)
            sort = rng.choice(sorted({choice.do for choice in listed}))
            said = plain_choice(rng.choice([choice for choice in listed if choice.do == sort]))
        case 3:
            said = plain_choice(next(candidates(game, decision, rng)))
        case 4:
            return json.dumps({"choice": rng.choice(JUNK)}).encode()
        case _:
            said = saying(game, decision, rng)
    return json.dumps({"choice": broken(json.loads(json.dumps(said)), rng)}).encode()


def heard(words: Writer, game: Game, seat: int, listed: list[Choice], line: bytes) -> Choice | str:
    """The choice that the line means, or why it is refused; nothing else may come of it."""
    try:
        chosen = parse_choose(line)
    except ProtocolError as error:
        return str(error)
    try:
        return reader(game.book).read(game, seat, listed, chosen.choice)
    except ChoiceRefused as refused:
        example = json.loads(json.dumps(words.example(listed, chosen.choice)))
        assert reader(game.book).read(game, seat, listed, example) is not None
        return str(refused)


def attack(book: Rulebook, seed: int) -> Counter[bool]:
    """A game under attack to its end; how many answers were refused (True), how many legal."""
    words, rng = writer(book), random.Random(seed)
    game = rich_start(book, b"hostile %d" % seed, rng)
    random_wishes(game, rng)
    stale: list[Json] = []
    outcomes: Counter[bool] = Counter()
    while decisions := game.decisions:
        decision = rng.choice(decisions)
        seat = decision.seat
        listed = game.choices(seat)
        before = game.key()
        for _ in range(OF_A_DECISION[any(choice.do in EXPANSIONS for choice in listed)]):
            line = hostile_line(game, decision, stale, rng)
            outcome = heard(words, game, seat, listed, line)
            outcomes[isinstance(outcome, str)] += 1
            if isinstance(outcome, str):
                assert 0 < len(outcome) < REFUSAL, line
                assert outcome.isprintable(), line
                continue
            assert game.check(seat, outcome) is None, line
            if outcome not in listed or rng.random() < 0.2:
                twin = game.copy()
                words.events(twin.play(seat, outcome))
                assert_conserved(twin)
        assert game.key() == before, "an answer, or looking at it, changed the game"
        stale = [plain_choice(choice) for choice in rng.sample(listed, min(3, len(listed)))]
        choice = random_choice(game, decision, rng, eager=True)
        stale.append(plain_choice(choice))
        game.play(seat, choice)
    assert_conserved(game)
    return outcomes


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_whatever_is_answered(variant: str, players: int, seed: int) -> None:
    outcomes = attack(compile_rulebook(variant, players), seed)
    assert min(outcomes[True], outcomes[False]) > 30, outcomes
