"""A view kept up to date from events alone: written apart from the engine, to hold it to account.

If a seat's events were to lack something that its view shows, or the engine changed anything
without telling, the folded view would differ from `Game.view`.
"""

from arena.rules import Event, View
from tests.support import expansions
from tests.support.folding import Folds, kinds, leave, moved, without


def fold(view: View, event: Event) -> None:
    """Change `view` by one event, as its seat sees it."""
    name = event["event"]
    steps = [folds[name] for folds in (FOLDS, *expansions.FOLDS) if name in folds]
    assert steps, f"say in tests/support/expansions/ what the event {name!r} does to a view"
    for step in steps:
        step(view, event)


def _turn(view: View, event: Event) -> None:
    view["turn"], view["active"] = event["turn"], event["seat"]
    view["silent"] = [False] * len(view["silent"])


def _planted(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    leave(view, seat, card, event["from"])
    fields = list(view["fields"][seat])
    fields[event["field"]] += card
    view["fields"][seat] = tuple(fields)


def _harvested(view: View, event: Event) -> None:
    seat = event["seat"]
    fields = list(view["fields"][seat])
    assert fields[event["field"]] == event["cards"]
    fields[event["field"]] = b""
    view["fields"][seat] = tuple(fields)
    view["coins"][seat] += event["coins"]
    rest = list(event["cards"])
    for coin in reversed(event["coins"]):
        del rest[len(rest) - 1 - rest[::-1].index(coin)]
    view["discard"] += bytes(rest)


def _bought_field(view: View, event: Event) -> None:
    seat, price = event["seat"], event["price"]
    pile = view["coins"][seat]
    paid = pile[len(pile) - price :][::-1]
    view["discard"] += paid
    view["coins"][seat] = pile[: len(pile) - price]
    view["fields"][seat] += (b"",)
    view["third_field"][seat] = True


def _turned_over(view: View, event: Event) -> None:
    view["turned_over"] += event["cards"]
    view["draw_pile"] -= len(event["cards"])


def _drew(view: View, event: Event) -> None:
    seat = event["seat"]
    count = event["count"] if "count" in event else len(event["cards"])
    view["draw_pile"] -= count
    if "cards" in event:
        view["hands"][seat] += event["cards"]
    else:
        view["hands"][seat] += count


def _run_out(view: View, event: Event) -> None:
    assert view["draw_pile"] == 0
    view["run_outs"] = event["run_outs"]
    if event["shuffled"]:
        assert len(view["discard"]) == event["shuffled"]
        view["discard"], view["draw_pile"] = b"", event["shuffled"]


def _shuffled(view: View, event: Event) -> None:
    assert len(view["discard"]) == event["count"]
    view["discard"], view["draw_pile"] = b"", event["count"]


def _offered(view: View, event: Event) -> None:
    view["offers"] += event["offers"]


def _answered(view: View, event: Event) -> None:
    gone = event["withdrawn"]
    view["offers"] = tuple(o for o in view["offers"] if o.id not in gone) + event["offers"]
    view["accepts"] = tuple(a for a in view["accepts"] if a.id not in gone) + event["accepts"]
    if event["silent"]:
        view["silent"][event["seat"]] = True


def _traded(view: View, event: Event) -> None:
    active, other = event["seat"], event["with"]
    for giver, cards, receiver in ((active, event["gave"], other), (other, event["got"], active)):
        view["hands"][giver] = without(view["hands"][giver], cards, "hand")
        if giver == active:
            view["turned_over"] = without(view["turned_over"], cards, "turned_over")
            view["set_aside"][active] = without(view["set_aside"][active], cards, "set_aside")
        view["set_aside"][receiver] += kinds(cards)
        view["offers"] = tuple(
            o._replace(give=moved(o.give, cards)) if o.seat == giver and o.give else o
            for o in view["offers"]
            if o.id != event["taken"]
        )
        view["accepts"] = tuple(
            a._replace(give=moved(a.give, cards)) if a.seat == giver else a
            for a in view["accepts"]
            if a.id != event["taken"]
        )


def _lapsed(view: View, event: Event) -> None:
    view["offers"] = tuple(o for o in view["offers"] if o.id not in event["ids"])
    view["accepts"] = tuple(a for a in view["accepts"] if a.id not in event["ids"])


def _round(view: View, event: Event) -> None:
    view["round"] = event["round"]


def _trade_ended(view: View, event: Event) -> None:
    view["set_aside"][event["seat"]] += view["turned_over"]
    view["turned_over"], view["offers"], view["accepts"], view["round"] = b"", (), (), 0


def _discarded(view: View, event: Event) -> None:
    seat = event["seat"]
    view["discard"] += event["cards"]
    if "hand" in event:
        hand, place = view["hands"][seat], event["hand"]
        view["hands"][seat] = (
            hand - 1 if isinstance(hand, int) else hand[:place] + hand[place + 1 :]
        )
        return
    for card in event["cards"]:
        leave(view, seat, bytes([card]), event["from"])


def _game_over(view: View, event: Event) -> None:
    view["over"] = True


FOLDS: Folds = {
    "turn": _turn,
    "planted": _planted,
    "harvested": _harvested,
    "bought_field": _bought_field,
    "turned_over": _turned_over,
    "drew": _drew,
    "run_out": _run_out,
    "shuffled": _shuffled,
    "offered": _offered,
    "answered": _answered,
    "traded": _traded,
    "lapsed": _lapsed,
    "round": _round,
    "trade_ended": _trade_ended,
    "discarded": _discarded,
    "game_over": _game_over,
}
