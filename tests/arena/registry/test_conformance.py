"""The tour of all games in the check of a bot: everything comes up, and a slow bot is cut off."""

import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.registry import conformance as touring
from arena.registry.conformance import ON_WISH, games, play_deal, run_conformance, vocabulary
from arena.registry.trial_games import BotFailed, Conversation, SeatZero
from arena.rules import PRESETS, compile_rulebook
from arena.sandbox.level import Level
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.fruitful import Obliging
from tests.support.units import all_books

TIME = TimeControl(10_000, 100, 2_000, 10_000)
# Notes what it is told, and always answers 0.
NOTING = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    open("heard", "a").write(line)
    if message["type"] == "hello": print('{"wants":["windows","bids"]}', flush=True)
    if message["type"] == "decide":
        time.sleep(PAUSE)
        print(0, flush=True)
"""


def _bot(folder: Path, pause: float = 0) -> BotSpec:
    (folder / "bot.py").write_text(NOTING.replace("PAUSE", str(pause)))
    return BotSpec("noting", 1, "0", (sys.executable, "bot.py"), str(folder))


def _toured(spec: BotSpec, time: TimeControl = TIME) -> str:
    bot = Conversation(spec, time, Level.C)  # as it writes into its folder
    try:
        bot.start()
        return run_conformance(bot)
    finally:
        bot.end()


def _words(message: dict) -> set[str]:
    return {message["ask"], *(choice["do"] for choice in message["choices"])}


def test_the_games_of_the_tour_know_all_questions_that_there_are() -> None:
    known = set().union(*(vocabulary(compile_rulebook(*game)) for game in games()))
    for book in all_books():
        assert vocabulary(book) <= known, (
            f"`games` of arena/registry/conformance.py: {book.variant}"
        )
    assert len(games()) < len(PRESETS), "they are few"
    assert ("anniversary_duel", 2) in games(), "only there a card may be discarded in step 1"


@pytest.mark.slow
def test_all_questions_come_up_in_whole_games(tmp_path: Path) -> None:
    _toured(_bot(tmp_path))
    heard = [orjson.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    asked: dict[str, set[str]] = {variant: set() for variant, _ in games()}
    playing = ""
    for message in heard:
        if message["type"] == "game_start":
            assert not playing
            playing, number, turns = message["variant"], 0, 0
        elif message["type"] == "decide":
            number += 1
            assert message["id"] == number
            asked[playing] |= _words(message)
            turns += sum(event["event"] == "turn" for event in message["events"])
            assert message["view"]["turn"] == turns + 1
        elif message["type"] == "game_over":
            playing = ""
    for variant, players in games():
        assert vocabulary(compile_rulebook(variant, players)) <= asked[variant]
    everything = set().union(*asked.values())
    assert everything >= ON_WISH
    for name, example in EXAMPLES.items():
        assert _words(decide(example)) <= everything, name
    assert sum(message["type"] == "decide" for message in heard) < 100


def test_the_fruitful_deals_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them it is about thirty."""
    played: list[str] = []

    def noted(bot: Any, variant: str, players: int, deal: int, *others: Any) -> int:
        played.append(variant)
        return play_deal(bot, variant, players, deal, *others)

    monkeypatch.setattr(touring, "play_deal", noted)
    run_conformance(Obliging())  # type: ignore[arg-type]
    assert len(played) <= 5 * len(games()), (
        f"FRUITFUL of arena/registry/conformance.py is older than the rules, see {played}: "
        "python -m tests.support.fruitful finds new deals"
    )


def test_a_slow_bot_is_measured_by_its_clock(tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=r"no answer within 0\.1 s"):
        _toured(_bot(tmp_path, pause=0.3), TimeControl(1_000, 10, 100, 10_000))
    # The limit of a decision would let it pass, the bank of a game does not.
    with pytest.raises(BotFailed, match="no answer within"):
        _toured(_bot(tmp_path, pause=0.3), TimeControl(500, 1, 2_000, 10_000))


def test_what_never_comes_up_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(touring, "MOST_DEALS", 2)
    assert f"questions in {len(games())} games" in _toured(_bot(tmp_path))


def test_a_game_nobody_asked_the_bot_in_is_not_told(tmp_path: Path) -> None:
    bot = Conversation(_bot(tmp_path), TIME, Level.C)
    bot.start()
    game = SeatZero(bot, "anniversary", 3, b"0")
    game.finish()
    assert game.next() is None
    bot.end()
    assert "game_start" not in (tmp_path / "heard").read_text()
