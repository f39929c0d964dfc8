"""The player for playouts: the bundled bot's choices, in every game, from its view alone."""

import shutil
from pathlib import Path
from random import Random

import orjson
import pytest

import bots
from arena.codec import lines, reader, writer
from arena.rules import Game, Sensible, compile_rulebook, table_sizes
from arena.rules.choices import PASS, Choice, Trade
from arena.rules.likely import smooth
from tests.support.bot_pipes import Conversation
from tests.support.lawful import fullest
from tests.support.units import all_books

CLOCK = {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000}


@pytest.mark.parametrize("variant", fullest())
def test_every_game_is_played_to_its_end_by_lawful_choices(variant: str) -> None:
    book = compile_rulebook(variant, table_sizes(variant)[-1])
    game, player = book.start(b"to the end"), Sensible(book)
    while game.asked:
        seat = game.asked[0]
        choice = player.choose(game, seat)
        assert game.check(seat, choice) is None
        game.play(seat, choice)
    assert sum(game.result.scores) > 0


@pytest.mark.parametrize("variant", fullest())
def test_what_it_cannot_see_does_not_matter(variant: str) -> None:
    book = compile_rulebook(variant, table_sizes(variant)[-1])
    game, player, rng = book.start(b"hidden"), Sensible(book), Random(1)
    for number in range(250):
        if not game.asked:
            break
        seat = game.asked[0]
        choice = None
        if number % 5 == 0:
            other = game.redealt(seat, rng)
            tried = [set(each) for each in player._tried]
            choice = Sensible(book, tried, player._turn).choose(other, seat)
        chosen = player.choose(game, seat)
        assert choice is None or choice == chosen
        game.play(seat, chosen)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("variant", "players"), [("anniversary", 3), ("plus", 4), ("anniversary_duel+magpie", 2)]
)
def test_it_chooses_as_the_bundled_bot(variant: str, players: int) -> None:
    """Each seat's bot is asked all that its seat is asked; both must choose the same."""
    book = compile_rulebook(variant, players)
    game, player = book.start(b"alike"), Sensible(book)
    folder = Path(bots.__file__).parent / "javascript"
    talks = [Conversation(["node", "sensible_bot.js"], folder) for _ in range(players)]
    try:
        for seat, talk in enumerate(talks):
            talk.ask(lines.hello())
            talk.tell(orjson.loads(orjson.dumps(lines.game_start(book, seat, CLOCK, 1, True))))
        number = 0
        while game.asked:
            seat, number = game.asked[0], number + 1
            decision = next(each for each in game.decisions if each.seat == seat)
            question = writer(book).question(game, decision)
            message = lines.decide(number, question, [], 1_000, 1_000)
            answer = talks[seat].ask(orjson.loads(message))["choice"]
            theirs = reader(book).read(game, seat, question.choices, answer)
            choice = player.choose(game, seat)
            assert _plain(theirs) == _plain(choice)
            game.play(seat, choice)
    finally:
        for talk in talks:
            talk.hang_up()
    assert number > 50


SOURCES = [
    file
    for file in Path(bots.__file__).parent.rglob("*")
    if file.stem.lower().replace("_", "") == "sensiblebot" and file.suffix not in (".toml", ".pyc")
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_the_bundled_bots_welcome_what_rules_say_is_nearly_always_right(file: Path) -> None:
    text = file.read_text("utf-8").lower().replace("_", "")
    welcome = frozenset[str]().union(*(book.welcome for book in all_books()))
    unknown = {do for do in welcome if do.replace("_", "") not in text}
    assert unknown == set(), f"name these in {file}, beside the others that are welcome"


def _plain(choice: Choice) -> Choice:
    return PASS if choice == Trade(end=True) else choice


def test_it_changes_nothing() -> None:
    game: Game = compile_rulebook("anniversary", 4).start(3)
    before = game.key()
    Sensible(game.book).choose(game, game.asked[0])
    assert game.key() == before


def test_the_way_to_the_next_coin_counts_in_part() -> None:
    assert smooth((0, 0, 1, 1, 2)) == (0, 0.5, 1, 1.5, 2)
    assert smooth((0, 0, 2, 2)) == (0, 1, 2)
