"""A person's conduct at her seat, on any screen: options, typed words, undo, hints."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from arena.errors import ArenaError
from arena.play.draft import NEGOTIATIONS, Part
from arena.play.options import Option
from arena.play.seat import Seat
from arena.play.typed_input import TypedCommand
from arena.text.cards import beans, card_name, field_text
from protocol import Json


class HintSource(Protocol):
    """A bot beside a person's seat, such as `arena.play.hints.Adviser`."""

    def advise(self, start: Json, question: Json, events: list[Json]) -> int | Json: ...

    def close(self) -> None: ...


class Controller:
    """Deeds at a seat; `note` says what came of the last one."""

    def __init__(
        self,
        seat: Seat,
        send: Callable[[Json], None],
        adviser: HintSource | None = None,
        by: str = "",
        speak: Callable[[str], None] | None = None,
    ) -> None:
        """`send` takes answers for the referee. `adviser`: who gives hints, and `by` which name.

        `speak`: takes what is said where others hear it at once.
        """
        self.seat = seat
        self.note = ""
        """A line below the table: what was wrong with the last key, say."""
        self._send = send
        self._adviser, self._by = adviser, by
        self._advising: Json | None = None  # the question a hint is waited for
        self._asking = asyncio.Lock()
        self._speak = speak

    def hear(self, message: Json) -> None:
        """Take in a message of the referee, and answer one that needs no person."""
        answer = self.seat.hear(message)
        if answer is not None:
            self._send(answer)
        if message["type"] in ("decide", "refused"):
            self.note = f"Refused: {self.seat.refusal}" if self.seat.refusal else ""

    def read(self, text: str) -> str:
        """Act on typed words. Returns the word of `COMMANDS` that the screen must obey, or "".

        Raises Unclear, Unfit.
        """
        order = self.seat.typed(text)
        self.note = ""
        return "" if order is None else self._obey(order)

    def choose(self, option: Option) -> bool:
        """Do what an option says; True if it asks for the composer."""
        if option.choice is not None:
            self.answer(option.choice)
        elif option.part is not None:
            self.do(option.part)
        return option.composes

    def do(self, part: Part) -> bool:
        """Say one thing more; False if it does not fit, and then the note says why."""
        try:
            self.seat.add(part)
        except ArenaError as error:
            self.note = str(error)
            return False
        self.note = ""
        return True

    def send(self) -> None:
        """Send what has been put together, if anything has."""
        if self.seat.draft:
            self.answer(self.seat.draft.choice())
        else:
            self.note = "There is nothing to send yet. Make an offer, or choose from the list."

    def answer(self, choice: int | Json) -> None:
        """Send the answer to the open question, if there is one."""
        if self.seat.asked:
            self._send(self.seat.answer(choice))
            self.note = ""

    @property
    def to_say(self) -> str:
        """Talk that nobody has heard yet, so that it can be taken back."""
        return "" if self._speak else self.seat.saying

    def undo(self) -> None:
        """Take back what was said last."""
        seat = self.seat
        draft = seat.draft if seat.asked else None
        self.note = ""
        if self.to_say:
            seat.saying = ""
        elif draft is None or draft.undo() is None:
            self.note = "There is nothing to take back; what has been sent is played."

    def touch(self, pile: str, place: int, field: int | None) -> None:
        """Note why nothing comes of touching a card, a card and then a field, or a field alone.

        `pile` and `place`: of the card, "" without one. Whatever is there can be named by a page
        that shows an older table, so what is not there is no error.
        """
        self.note = _why_not(self.seat, pile, place, field)

    def may_compose(self) -> bool:
        """True if an offer can be put together now; if not, the note says so."""
        if self.seat.asked and self.seat.draft is not None:
            return True
        self.note = "There is nothing to trade now. Choose from the list."
        return False

    def ask_for_hint(self) -> Json | None:
        """The question that a bot is to be asked with `advise`; None if it need not be."""
        seat = self.seat
        if self._adviser is None or not seat.asked or seat.question is None:
            self.note = "There is nothing to advise on now."
        elif seat.hint is None and self._advising is not seat.question:
            self.note = f"{self._by} is thinking …"
            self._advising = seat.question
            return seat.question
        return None

    async def advise(self, question: Json) -> None:
        """Ask the bot; its choice becomes the first option, if that is still the question."""
        seat = self.seat
        try:
            choice = await self._advice(question)
        except ArenaError as error:
            self.note = str(error)
            return
        finally:
            self._advising = None
        if seat.question is question and seat.asked:
            seat.advised(self._by, choice)
        self.note = ""

    async def stand_in(self, question: Json, thought: str) -> None:
        """Let the bot that gives hints answer in her place; the safest choice if it cannot.

        `thought` goes into the record, so that a replay tells whose choice it was.
        """
        try:
            choice = await self._advice(question)
        except ArenaError:
            choice = 0
        if self.seat.question is question and self.seat.asked:
            self._send(self.seat.answer(choice) | {"note": thought})

    async def _advice(self, question: Json) -> int | Json:
        assert self._adviser is not None
        async with self._asking:  # each event is told once
            told = list(self.seat.untold)
            choice = await asyncio.to_thread(self._adviser.advise, self.seat.start, question, told)
            del self.seat.untold[: len(told)]
        return choice

    # --- words --------------------------------------------------------------------------------

    def _obey(self, order: TypedCommand) -> str:
        seat = self.seat
        if order.do == "say" and self._speak is not None:
            self._speak(order.text)
        elif order.do == "say":
            seat.saying = order.text
        elif order.do == "choose":
            options = seat.options()
            if 0 < order.number <= len(options):
                return COMPOSE if self.choose(options[order.number - 1]) else ""
            self.note = f"There is no line {order.number} in the list."
        elif order.do == "undo":
            self.undo()
        elif order.do in FOR_THE_SCREEN:
            return order.do
        elif not seat.asked:
            self.note = "You cannot speak now. Wait until you are asked."
        elif order.do == "clear":
            if seat.draft is not None:
                seat.draft.parts.clear()
            seat.saying = ""
        elif order.do == "send":
            self.send()
        elif order.do == "silent" or (order.do == "end" and seat.draft):
            self.do(Part(order.do))
        else:
            self._decline(order.do)
        return ""

    def _decline(self, do: str) -> None:
        """Say no to everything: choice 0, where it is that."""
        seat = self.seat
        assert seat.question is not None
        first = seat.question["choices"][0]
        if seat.draft:
            self.note = "You have said something that is not sent yet. Send it, or clear it first."
        elif first["do"] not in ("pass", "answer") or (do == "end" and seat.draft is None):
            self.note = "That cannot be said to this question. Choose from the list."
        else:
            self.answer(0)


