"""Options: the possible answers to a question, in words."""

from dataclasses import dataclass

from arena.play.draft import Draft, Part, standing
from arena.text.asking import choice_text
from arena.text.cards import coins, field_text
from arena.text.speaker import Speaker
from protocol import Json


@dataclass(frozen=True)
class Option:
    """A line that sends a `choice`, adds a `part` to the draft, or opens the composer."""

    text: str
    choice: int | Json | None = None
    part: Part | None = None

    @property
    def composes(self) -> bool:
        """True if the option opens the composer."""
        return self.choice is None and self.part is None


def options(question: Json, draft: Draft | None, who: Speaker, price: int) -> list[Option]:
    """List all answers to a question; while the draft is empty, the safest comes first.

    `price` is that of a third field.
    """
    ask, view = question["ask"], question["view"]
    listed = [
        Option(choice_text(ask, choice, view, who) + _terms(choice, view, price), choice=index)
        for index, choice in enumerate(question["choices"])
    ]
    return listed if draft is None else _negotiating(question, draft, who, listed)


def _terms(choice: Json, view: Json, price: int) -> str:
    """Return what a harvest brings, or a third field costs; "" for other choices."""
    if choice["do"] == "buy_field":
        return f" for {coins(price)}"
    if choice["do"] != "harvest":
        return ""
    field = view["fields"][view["seat"]][choice["field"]]
    paid = coins(field["coins"]) if field["coins"] else "nothing"
    return f": {field_text(field | {'coins': 0})} for {paid}"


def _negotiating(question: Json, draft: Draft, who: Speaker, listed: list[Option]) -> list[Option]:
    view, choices = question["view"], question["choices"]
    active = question["ask"] == "trade"
    replies = list(filter(None, map(_single, choices)))
    mine = [] if active else [Part("withdraw", number) for number in standing(view)]
    parts = [each for each in (*replies, *mine) if each not in draft.parts]
    answers = [Option(_part(each, who, view), part=each) for each in parts]
    may_offer = not active or view["round"] <= view["rounds"]
    compose = [Option("put together an offer …")] if may_offer else []
    free = [
        each
        for each, choice in zip(listed, choices, strict=True)
        if choice["do"] not in ("pass", "trade", "answer")
    ]
    if draft:
        send = Option(f"Send: {who.choice(draft.choice(), view)}", choice=draft.choice())
        return [send, *answers, *compose, *free]
    if active:
        return [*answers, *compose, listed[0], *free]
    nothing = "offer nothing" if question["ask"] == "bid" else "decline everything"
    skip = "skip the rest of this trade"
    if mine:
        nothing, skip = "say nothing more", "skip the rest; what you said stands"
    return [Option(nothing, choice=0), *answers, *compose, Option(skip, part=Part("silent"))]


def _single(choice: Json) -> Part | None:
    """Return a choice that takes or accepts just one thing as a part; None for any other."""
    for key in ("take", "accept"):
        if len(choice.get(key, ())) == 1 and isinstance(choice[key][0], int):
            return Part(key, choice[key][0])
    return None


def _part(part: Part, who: Speaker, view: Json) -> str:
    do = "trade" if part.what == "take" else "answer"
    return who.choice({"do": do, part.what: [part.value]}, view)
