"""What bots wrote, shown and passed on."""

import unicodedata

import pytest

from arena.text.harmless import MOST_MARKS, harmless, spoken

PILE = "e" + "\u0301\u0302\u0303\u0308" * 500


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a\x1b[31mred", "a�[31mred"),
        ("over\rwritten\nline\ttab", "over written line tab"),
        ("\u202ebackwards\u2066", "�backwards�"),
        ("\x9b31m\x7f", "�31m�"),
        ("[bold]as it is[/bold]", "[bold]as it is[/bold]"),
        ("Ümläut 豆 🫘", "Ümläut 豆 🫘"),
        ("\ud800", "�"),
        ("a\u3164\u2800b", "a��b"),
        ("a\u2028b\x85c", "a�b�c"),
        (PILE, PILE[: 1 + MOST_MARKS]),
    ],
)
def test_what_bots_write_cannot_act_on_a_terminal(written: str, shown: str) -> None:
    assert harmless(written) == shown


def test_long_text_is_cut_and_lines_are_kept_on_request() -> None:
    assert harmless("abcdef", limit=4) == "abc…"
    assert harmless("abcd", limit=4) == "abcd"
    assert harmless("a\nb\x07", keep_lines=True) == "a\nb�"
    assert harmless("abcdef\nab", limit=4, keep_lines=True) == "abc…\nab"


def test_a_limit_counts_what_is_shown() -> None:
    assert harmless(PILE * 3, limit=15) == PILE[: 1 + MOST_MARKS] * 3


@pytest.mark.parametrize(
    ("said", "passed_on"),
    [
        ("two reds?", "two reds?"),
        (" a\nb\x1b[2J\u2028c ", "a b [2J c"),
        ("\x00\n", ""),
        ("豆 👩‍🌾 ❤️", "豆 👩‍🌾 ❤️"),
        ("a\u202eb\u2069c\ufeffd", "a b c d"),
        ("\U000e0041", ""),
        (PILE, PILE[: 1 + MOST_MARKS]),
    ],
)
def test_spoken(said: str, passed_on: str) -> None:
    assert spoken(said) == passed_on


@pytest.mark.slow
def test_no_character_of_unicode_acts() -> None:
    every = "".join(map(chr, range(0x110000)))
    assert not {unicodedata.category(each) for each in harmless(every)} & {"Cc", "Cf", "Cs", "Zl"}
    assert {
        each for each in spoken(every) if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl")
    } == {"\u200c", "\u200d"}
