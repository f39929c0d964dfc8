"""A view kept up to date from events alone: written apart from the engine, to hold it to account.

If a seat's events were to lack something that its view shows, or the engine changed anything
without telling, the folded view would differ from `Rulebook.view`.
"""

from typing import Any

from arena.rules import Event, View
from arena.rules.cards import FIRST_ORDER
from arena.rules.choices import HIDDEN, CardAt
from arena.rules.expansions.high_bohn.buildings import BUILDINGS

Pile = bytes | int


def _plus(pile: Pile, cards: bytes) -> Pile:
    return pile + (cards if isinstance(pile, bytes) else len(cards))  # type: ignore[operator]


def _without(pile: Pile, cards: tuple[CardAt, ...], source: str) -> Pile:
    gone = [card.place for card in cards if card.source == source]
    if isinstance(pile, int):
        return pile - len(gone)
    return bytes(card for place, card in enumerate(pile) if place not in gone)


def _kinds(cards: tuple[CardAt, ...]) -> bytes:
    return bytes(card.kind for card in cards)


def fold(view: View, event: Event) -> None:
    """Change `view` by one event, as its seat sees it."""
    FOLDS[event["event"]](view, event)


def _turn(view: View, event: Event) -> None:
    view["turn"], view["active"] = event["turn"], event["seat"]
    view["silent"] = [False] * len(view["silent"])


def _leave(view: View, seat: int, card: bytes, origin: str) -> None:
    if origin == "hand":
        hand = view["hands"][seat]
        view["hands"][seat] = hand - 1 if isinstance(hand, int) else hand[1:]
    elif origin == "set_aside":
        view["set_aside"][seat] = view["set_aside"][seat].replace(card, b"", 1)
    elif origin != "stolen":  # its own event took it from the field
        assert card in view[origin]
        view[origin] = view[origin].replace(card, b"", 1)


