"""What a person types: offers in many spellings, commands, refusals that show the way out."""

from typing import Any

import pytest

from arena.play.draft import Part
from arena.play.typed_input import GameNames, TypedCommand, Unclear

KINDS = ("blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden", "field")
SEATS = ("Ada", "Ann", "greedy 2", "greedy 3")
WORDS = GameNames(KINDS, SEATS, 0)


def offer(give: Any, want: Any, **to: int) -> list[Part]:
    return [Part("offer", {"give": give, "want": want, **to})]


def test_parts_of_a_draft() -> None:
    for text, parts in (
        ("2 soy for red", offer(["soy", "soy"], ["red"])),
        ("soy, soy for red", offer(["soy", "soy"], ["red"])),
        ("two soys for a red", offer(["soy", "soy"], ["red"])),
        ("2x soy for 1 x red", offer(["soy", "soy"], ["red"])),
        ("offer 2 soy beans for my red", offer(["soy", "soy"], ["red"])),
        ("Soy and Blue FOR Red + Chilis", offer(["soy", "blue"], ["red", "chili"])),
        ("blue for ?", offer(["blue"], "open")),
        ("blue for anything", offer(["blue"], "open")),
        ("? for red", offer("open", ["red"])),
        ("black-eyed for black eyed", offer(["black_eyed"], ["black_eyed"])),
        ("bla for blu", offer(["black_eyed"], ["blue"])),
        ("field beans for field", offer(["field"], ["field"])),
        ("gift soy to Ann", offer(["soy"], [], to=1)),
        ("give soy to greedy 2", offer(["soy"], [], to=2)),
        ("give 2 soy for red to 4", offer(["soy", "soy"], ["red"], to=3)),
        ("soy for nothing", offer(["soy"], [])),
        ("nothing for soy", offer([], ["soy"])),
        ("ask red", offer([], ["red"])),
        ("ask for red from ann", offer([], ["red"], to=1)),
        ("want red for soy", offer(["soy"], ["red"])),
        ("soy for red to seat 3", offer(["soy"], ["red"], to=2)),
        ("soy for red @an", offer(["soy"], ["red"], to=1)),
        ("soy for red to everybody", offer(["soy"], ["red"])),
        ("soy for red with Ann", offer(["soy"], ["red"], to=1)),
        ("soy to Ann for red", offer(["soy"], ["red"], to=1)),
        ("soy for red; blue for red", offer(["soy"], ["red"]) + offer(["blue"], ["red"])),
        ("take 5", [Part("take", 5)]),
        ("take #5, #7 and 5", [Part("take", 5), Part("take", 7)]),
        ("accept 3", [Part("accept", 3)]),
        ("yes 3", [Part("accept", 3)]),
        ("withdraw 4", [Part("withdraw", 4)]),
    ):
        assert WORDS.read(text) == parts, text


def test_commands() -> None:
    for text, order in (
        ("?", TypedCommand("help")),
        ("Hint", TypedCommand("hint")),
        ("no", TypedCommand("no")),
        ("END", TypedCommand("end")),
        ("3", TypedCommand("choose", number=3)),
        ("say Hello, Ann!", TypedCommand("say", text="Hello, Ann!")),
        ('"a red, please"', TypedCommand("say", text="a red, please")),
        ("say", TypedCommand("say", text="")),
    ):
        assert WORDS.read(text) == order, text


def test_refusals_show_the_way_out() -> None:
    for text, shown in (
        ("b for red", "“b” could be blue or black-eyed. Write a bit more."),
        ("peas for red", "“peas” is neither a bean of this game"),
        ("soy", "gift soy"),
        ("soy to Ann", "gift soy"),
        ("soy for red for blue", "An offer has one “for”"),
        ("soy for red to Bob", "Nobody here is called “bob”. The others are Ann (seat 2)"),
        ("soy for red to greedy", "“greedy” could be greedy 2 (seat 3), greedy 3 (seat 4)"),
        ("soy for red to 1", "That is your own seat"),
        ("soy for red to 9", "There is no seat 9"),
        ("0 soy for red", "Write 1 or more"),
        ("2 for red", "2 of what?"),
        ("1000000000000000000000 soy for red", "cards of a kind"),
        ("take", "Which one? Write its number, as in: take 5"),
        ("take soy", "Which one?"),
        ("", "What do you offer?"),
        ("gift", "What do you offer?"),
        ("\x1b[31mred\u202e for soy", "is neither a bean of this game"),
    ):
        with pytest.raises(Unclear) as refused:
            WORDS.read(text)
        assert shown in str(refused.value)
        assert str(refused.value).isprintable()
