"""What a bot may be called."""

import pytest

from arena.registry.names import LONGEST, name_from_file, valid_name


def test_letters_and_digits_of_any_script_will_do_in_one_spelling() -> None:
    for name in ("a", "7up", "my_bot-2.1", "Böhnchen", "豆", "боб", "λ", "फली", "x" * LONGEST):
        assert valid_name(name) == name
    assert valid_name("Bo\u0308hnchen") == "Böhnchen"


def test_what_cannot_be_seen_is_refused_by_its_number() -> None:
    for name, told in (
        ("gre\u200bedy", "U+200B, ZERO WIDTH SPACE"),
        ("greedy\ufe0f", "U+FE0F, VARIATION SELECTOR-16"),
        ("\u3164", "U+3164, HANGUL FILLER"),
        ("a\u202eb", "U+202E, RIGHT-TO-LEFT OVERRIDE"),
        ("a\x00", "U+0000, a control character"),
    ):
        with pytest.raises(ValueError, match="holds an invisible character") as caught:
            valid_name(name)
        assert told in str(caught.value)
        assert str(caught.value).isprintable()


def test_any_other_name_is_refused_with_what_will_do() -> None:
    for name in ("", "a b", "-a", ".a", "a/b", "a:1", "a+b", "🫘", "\u0308a", "x" * (LONGEST + 1)):
        with pytest.raises(ValueError, match="1 to 40 letters, digits"):
            valid_name(name)


def test_a_name_is_made_of_a_files() -> None:
    for stem, name in (
        ("my bot", "my-bot"),
        ("bot (2)", "bot-2"),
        ("a+b", "a-b"),
        ("Böhnchen 豆", "Böhnchen-豆"),
        ("plain_1.0", "plain_1.0"),
        (".hidden", "hidden"),
        ("+", "+"),
        ("gre\u200bedy", "gre\u200bedy"),
    ):
        assert name_from_file(stem) == name
