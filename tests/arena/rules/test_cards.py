"""The printed beans: how many there are, and their beanometers."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.cards import BEANS, KIND, RIO_GRANDE_COCOA, earns

# Kind: copies, then the cards needed for 1, 2, 3 and 4 coins (0: that number cannot be earned).
PRINTED = {
    "coffee": (24, 4, 7, 10, 12),
    "wax": (22, 4, 7, 9, 11),
    "brandy": (22, 4, 7, 9, 11),
    "cognac": (22, 5, 7, 9, 10),
    "blue": (20, 4, 6, 8, 10),
    "chili": (18, 3, 6, 8, 9),
    "stink": (16, 3, 5, 7, 8),
    "green": (14, 3, 5, 6, 7),
    "soy": (12, 2, 4, 6, 7),
    "black_eyed": (10, 2, 4, 5, 6),
    "red": (8, 2, 3, 4, 5),
    "garden": (6, 0, 2, 3, 0),
    "cocoa": (4, 2, 0, 3, 4),
    "field": (3, 0, 0, 3, 0),
    "magpie": (6, 0, 0, 0, 0),
}


def test_these_are_all_the_kinds() -> None:
    assert [bean.name for bean in BEANS] == list(PRINTED), (
        "add its printed numbers to PRINTED above"
    )


@pytest.mark.rule("B9")
@pytest.mark.parametrize("name", PRINTED)
def test_copies_and_beanometer(name: str) -> None:
    copies, *needed = PRINTED[name]
    bean = BEANS[KIND[name]]
    assert bean.copies == copies
    assert bean.meter == {coins: n for coins, n in enumerate(needed, start=1) if n}


@pytest.mark.rule("B9")
@pytest.mark.parametrize(
    ("name", "coins"),
    [
        ("chili", [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]),
        ("red", [0, 0, 1, 2, 3, 4, 4, 4, 4]),
        ("garden", [0, 0, 2, 3, 3, 3, 3]),
        ("cocoa", [0, 0, 1, 3, 4]),
    ],
)
def test_coins_for_every_number_of_cards(name: str, coins: list[int]) -> None:
    bean = BEANS[KIND[name]]
    assert list(earns(bean.meter, bean.copies)) == coins


def test_the_two_prints_of_cocoa() -> None:
    assert earns(RIO_GRANDE_COCOA, 4) == (0, 0, 2, 3, 4)
    assert compile_rulebook("rio_grande", 4).earns[KIND["cocoa"]] == (0, 0, 2, 3, 4)
