"""What bots wrote, shown and passed on; which names look the same."""

import unicodedata

import pytest

from arena.text.sanitize import MOST_MARKS, alike, harmless, spoken

PILE = "e" + "\u0301\u0302\u20dd\u0308" * 500


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


@pytest.mark.parametrize(
    "name",
    ["ADA  LOVE", " ada love ", "ada\u200b love", "\uff21\uff24\uff21 love", "ada\ufe0f love\u3164",
     "a\u034fda\U000e0101 love"],
)  # fmt: skip
def test_names_that_look_the_same_are_alike(name: str) -> None:
    assert alike(name) == alike("Ada Love")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("gr\u0435\u0435dy", "greedy"),
        ("\u0421\u041e\u0421\u0410", "coca"),  # all of it Cyrillic
        ("\u0392\u03bf\u03b7\u03bf", "Bono"),
        ("\u039d\u0415\u039f", "neo"),
        ("\u03bdictor", "victor"),
        ("z\u043e\u0451", "zo\xeb"),
        ("b\u0585t", "bot"),
        ("\u0412\u043e\u0442", "\u0432\u043e\u0442"),  # the same, but for case
    ],
)
def test_letters_of_other_scripts_that_look_latin_count_as_such(name: str, other: str) -> None:
    assert alike(name) == alike(other)


def test_names_that_differ_are_not_alike() -> None:
    names = ("ant", "ants", "a-nt", "\xe0nt", "\u044fnt", "\u03bbnt", "an t")
    assert len({alike(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\ufe0f", "\u3164\u2800"])
def test_what_shows_nothing_is_nobodys_name(name: str) -> None:
    assert alike(name) == ""
