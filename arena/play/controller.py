"""The controller of a person's seat, whatever the screen: options, typed words, undo, hints."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from arena.errors import ArenaError
from arena.play.answers import Option
from arena.play.draft import NEGOTIATIONS, Part
from arena.play.seat import Seat
from arena.play.typed_input import TypedCommand
from arena.text.cards import beans, card_name, field_text
from protocol import Json


class HintSource(Protocol):
    """A source of hints, such as `arena.play.hints.Adviser`."""

    def advise(self, start: Json, question: Json, events: list[Json]) -> int | Json:
        """Return the choice that a bot would make. Raises ArenaError."""

    def close(self) -> None:
        """Release what the source needs."""


class Controller:
    """Handles a person's input; `note` tells the outcome of the last one."""

    def __init__(
        self,
        seat: Seat,
        send: Callable[[Json], None],
        adviser: HintSource | None = None,
        by: str = "",
        speak: Callable[[str], None] | None = None,
    ) -> None:
        """Control a seat.

        Args:
            seat: The seat.
            send: Sends answers to the referee.
            adviser: Gives hints, if there are any.
            by: Name of the bot that gives hints.
            speak: Speaks where others hear it at once; without it talk goes out with answers.
        """
        self.seat = seat
        self.note = ""
        """A line below the table, such as what was wrong with the last key."""
        self._send = send
        self._adviser, self._by = adviser, by
        self._advising: Json | None = None  # the question a hint is being made for
        self._asking = asyncio.Lock()
        self._speak = speak

    def hear(self, message: Json) -> None:
        """Process a message of the referee, and answer it if that needs no person."""
        answer = self.seat.hear(message)
        if answer is not None:
            self._send(answer)
        if message["type"] in ("decide", "refused"):
            self.note = f"Refused: {self.seat.refusal}" if self.seat.refusal else ""

    def read(self, text: str) -> str:
        """Act on typed words.

        Returns:
            One of `FOR_THE_SCREEN`, or COMPOSE, for the screen to carry out; otherwise "".

        Raises:
            Unclear: The words mean nothing, or several things.
            Unfit: They do not fit the negotiation.
        """
        command = self.seat.typed(text)
        self.note = ""
        return "" if command is None else self._carry_out(command)

    def choose(self, option: Option) -> bool:
        """Carry out an option; return True if it asks for the composer."""
        if option.choice is not None:
            self.answer(option.choice)
        elif option.part is not None:
            self.do(option.part)
        return option.composes

    def do(self, part: Part) -> bool:
        """Add a part to the draft; if it does not fit, return False and note why."""
        try:
            self.seat.add(part)
        except ArenaError as error:
            self.note = str(error)
            return False
        self.note = ""
        return True

    def send(self) -> None:
        """Send the draft, unless it is empty."""
        if self.seat.draft:
            self.answer(self.seat.draft.choice())
        else:
            self.note = "There is nothing to send yet. Make an offer, or choose from the list."

    def answer(self, choice: int | Json) -> None:
        """Answer the open question, if there is one."""
        if self.seat.asked:
            self._send(self.seat.answer(choice))
            self.note = ""

    @property
    def to_say(self) -> str:
        """Talk that has not been heard yet, so it can still be taken back."""
        return "" if self._speak else self.seat.saying

    def undo(self) -> None:
        """Take back the talk that waits to go out, or else the last part of the draft."""
        seat = self.seat
        draft = seat.draft if seat.asked else None
        self.note = ""
        if self.to_say:
            seat.saying = ""
        elif draft is None or draft.undo() is None:
            self.note = "There is nothing to take back; what has been sent is played."

    def touch(self, pile: str, place: int, field: int | None) -> None:
        """Note why touching a card, a card and then a field, or a field alone does nothing.

        A page may show an older table, so a card or field that is not there is no error.

        Args:
            pile: The pile of the card; "" without one.
            place: The card's index in the pile.
            field: The field, if one was touched.
        """
        self.note = _why_not(self.seat, pile, place, field)

    def may_compose(self) -> bool:
        """Return True if an offer can be put together now; otherwise note that it cannot."""
        if self.seat.asked and self.seat.draft is not None:
            return True
        self.note = "There is nothing to trade now. Choose from the list."
        return False

    async def advise(self, changed: Callable[[], None]) -> None:
        """Ask the bot for a hint, and list its choice first if the question is still open.

        Args:
            changed: Called when there is something else to show, such as that the bot is thinking.
        """
        question = self.seat.asked
        if self._adviser is None or question is None:
            self.note = "There is nothing to advise on now."
        elif self.seat.hint is None and self._advising is not question:
            self.note = f"{self._by} is thinking …"
            self._advising = question
            changed()
            try:
                choice = await self._advice(question)
                if self.seat.asked is question:
                    self.seat.advised(self._by, choice)
                self.note = ""
            except ArenaError as error:
                self.note = str(error)
            finally:
                self._advising = None
        changed()

    async def stand_in(self, question: Json, thought: str) -> None:
        """Let the bot that gives hints answer for the person, or choose the safest if it cannot.

        Args:
            question: The question to answer, if it is still open.
            thought: A note for the record, so that a replay tells whose choice it was.
        """
        try:
            choice = await self._advice(question)
        except ArenaError:
            choice = 0  # the first choice is always legal, and the safest
        if self.seat.asked is question:
            self._send(self.seat.answer(choice) | {"note": thought})

    async def _advice(self, question: Json) -> int | Json:
        assert self._adviser is not None
        # The bot must get each event once, and more may arrive while it thinks.
        async with self._asking:
            events = list(self.seat.untold)
            choice = await asyncio.to_thread(
                self._adviser.advise, self.seat.start, question, events
            )
            del self.seat.untold[: len(events)]
        return choice

    # --- words --------------------------------------------------------------------------------

    def _carry_out(self, command: TypedCommand) -> str:
        seat = self.seat
        if command.do == "say" and self._speak is not None:
            self._speak(command.text)
        elif command.do == "say":
            seat.saying = command.text
        elif command.do == "choose":
            options = seat.options()
            if 0 < command.number <= len(options):
                return COMPOSE if self.choose(options[command.number - 1]) else ""
            self.note = f"There is no line {command.number} in the list."
        elif command.do == "undo":
            self.undo()
        elif command.do in FOR_THE_SCREEN:
            return command.do
        elif seat.asked is None:
            self.note = "You cannot speak now. Wait until you are asked."
        elif command.do == "clear":
            if seat.draft is not None:
                seat.draft.parts.clear()
            seat.saying = ""
        elif command.do == "send":
            self.send()
        elif command.do == "silent" or (command.do == "end" and seat.draft):
            self.do(Part(command.do))
        else:
            self._decline(command.do, seat.asked["choices"][0])
        return ""

    def _decline(self, do: str, first: Json) -> None:
        """Decline everything: that is the first choice, in questions that have it."""
        seat = self.seat
        if seat.draft:
            self.note = "You have said something that is not sent yet. Send it, or clear it first."
        elif first["do"] not in ("pass", "answer") or (do == "end" and seat.draft is None):
            self.note = "That cannot be said to this question. Choose from the list."
        else:
            self.answer(0)


