"""Messages from a seat's page to the server: one class for each value of `do`.

The first three come from a page without a seat; the others are about the slot a page has taken.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from arena.errors import ArenaError
from arena.play.controller import COMPOSE
from arena.play.draft import MOST_WANTED, Part
from arena.play.seat import USUAL_WISHES, WISHES
from arena.text import harmless
from arena.web.room import Slot

HINT = "hint"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GameRequest(_Model):
    """The game that a visitor asks for.

    Attributes:
        people: Number of people, who come by links.
        clock: Seconds for each question to a person, or 0 for no limit.
    """

    variant: str = Field("anniversary", max_length=200)
    bots: list[str] = Field([], max_length=10)
    players: int | None = None
    people: int = Field(1, ge=1, le=7)
    clock: int = Field(0, ge=0, le=3_600)
    seat: int | None = None
    seed: int | None = Field(None, ge=0, lt=1 << 63)
    name: str = Field("Guest", max_length=100)


# --- from a page that has no seat yet -----------------------------------------------------------


class OpenRoom(_Model):
    """A request to open a room and take its first slot."""

    do: Literal["open"]
    wishes: GameRequest = Field(default_factory=GameRequest)


class ReturnToSlot(_Model):
    """A request to go back to a slot by its token, or to look at an invitation."""

    do: Literal["return"]
    token: str = Field("", max_length=100)


class TakeSlot(_Model):
    """The acceptance of an invitation."""

    do: Literal["sit"]
    token: str = Field("", max_length=100)
    name: str = Field("Guest", max_length=100)


# --- from the organiser of a class --------------------------------------------------------------


class TableWishes(_Model):
    """The game at tables that are opened from now on; `level` is that of bots in free seats."""

    variant: str = Field(max_length=200)
    players: int
    level: Literal["easy", "fair", "hard"]
    clock: int = Field(ge=0, le=3_600)


class SetTables(_Model):
    """A choice of the game."""

    do: Literal["set"]
    wishes: TableWishes


class BeginTables(_Model):
    """A request to begin at all tables that gather, with bots in free seats."""

    do: Literal["begin"]


class SendAway(_Model):
    """A request to free a slot; with the name of who sits there, as the page may be old."""

    do: Literal["free"]
    table: int
    slot: int
    name: str = Field(max_length=100)


HALL_MESSAGE: TypeAdapter[SetTables | BeginTables | SendAway] = TypeAdapter(
    Annotated[SetTables | BeginTables | SendAway, Field(discriminator="do")]
)


# --- from a page that has a slot ----------------------------------------------------------------


class LeaveRoom(_Model):
    """A farewell; a bot takes over."""

    do: Literal["leave"]


class GameMessage(_Model):
    """A message about the game being played. Any of them shows that the person is there."""

    def apply(self, slot: Slot) -> str | None:
        """Carry out the message; mistakes become the controller's note.

        Returns:
            The command that the page must carry out itself, or `HINT`, if there is one.
        """
        return None


class BeginGame(GameMessage):
    """A request to begin before everybody has come; later it means no more than ShowPresence."""

    do: Literal["begin"]


class ShowPresence(GameMessage):
    """A sign of life, which takes the seat back from a bot."""

    do: Literal["here"]


class Speak(GameMessage):
    """Talk."""

    do: Literal["say"]
    text: str = Field("", max_length=2_000)

    def apply(self, slot: Slot) -> None:
        """Pass on the text."""
        slot.room.say(slot, self.text)


class ReplacePerson(GameMessage):
    """A request to let a bot play for the person in slot number `person`."""

    do: Literal["replace"]
    person: int = -1

    def apply(self, slot: Slot) -> None:
        """Hand the seat to a bot if the sender may do that."""
        slot.room.replace(slot, self.person)


class ChooseOption(GameMessage):
    """A choice from the list of options; `text` is what the page showed for it.

    What could wait in the draft, such as the acceptance of an offer, is sent at once. A withdrawal
    waits: who takes an offer back mostly has another in mind, and a round has just one answer.
    """

    do: Literal["choose"]
    question: int | None = None
    number: int = -1
    text: str = Field("", max_length=2_000)

    def apply(self, slot: Slot) -> str:
        """Answer with the option, unless the page showed an older list."""
        if _is_stale(self.question, slot):
            return ""
        controller = slot.controller
        options = controller.seat.options()
        if not 0 <= self.number < len(options):
            return ""
        option = options[self.number]
        if self.text != harmless(option.text):
            return ""
        if option.part is not None:
            if controller.do(option.part) and option.part.what != "withdraw":
                controller.send()
            return ""
        return COMPOSE if controller.choose(option) else ""


class ComposeOffer(GameMessage):
    """An offer for the draft; `send` sends it at once."""

    do: Literal["compose"]
    question: int | None = None
    giving: list[int] = Field([], max_length=99)
    wanting: dict[str, int] = Field({}, max_length=99)
    open: Literal["", "give", "want"] = ""
    to: int | None = None
    send: bool = False

    def apply(self, slot: Slot) -> None:
        """Compose the offer from whatever the hand and the rules have of it."""
        controller = slot.controller
        if _is_stale(self.question, slot) or not controller.may_compose():
            return
        seat = controller.seat
        composer = seat.composer()
        composer.giving = {at for at in self.giving if 0 <= at < len(composer.cards)}
        for kind, number in self.wanting.items():
            if kind in composer.kinds:
                composer.more(kind, min(number, MOST_WANTED + 1))
        composer.open = self.open
        if self.to in range(len(seat.who.names)):
            composer.to = self.to
        if controller.do(Part("offer", composer.offer())) and self.send:
            controller.send()


class Touch(GameMessage):
    """A touch of a field, a card, or a card and then a field, that fits no option."""

    do: Literal["touch"]
    pile: str = Field("", max_length=40)
    place: int = -1
    field: int | None = None

    def apply(self, slot: Slot) -> None:
        """Explain why nothing happens."""
        slot.controller.touch(self.pile, self.place, self.field)


class Undo(GameMessage):
    """A request to take back the last part of the draft."""

    do: Literal["undo"]

    def apply(self, slot: Slot) -> None:
        """Take it back."""
        slot.controller.undo()


class AskForHint(GameMessage):
    """A request for advice by a bot."""

    do: Literal["hint"]

    def apply(self, slot: Slot) -> str:
        """Leave it to the caller, since advice takes time."""
        return HINT


class SetWishes(GameMessage):
    """A choice to be asked between steps as well, or not."""

    do: Literal["wish"]
    windows: bool = False

    def apply(self, slot: Slot) -> None:
        """Store the wishes."""
        slot.controller.seat.wish(WISHES if self.windows else USUAL_WISHES)


class TypeCommand(GameMessage):
    """A line of typed words."""

    do: Literal["type"]
    text: str = Field("", max_length=2_000)

    def apply(self, slot: Slot) -> str:
        """Carry out the words, or explain what is wrong with them."""
        try:
            return slot.controller.read(self.text)
        except ArenaError as error:
            slot.controller.note = str(error)
            return ""


PageMessage = (
    OpenRoom | ReturnToSlot | TakeSlot | LeaveRoom | BeginGame | ShowPresence | Speak
    | ReplacePerson | ChooseOption | ComposeOffer | Touch | Undo | AskForHint | SetWishes
    | TypeCommand
)  # fmt: skip
PAGE_MESSAGE: TypeAdapter[PageMessage] = TypeAdapter(
    Annotated[PageMessage, Field(discriminator="do")]
)


def _is_stale(question: int | None, slot: Slot) -> bool:
    """Return True if `question` is not the open one: the page was old, or clicked twice."""
    if question == slot.open_id:
        return False
    if question == slot.bot_answered:
        slot.controller.note = f"Too late: {slot.room.bot_name} has answered that for you."
    return True
