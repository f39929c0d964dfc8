"""Sums that a person at the table would keep in her head: unseen cards, beanometers."""

from collections import Counter
from typing import Any

from arena.rules import Rulebook
from arena.rules.state import PIECES
from protocol import Json


def unseen(book: Rulebook, rules: Json, view: Json) -> dict[str, int]:
    """Count the cards of each kind that the seat cannot see: in the draw pile and in hands.

    `rules`: the rulebook as the seat was sent it.
    """
    seen: Counter[str] = Counter()
    for piece in (*PIECES, *book.own_pieces):
        if piece.cards:
            _count(seen, view.get("hand" if piece.name == "hands" else piece.name))
    return {kind["name"]: max(0, kind["count"] - seen[kind["name"]]) for kind in rules["kinds"]}


def _count(seen: Counter[str], cards: Any) -> None:
    if isinstance(cards, str):
        seen[cards] += 1
    elif isinstance(cards, list):
        for each in cards:
            _count(seen, each)
    elif isinstance(cards, dict):  # a field
        if cards.get("cards"):
            _count(seen, cards["cards"])
        elif cards.get("kind"):
            seen[cards["kind"]] += cards["count"]


def beanometer(earns: list[int]) -> list[tuple[int, int]]:
    """A kind's beanometer, as pairs of cards and coins."""
    steps = []
    for cards, coins in enumerate(earns):
        if cards and coins > earns[cards - 1]:
            steps.append((cards, coins))
    return steps


def to_next_coin(earns: list[int], field: Json) -> int | None:
    """The number of further cards that earn more.

    None: no number of them, or something but the beanometer counts in this field.
    """
    count = field["count"]
    if not count or field.get("cards") or earns[min(count, len(earns) - 1)] != field["coins"]:
        return None
    more = (cards for cards in range(count, len(earns)) if earns[cards] > field["coins"])
    return next((cards - count for cards in more), None)