def _planted(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    _leave(view, seat, card, event["from"])
    if event["from"] == "set_aside" and "from_store" in view:
        view["from_store"][seat] = view["from_store"][seat].replace(card, b"", 1)
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
    beans = bytes(card for card in paid if card < FIRST_ORDER)
    view["discard"] += beans
    if len(beans) < len(paid):
        view["order_stack"] += len(paid) - len(beans)
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
        view["hands"][giver] = _without(view["hands"][giver], cards, "hand")
        stored = b"".join(bytes([card.kind]) for card in cards if card.source == "store")
        if stored:
            view["store"][giver] = _without(view["store"][giver], cards, "store")
            view["from_store"][receiver] += stored
        if giver == active:
            view["turned_over"] = _without(view["turned_over"], cards, "turned_over")
            view["set_aside"][active] = _without(view["set_aside"][active], cards, "set_aside")
        view["set_aside"][receiver] += _kinds(cards)
        view["offers"] = tuple(
            o._replace(give=_moved(o.give, cards)) if o.seat == giver and o.give else o
            for o in view["offers"]
            if o.id != event["taken"]
        )
        view["accepts"] = tuple(
            a._replace(give=_moved(a.give, cards)) if a.seat == giver else a
            for a in view["accepts"]
            if a.id != event["taken"]
        )


def _moved(cards: tuple[CardAt, ...], gone: tuple[CardAt, ...]) -> tuple[CardAt, ...]:
    return tuple(
        card
        if card.place == HIDDEN
        else card._replace(
            place=card.place
            - sum(other.source == card.source and other.place < card.place for other in gone)
        )
        for card in cards
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
        _leave(view, seat, bytes([card]), event["from"])


def _opened_field(view: View, event: Event) -> None:
    view["fields"][event["seat"]] += (b"",)
    view["third_field"][event["seat"]] = True


def _stole(view: View, event: Event) -> None:
    robbed = event["with"]
    fields = list(view["fields"][robbed])
    assert fields[event["field"]][-1] == event["card"]
    fields[event["field"]] = fields[event["field"]][:-1]
    view["fields"][robbed] = tuple(fields)


def _kept(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    _leave(view, seat, card, event["from"])
    view["hands"][seat] = _plus(view["hands"][seat], card)


def _idle(view: View, event: Event) -> None:
    view["idle_turns"] = event["turns"]


def _coin_passed(view: View, event: Event) -> None:
    view["coin_holder"] = event["seat"]


def _coin_resisted(view: View, event: Event) -> None:
    hand, place = view["hands"][event["seat"]], event["hand"]
    view["hands"][event["seat"]] = (
        hand - 1 if isinstance(hand, int) else hand[:place] + hand[place + 1 :]
    )
    view["coin_card"] = bytes([event["card"]])
    gone = (CardAt("hand", place, event["card"]),)
    for name in ("offers", "accepts"):
        view[name] = tuple(
            item._replace(give=_moved(item.give, gone))
            if item.seat == event["seat"] and item.give
            else item
            for item in view[name]
        )


def _coin_kept(view: View, event: Event) -> None:
    view["coin_claim_failed"] = event["turn"]


def _bought_building(view: View, event: Event) -> None:
    seat, name = event["seat"], event["building"]
    building = BUILDINGS[name]
    for _ in range(building.price):
        at = view["coins"][seat].rindex(building.bean)
        view["coins"][seat] = view["coins"][seat][:at] + view["coins"][seat][at + 1 :]
    view["discard"] += bytes([building.bean]) * building.price
    view["buildings"][seat] += (name,)
    view["shop"] = event["shop"]
    if name in ("saloon_2", "blacksmith_2", "mine_4"):
        if name != "mine_4":
            view["special_fields"][seat] += ((len(view["fields"][seat]), name),)
        view["fields"][seat] += (b"",)


def _looked(view: View, event: Event) -> None:
    view["bank_seen"][event["seat"]] = event.get("cards", event.get("count"))


def _put_back(view: View, event: Event) -> None:
    seen = view["bank_seen"][event["seat"]]
    view["bank_seen"][event["seat"]] = 0 if isinstance(seen, int) else b""


def _ordered_drawn(view: View, event: Event) -> None:
    if "order" in event:
        hand, order = view["hands"][event["seat"]], event["order"]
        drawn = hand[len(hand) - len(order) :]
        moved = bytes(drawn[at] for at in order)
        view["hands"][event["seat"]] = hand[: len(hand) - len(order)] + moved


def _moved_card(view: View, event: Event) -> None:
    hand = view["hands"][event["seat"]]
    if isinstance(hand, bytes):
        cards = list(hand)
        cards.insert(event["to"], cards.pop(event["hand"]))
        view["hands"][event["seat"]] = bytes(cards)


def _stew_begun(view: View, event: Event) -> None:
    stews = view["stews"][event["seat"]]
    view["stews"][event["seat"]] = tuple(sorted((*stews, event["field"])))


def _stew_earned(view: View, event: Event) -> None:
    seat, coins = event["seat"], event["coins"]
    stews = view["stews"][seat]
    view["stews"][seat] = tuple(at for at in stews if at != event["field"])
    if coins:
        assert view["coins"][seat].endswith(coins)
        view["coins"][seat] = view["coins"][seat][: -len(coins)]
    view["under_buildings"][seat] += coins


def _paid_distiller(view: View, event: Event) -> None:
    seat, card = event["seat"], event["card"]
    pile = view["under_buildings"][seat]
    at = pile.rindex(card)
    view["under_buildings"][seat] = pile[:at] + pile[at + 1 :]
    view["under_buildings"][event["with"]] += bytes([card])


def _jail_coin(view: View, event: Event) -> None:
    at = view["discard"].rindex(event["card"])
    view["discard"] = view["discard"][:at] + view["discard"][at + 1 :]
    view["coins"][event["seat"]] += bytes([event["card"]])


def _stored(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    _leave(view, seat, card, event["from"])
    view["store"][seat] += card


def _sold_out(view: View, event: Event) -> None:
    view["shop"] = event["shop"]


def _drew_order(view: View, event: Event) -> None:
    view["order_stack"] -= 1
    hands = view["hands"]
    hands[event["seat"]] = hands[event["seat"]] + event.get("cards", 1)


def _laid_order(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    _leave(view, seat, card, "hand")
    view["laid_order"][seat] = card
    if event["first"]:
        view["order_laid_first"] = view["turn"]


def _filled_order(view: View, event: Event) -> None:
    seat, card = event["seat"], event["card"]
    view["coins"][seat] += bytes([card])
    if "hand" not in event:
        view["laid_order"][seat] = b""
        return
    gone = (CardAt("hand", event["hand"], card),)
    view["hands"][seat] = _without(view["hands"][seat], gone, "hand")
    view["offers"] = tuple(
        o._replace(give=_moved(o.give, gone)) if o.seat == seat and o.give else o
        for o in view["offers"]
    )


def _returned_order(view: View, event: Event) -> None:
    view["laid_order"][event["seat"]] = b""
    view["order_stack"] += 1


def _from_hand(view: View, seat: int, cards: bytes) -> None:
    hand = view["hands"][seat]
    view["hands"][seat] = (
        hand - len(cards) if isinstance(hand, int) else hand.replace(cards[:1], b"", len(cards))
    )


def _hand_joined(view: View, event: Event) -> None:
    seat = event["seat"]
    _from_hand(view, seat, event["cards"])
    fields = list(view["fields"][seat])
    fields[event["field"]] += event["cards"]
    view["fields"][seat] = tuple(fields)


def _hand_sold(view: View, event: Event) -> None:
    seat, cards, coins = event["seat"], event["cards"], event["coins"]
    _from_hand(view, seat, cards)
    view["coins"][seat] += coins
    view["discard"] += cards[len(coins) :]


def _matched(view: View, event: Event) -> None:
    for card in event["cards"]:
        assert view["discard"][-1] == card
        view["discard"] = view["discard"][:-1]
    view["turned_over"] += event["cards"]


def _left(view: View, event: Event) -> None:
    view["on_offer"] += view["turned_over"]
    view["turned_over"] = b""


def _game_over(view: View, event: Event) -> None:
    view["over"] = True


FOLDS: dict[str, Any] = {
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
    "opened_field": _opened_field,
    "stole": _stole,
    "kept": _kept,
    "idle": _idle,
    "coin_claimed": lambda view, event: None,
    "coin_passed": _coin_passed,
    "coin_resisted": _coin_resisted,
    "coin_kept": _coin_kept,
    "bought_building": _bought_building,
    "looked": _looked,
    "put_back": _put_back,
    "ordered_drawn": _ordered_drawn,
    "moved_card": _moved_card,
    "stew_begun": _stew_begun,
    "stew_earned": _stew_earned,
    "paid_distiller": _paid_distiller,
    "jail_coin": _jail_coin,
    "stored": _stored,
    "named_type": lambda view, event: None,
    "sold_out": _sold_out,
    "drew_order": _drew_order,
    "laid_order": _laid_order,
    "filled_order": _filled_order,
    "returned_order": _returned_order,
    "hand_joined": _hand_joined,
    "hand_sold": _hand_sold,
    "matched": _matched,
    "left": _left,
    "game_over": _game_over,
}
