"""The screens over the table: help, the composer of offers, wishes, leaving.

The highlighted line of a list is in reverse, so it can be seen without colours.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import OptionList, SelectionList, Static
from textual.widgets.option_list import Option
from textual.widgets.selection_list import Selection

from arena.play.draft import Composer
from arena.play.seat import WISHES
from arena.text.cards import card_name
from arena.text.speaker import Speaker
from protocol import Json

_HIGHLIGHTED = "option-list--option-highlighted"


class Choices(OptionList):
    """A list to choose one line from."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Add the reverse that the style sheet asks for and Textual leaves out."""
        style = super().get_visual_style(*component_classes, partial=partial)
        return style + Style(reverse=True) if _HIGHLIGHTED in component_classes else style


class Ticks(SelectionList[str], Choices):
    """A list of lines to tick."""


HELP = """\
KEYS
  Up, Down   choose from the list    Enter   do what is chosen
  F1         this help               F2      beanometers, unseen cards
  F3         a hint by a bot         F4      when you are to be asked
  F5         put together an offer   F6      take back what you said last
  F7         the whole table         Ctrl+Q  leave the game
  PgUp, PgDn look back in the log

TYPING
  some letters     limit the list to what has them
  3                chooses line 3 of the list
  2 soy for red    an offer: you give two soy, you want a red
  blue for ?       you name it: who would like my blue, and for what?
  ? for red        who has a red, and what would you like for it?
  gift soy to 2    for nothing; seats by number or by name
  ask red          a request, for nothing
  soy for red to trader        only to that seat
  accept 3   take 5   withdraw 4   silent   no   end   undo   clear
  say A red for a blue, gladly      goes with your next answer

An offer or an answer is put together first, and sent with Enter on Send.
Until then F6 takes back the last part. What the referee refuses, you may
say again: nothing is lost. Nobody hurries you.

THE TABLE
  ► the active player     [soy] the card of your hand that is due
  3 soy (1) +2   three soy, worth 1 coin now; two more earn another
  2→1 4→2        two cards earn 1 coin, four earn 2
  #3 … Ann yes (#5)   Ann accepts offer 3, as number 5 to be taken
  Ann …          Ann has still to answer

Fields, seats and places are numbered from 1.
"""


class TextScreen(ModalScreen[None]):
    """A text that can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,f7", "dismiss(None)", "Back to the game")
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield the text, and how to get back."""
        with VerticalScroll(id="box"):
            yield Static(self._text, markup=False)
            yield Static("Enter or Escape: back to the game", classes="focused-title")


class Leave(ModalScreen[bool]):
    """A question before leaving."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Leave"),
        Binding("n,escape,enter", "dismiss(False)", "Stay"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical(id="box"):
            yield Static(
                "Leave the game? It ends for everybody, and nothing of it is kept.\n\n"
                "y: leave    n, Enter or Escape: stay",
                markup=False,
            )


_WISHES = {
    "bids": "in others' turns, before they speak: to make the first offers",
    "before_plant": "before every step 1, to harvest or buy out of turn",
    "before_trade": "before every step 2, the same",
    "before_draw": "before every step 4, the same",
}


class WishScreen(ModalScreen[frozenset[str] | None]):
    """A choice of optional questions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", "Done", priority=True),
        Binding("escape", "dismiss(None)", "Cancel"),
    ]

    def __init__(self, wishes: frozenset[str]) -> None:
        super().__init__()
        self._wishes = wishes

    def compose(self) -> ComposeResult:
        """Yield the list of questions."""
        with Vertical(id="box"):
            yield Static("When do you want to be asked? Space ticks, Enter keeps.", markup=False)
            yield Ticks(*(Selection(_WISHES[each], each, each in self._wishes) for each in WISHES))

    def action_keep(self) -> None:
        """Close the screen with what is ticked."""
        self.dismiss(frozenset(self.query_one(Ticks).selected))


