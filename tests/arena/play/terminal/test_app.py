"""The table in a terminal, at the keys: a game to its end, offers, hints, help, leaving."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from arena.errors import ArenaError
from arena.play.seat import Seat
from arena.play.terminal.app import TableScreen
from arena.play.terminal.screens import Compose, Leave, TextScreen, WishScreen
from arena.rules import compile_rulebook
from tests.support.at_the_keys import play_to_the_end
from tests.support.at_the_table import TableGame

Keys = Callable[[TableScreen, "Pilot[bool]"], Awaitable[None]]


class Advice:
    """Gives the same hint each time; or none."""

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def advise(self, *_: Any) -> Any:
        if self.choice is None:
            raise ArenaError("There is no hint: nobody knows.")
        return self.choice


def at_the_table(keys: Keys, cards: int | None = None, advice: Any = 1) -> TableScreen:
    """Press some keys in a game of three; `cards`: all that the draw pile has."""
    game = compile_rulebook("anniversary", 3).start(b"a deal")
    if cards is not None:
        game.draw_pile = game.draw_pile[:cards]
    line = TableGame(game, 0)
    table = TableScreen(Seat(["Ada", "Ann", "Bob"]), line, Advice(advice), "trader")

    async def run() -> None:
        async with table.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: table.seat.asked)
            await keys(table, pilot)

    asyncio.run(run())
    assert line.refused == [] or table.controller.note.startswith("Refused")
    return table


async def until(pilot: "Pilot[bool]", true: Callable[[], object]) -> None:
    for _ in range(500):
        await pilot.pause(0.01)
        if true():
            return
    raise AssertionError("it never came true")


async def to_the_trade(table: TableScreen, pilot: "Pilot[bool]") -> None:
    while table.seat.question is None or table.seat.question["ask"] != "trade":
        await pilot.press("enter")
        await until(pilot, lambda: table.seat.asked)


async def typed(pilot: "Pilot[bool]", text: str) -> None:
    """Text, and Enter."""
    pilot.app.query_one(Input).value = text
    await pilot.press("enter")


def screen(table: TableScreen) -> str:
    strips = table.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def test_a_short_game_to_its_end() -> None:
    asked: dict[str, int] = {}

    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        asked.update(await play_to_the_end(table, pilot, 1))

    table = at_the_table(keys, cards=4)
    assert table.seat.result is not None and table.return_value is True
    assert asked["plant"] and asked["trade"]


def test_everything_fits_on_eighty_columns() -> None:
    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        await to_the_trade(table, pilot)
        shown = screen(table)
        mine = table.seat.to_give()[0]["kind"]
        assert "Turn 1: Ada, trade 1/5" in shown and "Your hand: [" in shown
        assert "►1 Ada (you)" in shown and " 3 Bob" in shown and "end trading" in shown
        assert "F1 Help" in shown.replace("f1", "F1")
        await pilot.press("f2")
        await pilot.pause()
        assert "unseen" in screen(table)
        await typed(pilot, f"{mine} for ?")
        await pilot.pause()
        assert "Send: offer" in screen(table)
        assert all(len(line) == 80 for line in screen(table).splitlines())

    at_the_table(keys)


def test_offers_are_composed_with_keys_taken_back_and_sent() -> None:
    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        await to_the_trade(table, pilot)
        seat = table.seat
        await pilot.press("f5")
        assert isinstance(table.screen, Compose)
        await pilot.press("space", "tab", "down", "right", "right", "tab", "down", "space", "enter")
        assert seat.draft is not None
        second = seat.rules["kinds"][1]["name"]
        assert seat.draft.offers() == [
            {"give": [seat.to_give()[0]], "want": [second, second], "to": 1}
        ]
        await pilot.press("f6")
        assert not seat.draft
        await pilot.press("f5", "enter")
        assert not seat.draft and "at least one side" in table.controller.note
        question = seat.question
        await pilot.press("f5", "space", "tab", "o", "enter")
        await typed(pilot, "send")
        await until(pilot, lambda: seat.asked and seat.question is not question)
        assert any("anything (open)" in entry.text for entry in seat.journal)

    at_the_table(keys)


def test_what_is_typed_limits_the_list_and_mistakes_are_explained() -> None:
    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        seat = table.seat
        options = len(seat.options())
        await pilot.press(*"field 1")
        assert 0 < len(table._listed) < options
        await pilot.press("escape")
        assert len(table._listed) == options and table.query_one(Input).value == ""
        await typed(pilot, "soy for red")
        assert "There is nothing to trade now" in table.controller.note
        await typed(pilot, "no")
        assert "cannot be said to this question" in table.controller.note
        await typed(pilot, "99")
        assert "There is no line 99" in table.controller.note
        await typed(pilot, "say hello there")
        assert seat.saying == "hello there"
        await to_the_trade(table, pilot)
        await typed(pilot, "peas for red")
        assert "neither a bean of this game" in table.controller.note
        await typed(pilot, "take 5")
        assert "There is no reply #5" in table.controller.note
        await typed(pilot, "no")
        await until(pilot, lambda: not seat.asked or seat.question["ask"] != "trade")

    at_the_table(keys)


def test_a_hint_on_request_and_none_where_there_is_none() -> None:
    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        await pilot.press("f3")
        await until(pilot, lambda: table.seat.hint)
        assert ", as the bot trader would" in screen(table)
        question = table.seat.question
        await pilot.press("enter")
        await until(pilot, lambda: table.seat.asked and table.seat.question is not question)

    async def without(table: TableScreen, pilot: "Pilot[bool]") -> None:
        await typed(pilot, "hint")
        await until(pilot, lambda: "nobody knows" in table.controller.note)

    at_the_table(keys)
    at_the_table(without, advice=None)


def test_help_wishes_and_leaving() -> None:
    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        await pilot.press("f1")
        assert isinstance(table.screen, TextScreen) and "2 soy for red" in screen(table)
        await pilot.press("escape", "f7")
        await pilot.pause()
        assert "Your hand: [" in screen(table) and " 3 Bob" in screen(table)
        await pilot.press("enter", "f4")
        assert isinstance(table.screen, WishScreen)
        await pilot.press("space", "enter")
        assert table.seat.wishes == frozenset()
        await pilot.press("ctrl+q")
        assert isinstance(table.screen, Leave)
        await pilot.press("n")
        assert not isinstance(table.screen, Leave)
        await typed(pilot, "leave")
        await until(pilot, lambda: isinstance(table.screen, Leave))
        await pilot.press("y")

    assert at_the_table(keys).return_value is False


def test_what_is_highlighted_shows_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def keys(table: TableScreen, pilot: "Pilot[bool]") -> None:
        strips = table.screen._compositor.render_strips()
        reversed_ = [
            "".join(part.text for part in strip if part.style and part.style.reverse)
            for strip in strips
        ]
        assert reversed_[0].startswith("Turn 1")
        assert any(line.strip().startswith("1 plant") for line in reversed_)

    at_the_table(keys)
