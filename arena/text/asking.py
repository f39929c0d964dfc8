"""Questions of the protocol in plain language, for bots that read."""

from collections.abc import Sequence

from arena.text.cards import beans, card_name, coins, field_text, queue
from arena.text.phrases import counted
from arena.text.speaker import Speaker
from arena.text.words import words
from protocol import Json

_OFFER = '{"give": ["blue"], "want": ["red"]}'
_EXAMPLES = {
    "trade": f'{{"choice": {{"do": "trade", "take": [5], "offers": [{_OFFER}]}}}}',
    "answer": f'{{"choice": {{"do": "answer", "accept": [3], "offers": [{_OFFER}]}}}}',
    "bid": f'{{"choice": {{"do": "answer", "offers": [{_OFFER}]}}}}',
}


def question(decide: Json, seats: int | None = None, scales: str = "") -> str:
    """Put a `decide` message into words, with numbered choices, for bots that read (`"text"`).

    The text begins with the news since the last question. The reader is "you", the others are
    "seat 0", "seat 1" and so on.

    Args:
        decide: the message.
        seats: the number of seats, if that isn't the number of hands.
        scales: the line of `beanometers`.
    """
    view, me = decide["view"], decide["view"]["seat"]
    everyone = range(seats or len(view["hands"]))
    who = Speaker(["you" if seat == me else f"seat {seat}" for seat in everyone], 0)
    news = [f"- {_capital(who.event(event))}" for event in decide.get("events", [])]
    lines = ["Since your last question:", *news, ""] if news else []
    lines.append(_heading(view, who))
    if scales:
        lines.append(scales)
    lines.append(f"Your hand, first card first: {queue(view['hand'])}.")
    for seat in everyone:
        lines.append(_seat_line(view, seat, who))
    if view.get("turned_over"):
        lines.append(f"Turned over: {beans(view['turned_over'])}.")
    lines += words().on_the_table(view)
    if view.get("offers"):
        lines.append("On the table: " + " | ".join(who.offer(each) for each in view["offers"]))
    for accept in view.get("accepts", []):
        accepts = who.does(accept["seat"], f"accepts #{accept['offer']}")
        lines.append(f"#{accept['id']}: {accepts}.")
    lines.append(task(decide["ask"], view, decide["choices"]))
    for number, choice in enumerate(decide["choices"]):
        lines.append(f"{number}: {choice_text(decide['ask'], choice, view, who)}")
    if decide["ask"] in _EXAMPLES and not _over(view):
        lines.append(f"Answer with a number, or say more, as in {_EXAMPLES[decide['ask']]}")
    return "\n".join(lines)


def beanometers(kinds: Sequence[Json]) -> str:
    """Put the beanometers of these kinds of beans, from the protocol, into a line."""
    scales = []
    for kind in kinds:
        earns = kind["earns"]
        steps = (n for n in range(1, len(earns)) if earns[n] > earns[n - 1])
        scale = ", ".join(f"{n} for {coins(earns[n])}" for n in steps)
        scales.append(f"{card_name(kind['name'])} {scale or 'nothing'}")
    return f"Beanometers, cards harvested for coins earned: {'; '.join(scales)}."


def task(ask: str, view: Json, choices: Sequence[Json], active: str = "the active player") -> str:
    """Put a question into a sentence to the seat that is asked and sees `view`."""
    due = card_name(view["hand"][0]) if view["hand"] else "a card"
    step = words().windows.get(view.get("step", ""), "the next step")
    does = {str(choice.get("do")) for choice in choices}
    must = "may" if "pass" in does else "must"
    stuck = "harvest" in does and all(do.startswith(("harvest", "buy")) for do in does)
    room = " First harvest a field to make room." if stuck else ""
    rest = "the last round is over. Take an offer that stands"
    trade = rest if _over(view) else "your trade. Take an offer, make one"
    said = words().questions.get(ask, f"You are asked: {ask}.")
    wares = [f"a {ware}" for ware in ("building", "field") if f"buy_{ware}" in does]
    shop = "" if not wares or stuck or "buy" in said else f" You may also buy {' or '.join(wares)}."
    return said.format(card=due, step=step, must=must, trade=trade, active=active) + room + shop


def _over(view: Json) -> bool:
    """Return True after the last round, when no more offers are allowed."""
    return bool(view.get("round", 0) > view.get("rounds", 0))


def choice_text(ask: str, choice: Json, view: Json, who: Speaker) -> str:
    """Put a listed choice into words; what passing means depends on the question."""
    passing = choice.get("do") == "pass" and words().passing.get(ask)
    return str(passing or who.choice(choice, view))


def _heading(view: Json, who: Speaker) -> str:
    active = "You are" if view["active"] == view["seat"] else f"{who.seat(view['active'])} is"
    rounds = f", round {view['round']} of {view['rounds']}" if view.get("step") == "trade" else ""
    draw_pile = counted(view["draw_pile"], "card")
    return (
        f"Turn {view['turn']}{rounds}. You are seat {view['seat']}. {_capital(active)} active. "
        f"The draw pile holds {draw_pile} and {_run_outs(view['run_outs'])}."
    )


def _run_outs(number: int) -> str:
    times = {0: "has not run out yet", 1: "has run out once", 2: "has run out twice"}
    return times.get(number, f"has run out {number} times")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _seat_line(view: Json, seat: int, who: Speaker) -> str:
    fields = ", ".join(f"{n}: {field_text(field)}" for n, field in enumerate(view["fields"][seat]))
    pile, aside = view["coins"][seat], view["set_aside"][seat]
    parts = [f"{counted(view['hands'][seat], 'card')} in hand", f"fields {fields}"]
    remarks = "; ".join(words().coin_pile(view, seat))
    parts.append(coins(len(pile)) + (f" ({remarks})" if remarks else ""))
    if aside:
        parts.append(f"set aside {beans(aside)}")
    parts += words().before(view, seat, who)
    if view.get("silent") and view["silent"][seat]:
        parts.append("silent for this turn")
    return f"{_capital(who.seat(seat))}: {'; '.join(parts)}."