class Compose(ModalScreen[Json | None]):
    """A composer of an offer, used with keys."""

    # With priority, or the list that has the focus would take these keys for itself.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "add", "Add the offer", priority=True),
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("right,plus", "more(1)", "One more", priority=True),
        Binding("left,minus", "more(-1)", "One less", priority=True),
        Binding("o", "open", "Leave this side open", priority=True),
        Binding("space", "choose", "Choose", priority=True),
    ]

    def __init__(self, composer: Composer, who: Speaker, others: list[int]) -> None:
        """Show an offer.

        Args:
            composer: The offer.
            who: Names the seats.
            others: The seats it may be addressed to; none if it can only go to one.
        """
        super().__init__()
        self._composer = composer
        self._who = who
        self._others = others

    def compose(self) -> ComposeResult:
        """Yield the offer in words, and three lists side by side."""
        with Vertical(id="box"):
            yield Static(self._terms(), id="offer", markup=False)
            with Horizontal(id="columns"):
                with Vertical():
                    yield Static("You give", classes="focused-title")
                    yield Choices(*self._give(), id="give", markup=False)
                with Vertical():
                    yield Static("You want", classes="focused-title")
                    yield Choices(*self._want(), id="want", markup=False)
                if self._others:
                    with Vertical():
                        yield Static("For", classes="focused-title")
                        yield Choices(*self._to(), id="to", markup=False)
            yield Static(
                "Tab: next list   Space, ←, →: choose, less, more   o: leave a side open\n"
                "Enter: add the offer   Escape: back",
                markup=False,
            )

    def on_mount(self) -> None:
        """Focus the cards to give."""
        self.query_one("#give").focus()

    def _fill(self, name: str) -> None:
        shown = self.query_one(f"#{name}", OptionList)
        at = shown.highlighted
        shown.clear_options()
        shown.add_options(Option(line) for line in getattr(self, f"_{name}")())
        shown.highlighted = min(at or 0, shown.option_count - 1) if shown.option_count else None

    def _give(self) -> list[str]:
        composer = self._composer
        return [
            f"[{'x' if at in composer.giving else ' '}] {composer.card(at)}"
            for at in range(len(composer.cards))
        ]

    def _want(self) -> list[str]:
        wanting = self._composer.wanting
        return [f"{wanting[kind] or ' '} {card_name(kind)}" for kind in self._composer.kinds]

    def _to(self) -> list[str]:
        names: dict[int | None, str] = {None: "everybody"}
        names |= {seat: f"{seat + 1} {self._who.seat(seat)}" for seat in self._others}
        to = self._composer.to
        return [f"({'•' if seat == to else ' '}) {name}" for seat, name in names.items()]

    def _terms(self) -> str:
        return f"Your offer: {self._who.offer(self._composer.offer())}"

    def _now(self) -> tuple[str, int]:
        for shown in self.query(OptionList):
            if shown.has_focus and shown.highlighted is not None:
                return shown.id or "", shown.highlighted
        return "", -1

    def action_choose(self) -> None:
        """Choose the highlighted line, or undo that."""
        name, at = self._now()
        if name == "give":
            self._composer.giving ^= {at}
        elif name == "want":
            self._composer.more(self._composer.kinds[at], 1)
        elif name == "to":
            self._composer.to = None if at == 0 else self._others[at - 1]
        self._shown(name)

    def action_more(self, by: int) -> None:
        """Add or remove one of the highlighted line."""
        name, at = self._now()
        if name == "want":
            self._composer.more(self._composer.kinds[at], by)
        elif name == "give":
            change = self._composer.giving.add if by > 0 else self._composer.giving.discard
            change(at)
        self._shown(name)

    def action_open(self) -> None:
        """Open the side that has the focus, or close it again."""
        name, _ = self._now()
        if name in ("give", "want"):
            self._composer.leave_open(name)
        self._shown(name)

    def _shown(self, name: str) -> None:
        if name:
            self._fill(name)
        self.query_one("#offer", Static).update(self._terms())

    def action_add(self) -> None:
        """Close the screen with the offer."""
        self.dismiss(self._composer.offer())
