"""Which names look the same."""

import pytest

from arena.text.harmless import alike


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
