"""A question of the protocol in plain language, for bots that read."""

from arena.text import expansions
from arena.text.cards import Data, beans, card_name, coins, field_text, queue
from arena.text.speaker import Speaker

_ASKS = {
    "plant": "Step 1: {card} is due, the first card of your hand.",
    "trade": "Step 2: you are active. Take replies, make offers, or end trading.",
    "answer": "Step 2: answer the active player's offers; nobody sees it before all have.",
    "bid": "Step 2: you may open with bids to the active player.",
    "set_aside": "Step 3: plant what you have set aside.",
    "window": "A window before the next step: you may act out of turn.",
    **expansions.ASKS,
}


_OFFER = '{"give": ["blue"], "want": ["red"]}'
_EXAMPLES = {
    "trade": f'{{"choice": {{"do": "trade", "take": [5], "offers": [{_OFFER}]}}}}',
    "answer": f'{{"choice": {{"do": "answer", "accept": [3], "offers": [{_OFFER}]}}}}',
    "bid": f'{{"choice": {{"do": "answer", "offers": [{_OFFER}]}}}}',
}


def question(decide: Data, seats: int | None = None) -> str:
    """A `decide` message as a short account with numbered choices, for bots that read (`"text"`).

    The reader is "you", the others are "seat 0", "seat 1", …
    """
    view, me = decide["view"], decide["view"]["seat"]
    count = seats or len(view["hands"])
    who = Speaker(["you" if seat == me else f"seat {seat}" for seat in range(count)])
    lines = [_heading(decide, view, who)]
    lines.append(f"Your hand, first card first: {queue(view['hand'])}.")
    for seat in range(count):
        lines.append(_seat_line(view, seat, who, me))
    if view.get("turned_over"):
        lines.append(f"Turned over: {beans(view['turned_over'])}.")
    lines += expansions.on_the_table(view)
    if view.get("offers"):
        lines.append("On the table: " + " | ".join(who.offer(each) for each in view["offers"]))
    for accept in view.get("accepts", []):
        lines.append(f"#{accept['id']}: {who.seat(accept['seat'])} accepts #{accept['offer']}.")
    card = card_name(decide.get("card", "a card"))
    lines.append(_ASKS.get(decide["ask"], f"You are asked: {decide['ask']}.").format(card=card))
    for number, choice in enumerate(decide["choices"]):
        passing = choice.get("do") == "pass" and expansions.PASSING.get(decide["ask"])
        lines.append(f"{number}: {passing or who.choice(choice, view)}")
    if decide["ask"] in _EXAMPLES:
        lines.append(f"Answer with a number, or say more, as in {_EXAMPLES[decide['ask']]}")
    return "\n".join(lines)


def _heading(decide: Data, view: Data, who: Speaker) -> str:
    active = "You are active" if view["active"] == view["seat"] else who.seat(view["active"])
    if view["active"] != view["seat"]:
        active = f"{active.capitalize()} is active"
    rounds = f", round {view['round']} of {view['rounds']}" if view.get("step") == "trade" else ""
    return (
        f"Turn {view['turn']}{rounds}. You are seat {view['seat']}. {active}. "
        f"{view['draw_pile']} cards in the draw pile, it ran out {view['run_outs']} times."
    )


def _seat_line(view: Data, seat: int, who: Speaker, me: int) -> str:
    name = "You" if seat == me else who.seat(seat).capitalize()
    fields = ", ".join(f"{n}: {field_text(field)}" for n, field in enumerate(view["fields"][seat]))
    aside = view["set_aside"][seat]
    parts = [f"{view['hands'][seat]} cards in hand", f"fields {fields}"]
    pile = view["coins"][seat]
    # Where there is something to buy with beans, it matters which ones the coins bear.
    bearing = f" ({beans(pile)})" if pile and view.get("shop") else ""
    parts.append(coins(len(pile)) + bearing)
    if aside:
        parts.append(f"set aside {beans(aside)}")
    parts += expansions.before(view, seat)
    return f"{name}: {'; '.join(parts)}."
