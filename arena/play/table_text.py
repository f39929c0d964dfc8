"""Panels: the table as lines of text, without colours, for a screen of any width.

They include sums that players keep in their heads: unseen cards and beanometers.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

from arena.play.seat import Seat
from arena.rules.state import PIECES
from arena.text.cards import beans, card_name, coins, field_text, terms
from arena.text.phrases import counted
from arena.text.words import words
from protocol import Json

ACTIVE = "►"
_STATES = {"asked": "…", "accepted": "yes"}


def heading(seat: Seat) -> str:
    """Return the state of the game in one line."""
    view, rules = seat.view, seat.rules
    if not view:
        return "The game is about to begin."
    step = str(view["step"]).replace("_", " ")
    if view["round"]:
        step = f"trade {min(view['round'], view['rounds'])}/{view['rounds']}"
    return (
        f"Turn {view['turn']}: {seat.who.seat(view['active'])}, {step}"
        f" · draw pile {view['draw_pile']}"
        f" · run-outs {view['run_outs']}/{rules['last_run_out']}"
        f" · discarded {len(view['discard'])}"
        f" · {rules['variant']}"
    )


def players(seat: Seat) -> list[str]:
    """Return a line for each seat, each followed by what else lies in front of it."""
    view = seat.view
    if not view:
        return []
    lines = []
    names = [name + (" (you)" if at == seat.me else "") for at, name in enumerate(seat.names)]
    width = max(map(len, names))
    for at, name in enumerate(names):
        mark = ACTIVE if at == view["active"] else " "
        fields = " | ".join(_field(seat, each) for each in view["fields"][at])
        lines.append(
            f"{mark}{at + 1} {name:<{width}} {coins(len(view['coins'][at])):>8} "
            f"{counted(view['hands'][at], 'card'):>8}  {fields}"
        )
        aside = [f"set aside {beans(view['set_aside'][at])}"] if view["set_aside"][at] else []
        remarks = [*aside, *words().coin_pile(view, at), *words().before(view, at, seat.who)]
        if remarks:
            lines.append(f"   {'':<{width}} {'; '.join(remarks)}")
    return lines


def _field(seat: Seat, field: Json) -> str:
    """Describe a field: "3 soy (1) +2" is worth one coin, and two more cards earn another."""
    more = to_next_coin(seat, field)
    return field_text(field) + (f" +{more}" if more else "")


def table(seat: Seat) -> list[str]:
    """Describe the middle of the table."""
    view = seat.view
    if not view:
        return []
    turned = view["turned_over"]
    lines = [f"Turned over: {beans(turned)}."] if turned else []
    return lines + words().on_the_table(view)


def hand(seat: Seat) -> str:
    """Describe the hand in order, with the card to be planted next first and in brackets."""
    if not seat.view:
        return ""
    cards = [card_name(card) for card in seat.view["hand"]]
    if not cards:
        return "Your hand is empty."
    first, *others = cards
    return "Your hand: " + "  ".join([f"[{first}]", *others])


def offers(seat: Seat) -> list[str]:
    """Return the offer book of the turn: each offer with everyone's answers."""
    lines = []
    for row in seat.offer_rows():
        answers = [
            f"{seat.who.seat(int(at))} {_answer(each)}"
            for at, each in row["answers"].items()
            if each["state"] != "declined"
        ]
        if row["answers"] and not answers:
            answers = ["all declined"]
        state = "" if answers or row["state"] == "asked" else f" – {row['state']}"
        indent = "  " if row["reply"] else ""
        said = f": {', '.join(answers)}" if answers else state
        lines.append(
            f"{indent}#{row['id']} {seat.who.seat(row['seat'])}: {_terms(seat, row)}{said}"
        )
    return lines


def _terms(seat: Seat, row: Json) -> str:
    to = "" if row["to"] == "all" or row["reply"] else f"to {seat.who.seat(row['to'])}, "
    return to + terms(row)


def _answer(answer: Json) -> str:
    number = f" (#{answer['id']})" if answer["state"] == "accepted" else ""
    state = str(answer["state"])
    return _STATES.get(state, state) + number


def kinds(seat: Seat) -> list[str]:
    """Return a line for each kind, with its beanometer and unseen cards; one's own kinds first."""
    if not seat.view:
        return []
    grown = [field["kind"] for field in seat.view["fields"][seat.me] if field["kind"]]
    mine = {*grown, *seat.view["hand"], *seat.view["turned_over"]}
    left = _unseen(seat)
    named = {kind["name"]: kind["earns"] for kind in seat.rules["kinds"]}
    width = max(len(card_name(name)) for name in named)
    lines = [f"{'':<{width}} unseen  cards→coins"]
    for name in sorted(named, key=lambda name: name not in mine):
        scale = enumerate(pairwise(named[name]), 1)
        steps = " ".join(f"{cards}→{more}" for cards, (less, more) in scale if more > less)
        lines.append(f"{card_name(name):<{width}}  {left[name]:>2}  {steps or 'no coins'}")
    return lines


# --- sums -----------------------------------------------------------------------------------------


def _unseen(seat: Seat) -> dict[str, int]:
    """Count the cards of each kind that the seat cannot see: in the draw pile and in hands."""
    seen: Counter[str] = Counter()
    for piece in (*PIECES, *seat.book.own_pieces):
        if piece.cards:
            _count(seen, seat.view.get("hand" if piece.name == "hands" else piece.name))
    deck = ((kind["name"], kind["count"]) for kind in seat.rules["kinds"])
    return {name: max(0, count - seen[name]) for name, count in deck}


def _count(seen: Counter[str], cards: Any) -> None:
    if isinstance(cards, str):
        seen[cards] += 1
    elif isinstance(cards, list):
        for each in cards:
            _count(seen, each)
    elif isinstance(cards, dict):  # a field
        if cards.get("cards"):  # of several kinds
            _count(seen, cards["cards"])
        elif cards.get("kind"):
            seen[cards["kind"]] += cards["count"]


def to_next_coin(seat: Seat, field: Json) -> int | None:
    """Return how many more cards would earn more coins; 0 if no number would.

    None if the beanometer alone does not decide what the field earns.
    """
    count = field["count"]
    scales = (kind["earns"] for kind in seat.rules["kinds"] if kind["name"] == field["kind"])
    earns: list[int] = next(scales, [0])
    if not count or field.get("cards") or earns[min(count, len(earns) - 1)] != field["coins"]:
        return None
    more = (cards for cards in range(count, len(earns)) if earns[cards] > field["coins"])
    return next((cards - count for cards in more), 0)