COMPOSE = "compose"
FOR_THE_SCREEN = ("help", "hint", "cards", "leave")
"""Commands that each screen obeys in its own way; and COMPOSE, for an option that asks for it."""


# --- why nothing comes of a touch -----------------------------------------------------------------


def _why_not(seat: Seat, pile: str, place: int, field: int | None) -> str:
    if seat.question is None or not seat.asked:
        active = seat.view.get("active")
        if active is None:
            return "The game has not begun yet."
        return f"It is not your decision now; it is {seat.who.whose(active)} turn."
    card = _card(seat, pile, place)
    fields = seat.view["fields"][seat.me]
    if field is not None and not 0 <= field < len(fields):
        return "You have no such field."
    if card is not None:
        return _card_alone(seat, pile, card) if field is None else _planting(seat, card, field)
    return _harvest(seat, field) if field is not None else "There is no such card any more."


def _card(seat: Seat, pile: str, place: int) -> str | None:
    cards = seat.view.get(pile)
    if isinstance(cards, list) and cards and isinstance(cards[0], list):
        cards = cards[seat.me]
    if not isinstance(cards, list) or not 0 <= place < len(cards):
        return None
    return str(cards[place])


def _card_alone(seat: Seat, pile: str, card: str) -> str:
    assert seat.question is not None
    name, first = card_name(card), seat.view["hand"][:1]
    if seat.question["ask"] == "plant" and pile == "hand":
        return (
            f"Hands are played in order: the first card, {beans(first)}, comes before this {name}."
        )
    if seat.question["ask"] in NEGOTIATIONS:
        return f"This {name} cannot be traded. Cards that can be have a green rim."
    return f"This {name} cannot be played now. {seat.task()}"


def _planting(seat: Seat, card: str, at: int) -> str:
    field, name = seat.view["fields"][seat.me][at], card_name(card)
    if field["count"] and field["kind"] != card:
        return (
            f"Field {at + 1} grows {field_text(field)}, so {name} cannot be planted there. "
            "Harvest it first, or choose another field."
        )
    return f"{name.capitalize()} cannot be planted in field {at + 1} now."


def _harvest(seat: Seat, at: int) -> str:
    fields = seat.view["fields"][seat.me]
    if not fields[at]["count"]:
        return f"Field {at + 1} is empty. To plant there, touch a card first."
    if fields[at]["count"] == 1 and any(each["count"] > 1 for each in fields):
        return (
            f"Field {at + 1} has a single bean. That is protected while another of your fields has "
            "more: harvest that one first."
        )
    return f"Field {at + 1} cannot be harvested now. {seat.task()}"
