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


def test_names_that_differ_are_not_alike() -> None:
    names = ("ant", "ants", "a-nt", "\xe0nt", "\u0430nt", "an t")
    assert len({alike(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\ufe0f", "\u3164\u2800"])
def test_what_shows_nothing_is_nobodys_name(name: str) -> None:
    assert alike(name) == ""