COMPOSE = "compose"
FOR_THE_SCREEN = ("help", "hint", "cards", "leave")
"""Commands that each screen carries out in its own way, as it does COMPOSE, an option's request."""


# --- why a touch does nothing ---------------------------------------------------------------------


def _why_not(seat: Seat, pile: str, place: int, field: int | None) -> str:
    if seat.asked is None:
        active = seat.view.get("active")
        if active is None:
            return "The game has not begun yet."
        return f"It is not your decision now; it is {seat.who.whose(active)} turn."
    cards = seat.pile(pile)
    fields = seat.view["fields"][seat.me]
    if field is not None and not 0 <= field < len(fields):
        return "You have no such field."
    if 0 <= place < len(cards):
        if field is None:
            return _card_alone(seat, seat.asked["ask"], pile, cards[place])
        return _planting(seat, cards[place], field)
    return _harvest(seat, field) if field is not None else "There is no such card any more."


def _card_alone(seat: Seat, ask: str, pile: str, card: str) -> str:
    name, first = card_name(card), seat.view["hand"][:1]
    if ask == "plant" and pile == "hand":
        return (
            f"Hands are played in order: the first card, {beans(first)}, comes before this {name}."
        )
    if ask in NEGOTIATIONS:
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
    return f"Field {at + 1} can be neither planted nor harvested now. {seat.task()}"
