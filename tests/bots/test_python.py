"""The Python SDK, led line by line, and as a process."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from protocol.messages import Chosen, parse_choose, parse_ready
from tests.support import scripted_game
from tests.support.bot_pipes import Conversation

FOLDER = Path(__file__).parents[2] / "bots" / "python"


@pytest.fixture(scope="module")
def sdk() -> Iterator[ModuleType]:
    """The SDK as a bot beside it would import it."""
    sys.path.insert(0, str(FOLDER))
    try:
        import bohnanza

        yield bohnanza
    finally:
        sys.path.remove(str(FOLDER))


def begun(bot: Any, seed: int = 7) -> Any:
    """A bot that has been greeted and is in a game."""
    assert parse_ready(bot.receive(scripted_game.HELLO).encode())
    assert bot.receive(scripted_game.game_start(seed)) is None
    return bot


def ask(bot: Any, message: dict[str, Any]) -> Any:
    return parse_choose(bot.receive(message).encode())


def chosen(
    number: int, choice: Any, say: str | None = None, wants: set[str] | None = None
) -> Chosen:
    return Chosen(number, choice, say, None if wants is None else frozenset(wants))


def question(number: int) -> dict[str, Any]:
    return next(each for each in scripted_game.decisions() if each["id"] == number)


# --- the conversation -------------------------------------------------------------------------


def test_a_bot_that_overrides_nothing_answers_0_to_everything(sdk: ModuleType) -> None:
    bot = begun(sdk.Bot())
    unknown = question(1) | {"ask": "fill_order", "id": 99}
    for decision in [*scripted_game.decisions(), unknown]:
        assert ask(bot, decision) == chosen(decision["id"], 0)
    assert bot.receive({"type": "news"}) is None
    assert bot.receive(scripted_game.GAME_OVER) is None


def test_every_question_goes_to_its_handler(sdk: ModuleType) -> None:
    class Listener(sdk.Bot):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.heard: list[str] = []

        def plant(self, decision: Any) -> int:
            self.heard.append(f"plant {decision.card}")
            return 1

        def trade(self, decision: Any) -> Any:
            return sdk.trade(take=[4], offers=[sdk.offer(["blue"], sdk.OPEN, to=2)], end=False)

        def answer(self, decision: Any) -> Any:
            return sdk.answer(accept=[sdk.accepting(1, [sdk.in_hand(0, "red")])], silent=True)

        def window(self, decision: Any) -> int:
            self.heard.append(f"window {decision.window}")
            return 2

        def on_event(self, event: Any) -> None:
            self.heard.append(event["event"])

        def on_game_over(self, result: Any) -> None:
            self.heard.append(f"winners {result.winners}")

    bot = begun(Listener())
    assert ask(bot, question(2)).choice == 1
    assert ask(bot, question(4)).choice == {
        "do": "trade",
        "take": [4],
        "offers": [{"give": ["blue"], "want": "open", "to": 2}],
        "end": False,
    }
    assert ask(bot, question(6)).choice == {
        "do": "answer",
        "accept": [{"offer": 1, "give": [{"hand": 0, "kind": "red"}]}],
        "offers": [],
        "withdraw": [],
        "silent": True,
    }
    assert ask(bot, question(10)).choice == 2
    bot.receive(scripted_game.GAME_OVER)
    assert bot.heard == [
        "said", "plant blue", "said", "said", "said", "window before_draw", "game_over",
        "winners [1]",
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [ZeroDivisionError(), {"do": {1, 2}}, None])
def test_a_mistake_in_a_handler_costs_one_decision(
    sdk: ModuleType, capsys: pytest.CaptureFixture[str], wrong: Any
) -> None:
    class Clumsy(sdk.Bot):  # type: ignore[name-defined, misc]
        def plant(self, decision: Any) -> Any:
            if isinstance(wrong, Exception):
                raise wrong
            return wrong

    assert ask(begun(Clumsy()), question(1)) == chosen(1, 0)
    assert bool(capsys.readouterr().err) == (wrong is not None)


def test_say_and_wants_go_out_once(sdk: ModuleType) -> None:
    class Talker(sdk.Bot):  # type: ignore[name-defined, misc]
        wants = ("bids",)

        def plant(self, decision: Any) -> int:
            if decision.id == 1:
                self.say("hello")
                self.wants = ["before_draw"]
            return 0

    bot = Talker()
    assert parse_ready(bot.receive(scripted_game.HELLO).encode()).wants == ["bids"]
    for _ in range(2):  # a new game begins with the wishes of `ready`
        bot.receive(scripted_game.game_start())
        assert ask(bot, question(1)) == chosen(1, 0, "hello", {"before_draw"})
        assert ask(bot, question(2)) == chosen(2, 0)


def test_a_refused_choice_is_mended_once(
    sdk: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = begun(sdk.Bot())
    refused = {"type": "refused", "id": 1, "reason": "no room", "example": {"do": "pass"}}
    assert ask(bot, refused | {"again": True}) == chosen(1, {"do": "pass"})
    assert bot.receive(refused | {"again": False, "played": {"do": "pass"}}) is None
    assert ask(bot, {**refused, "again": True, "example": None}).choice == 0
    assert capsys.readouterr().err.count("refused: no room") == 3


# --- the sums ---------------------------------------------------------------------------------


def looked_at(sdk: ModuleType, number: int) -> Any:
    """The decision as a handler gets it."""
    seen: list[Any] = []
    bot = begun(sdk.Bot())
    bot.choose = seen.append
    bot.receive(question(number))
    return seen[0]


def test_the_beanometer_and_what_is_left_unseen(sdk: ModuleType) -> None:
    bot = begun(sdk.Bot())
    assert [bot.earns("red", n) for n in (0, 1, 2, 5, 9)] == [0, 0, 1, 4, 4]
    assert [bot.needed("garden", coins) for coins in (1, 2, 3, 4)] == [2, 2, 3, None]
    # 12 cards of each kind; of soy 3 grow, 2 are coins, 2 are discarded
    unseen = bot.unseen(looked_at(sdk, 1).view)
    assert unseen == {"soy": 5, "blue": 12 - 4, "chili": 12 - 4, "red": 12 - 4, "garden": 12 - 2}


def test_what_expansions_show_is_not_unseen(sdk: ModuleType) -> None:
    bot, view = begun(sdk.Bot()), looked_at(sdk, 1).view
    before = bot.unseen(view)
    mixed = {"kind": "blue", "count": 3, "coins": 0, "cards": ["blue", "soy", "soy"]}
    view["fields"] = [[mixed], *view["fields"]]
    view.update(on_offer=["red"], coin_card=["garden"], under_buildings=[["blue"], []])
    view.update(store=[["chili"], []], bank_seen=[1, ["red"]], hand=[*view["hand"], "order_2_1"])
    gone = {"blue": 2, "soy": 2, "red": 2, "garden": 1, "chili": 1}
    assert bot.unseen(view) == {kind: before[kind] - gone[kind] for kind in before}
    decision = looked_at(sdk, 4)
    decision.view["store"] = [["soy"] for _ in decision.view["hands"]]
    assert decision.own_cards[-1] == {"store": 0, "kind": "soy"}, "from their own store, too"


def test_what_can_be_taken(sdk: ModuleType) -> None:
    decision = looked_at(sdk, 4)
    assert decision.deals == [(4, 0, ["blue"], ["garden"]), (5, 2, ["soy"], ["red"])]
    assert decision.find(do="trade", take=[5]) == 2
    assert decision.find(do="plant") is None
    assert decision.grows("soy") and not decision.grows("red")
    assert decision.own_cards[-1] == {"turned_over": 1, "kind": "garden"}


def test_what_must_be_answered(sdk: ModuleType) -> None:
    assert looked_at(sdk, 6).deals == [(1, 0, ["soy"], ["red"]), (2, 0, ["soy"], [])]
    assert looked_at(sdk, 7).deals == [(1, 0, ["soy"], None)]
    assert looked_at(sdk, 8).deals == []
    assert {"hand": 4, "kind": "red"} in looked_at(sdk, 8).own_cards
    assert len(looked_at(sdk, 8).own_cards) == 5, "turned-over cards are the active player's"


# --- as processes -----------------------------------------------------------------------------

CHATTY = """
from bohnanza import Bot
class Chatty(Bot):
    def choose(self, decision):
        print("thinking about", decision.ask)
        return 0
Chatty().run()
"""


@pytest.mark.parametrize("bot", ["random_bot.py", "zero_bot.py", "chatty"])
@pytest.mark.parametrize("ending", ["bye", "end of input", "half a line"])
def test_a_bot_ends_with_the_arena(bot: str, ending: str) -> None:
    command = [sys.executable, *(["-c", CHATTY] if bot == "chatty" else [bot])]
    with Conversation(command, FOLDER) as talk:
        parse_ready(json.dumps(talk.ask(scripted_game.HELLO)).encode())
        talk.tell(scripted_game.game_start())
        for decision in scripted_game.decisions():
            assert talk.ask(decision)["id"] == decision["id"]
        talk.tell(scripted_game.GAME_OVER)
        if ending == "bye":
            talk.tell(scripted_game.BYE)
            assert talk.process.wait(timeout=60) == 0
        elif ending == "half a line" and bot != "zero_bot.py":  # which is as small as can be
            talk.tell(b'{"type":"decide","id":3,"choices":[{"do":"pa')
        code, rest, errors = talk.hang_up()
        assert (code, rest) == (0, b"")
        assert ("thinking about bid" in errors) == (bot == "chatty")
