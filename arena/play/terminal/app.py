"""The table in a terminal, in the terminal's own colours: dark, light or none."""

from collections.abc import AsyncIterator
from typing import ClassVar, Protocol

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option as Listed

from arena.errors import ArenaError
from arena.play import table_text
from arena.play.answers import Option
from arena.play.controller import Controller, HintSource
from arena.play.draft import Part
from arena.play.seat import Seat
from arena.play.terminal.screens import HELP, Choices, Compose, Leave, TextScreen, WishScreen
from protocol import Json

THEME = "ansi-dark"
"""A theme that leaves background and text as the terminal has them."""

WIDE = 110
"""Columns from which the beanometers are always shown."""
MOST_ENTRIES = 120
"""Lines of the log that are shown."""


class Messages(Protocol):
    """A connection to the referee: a `SeatConnection`, or a script in a test."""

    def messages(self) -> AsyncIterator[Json]:
        """Yield the referee's messages."""

    def send(self, message: Json) -> None:
        """Send an answer."""


class TableScreen(App[bool]):
    """The seat on the screen; its result is True if the game was played to its end."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "cards", "Cards"),
        Binding("f3", "hint", "Hint"),
        Binding("f4", "wishes", "Asked"),
        Binding("f5", "compose", "Offer"),
        Binding("f6,ctrl+z", "undo", "Undo", key_display="f6"),
        Binding("f7", "look", "Table"),
        Binding("ctrl+q,ctrl+c", "leave", "Leave", priority=True, key_display="^q"),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "log(-1)", show=False),
        Binding("pagedown", "log(1)", show=False),
        Binding("escape", "clear", show=False),
    ]

    def __init__(
        self, seat: Seat, connection: Messages, adviser: HintSource | None = None, by: str = ""
    ) -> None:
        """Show a seat.

        Args:
            seat: The seat.
            connection: Its connection to the referee.
            adviser: Gives hints, if there are any.
            by: Name of the bot that gives hints.
        """
        super().__init__(ansi_color=True)
        self.theme = THEME
        self.seat = seat
        self.controller = Controller(seat, connection.send, adviser, by)
        self.gone = False
        """True once no more messages will come."""
        self._connection = connection
        self._listed: list[tuple[int, Option]] = []
        self._kinds = False
        self._shown: dict[str, str] = {}
        """Text by part of the screen."""

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen from top to bottom."""
        yield Static(id="heading", markup=False)
        yield Static(id="table", markup=False)
        with VerticalScroll(id="players", can_focus=False):
            yield Static(id="seats", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="offers", can_focus=False):
                yield Static(id="book", markup=False)
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="journal", markup=False)
            with VerticalScroll(id="kinds", can_focus=False):
                yield Static(id="scales", markup=False)
        yield Static(id="hand", markup=False)
        yield Static(id="task", markup=False)
        yield Choices(id="options", markup=False)
        yield Static(id="said", markup=False)
        yield Input(id="typed", placeholder="Type here, or choose with ↑ ↓ and Enter", compact=True)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin to follow the game."""
        # The line that is typed keeps the focus, so that no letter of it is lost to the list.
        self.query_one("#options").can_focus = False
        self.query_one(Input).focus()
        self.refresh_table()
        self.run_worker(self._follow(), exit_on_error=True)

    async def _follow(self) -> None:
        async for message in self._connection.messages():
            self.controller.hear(message)
            self.refresh_table()
        self.gone = True
        self.refresh_table()

    # --- showing ------------------------------------------------------------------------------

    def refresh_table(self) -> None:
        """Show the current state."""
        seat = self.seat
        self._show("#heading", table_text.heading(seat))
        self._show("#table", "  ".join(table_text.table(seat)))
        self._show("#seats", "\n".join(table_text.players(seat)))
        self._show("#hand", table_text.hand(seat))
        self._show("#task", self._asking())
        offers = table_text.offers(seat)
        self.query_one("#offers").display = bool(offers)
        self._show("#book", "\n".join(offers))
        self._show("#scales", "\n".join(table_text.kinds(seat)))
        wide = self.size.width >= WIDE
        self.query_one("#kinds").display = self._kinds or wide
        self.query_one("#log").display = wide or not (self._kinds and offers)
        journal = "\n".join(entry.text for entry in seat.journal[-MOST_ENTRIES:])
        if journal != self._shown.get("#journal"):
            self._show("#journal", journal)
            self.query_one("#log").scroll_end(animate=False)
        self.query_one("#offers").scroll_end(animate=False)
        self._list()
        self._say()

    def _show(self, where: str, text: str) -> None:
        if self._shown.get(where) != text:  # drawing is expensive, and most parts stay the same
            self._shown[where] = text
            self.query_one(where, Static).update(text)

    def _asking(self) -> str:
        if self.seat.result is not None:
            return "The game is over. Enter: leave the table."
        if self.gone:
            return "The game has ended before it was over. Enter: leave the table."
        return self.seat.task() or "Waiting for the others …"

    def _say(self) -> None:
        saying = self.seat.saying
        lines = (self.controller.note, saying and f"You will say: “{saying}”")
        text = "\n".join(filter(None, lines))
        self.query_one("#said").display = bool(text)
        self._show("#said", text)

    def _list(self) -> None:
        """List the options that match what is being typed, or all if none does."""
        typed = self.query_one(Input).value.strip().casefold()
        every = list(enumerate(self.seat.options(), 1))
        fit = [each for each in every if typed and typed in each[1].text.casefold()]
        listed = fit or every
        shown = self.query_one("#options", OptionList)
        if listed != self._listed:
            self._listed = listed
            shown.clear_options()
            shown.add_options(Listed(f"{number:>2} {each.text}") for number, each in listed)
            shown.highlighted = 0 if listed else None
        shown.display = bool(listed)

    # --- keys ---------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Highlight another option."""
        shown = self.query_one("#options", OptionList)
        move = shown.action_cursor_down if by > 0 else shown.action_cursor_up
        move()

    def action_log(self, by: int) -> None:
        """Scroll the log."""
        log = self.query_one("#log")
        scroll = log.scroll_page_down if by > 0 else log.scroll_page_up
        scroll(animate=False)

    def action_clear(self) -> None:
        """Clear what is being typed."""
        self.query_one(Input).value = ""
        self._tell("")

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(TextScreen(HELP))

    def action_look(self) -> None:
        """Show the whole table, which may not fit beside the rest."""
        seat = self.seat
        parts = (table_text.heading(seat), *table_text.table(seat), "", *table_text.players(seat))
        self.push_screen(
            TextScreen("\n".join((*parts, "", *table_text.offers(seat), table_text.hand(seat))))
        )

    def action_cards(self) -> None:
        """Show or hide beanometers and unseen cards."""
        self._kinds = not self._kinds
        self.refresh_table()

    def action_undo(self) -> None:
        """Take back the last part of the draft, or talk."""
        self.controller.undo()
        self.refresh_table()

    def action_wishes(self) -> None:
        """Let the person choose when to be asked."""

        def keep(wishes: frozenset[str] | None) -> None:
            if wishes is not None:
                self.seat.wish(wishes)
                self._tell("This takes effect with your next answer.")

        self.push_screen(WishScreen(self.seat.wishes), keep)

    def action_leave(self) -> None:
        """Leave; in the middle of a game, ask first."""
        if self.seat.result is not None or self.gone:
            self.exit(self.seat.result is not None)
        elif not isinstance(self.screen, Leave):
            self.push_screen(Leave(), lambda meant: self.exit(False) if meant else None)

    def action_compose(self) -> None:
        """Open the composer, if an offer can be made."""
        seat = self.seat
        if not self.controller.may_compose():
            self.refresh_table()
            return
        self.push_screen(Compose(seat.composer(), seat.who, seat.others()), self._add)

    def _add(self, offer: Json | None) -> None:
        if offer is not None and self.seat.asked:
            self.controller.do(Part("offer", offer))
            self.refresh_table()

    def action_hint(self) -> None:
        """Ask a bot for a hint."""
        self.run_worker(self.controller.advise(self.refresh_table))

    # --- typing and choosing ------------------------------------------------------------------

    def on_input_changed(self, _: Input.Changed) -> None:
        """Limit the list to what is being typed."""
        self._list()

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Carry out an option that was clicked."""
        if chosen.option_list.id == "options":
            self._choose(self._listed[chosen.option_index][1])

    def on_input_submitted(self, typed: Input.Submitted) -> None:
        """Carry out what was typed, or else what is highlighted."""
        text = typed.value.strip()
        if self.seat.result is not None or self.gone:
            self.action_leave()
            return
        highlighted = self.query_one("#options", OptionList).highlighted
        option = None if highlighted is None or not self._listed else self._listed[highlighted][1]
        # What limits the list to the highlighted option may also be words of an offer.
        fits = option is not None and text.casefold() in option.text.casefold()
        self.query_one(Input).value = ""
        if not text or (fits and self.seat.draft is None and not text.isdecimal()):
            if option is not None:
                self._choose(option)
            return
        try:
            self._carry_out(self.controller.read(text))
        except ArenaError as error:
            if fits and option is not None:
                self._choose(option)
            else:
                self._tell(str(error))

    def _carry_out(self, command: str) -> None:
        if command:  # `FOR_THE_SCREEN` or COMPOSE: each is carried out as its key is
            self.call_later(getattr(self, f"action_{command}"))
        self.refresh_table()

    def _choose(self, option: Option) -> None:
        if self.controller.choose(option):
            self.action_compose()
        self.refresh_table()

    def _tell(self, note: str) -> None:
        self.controller.note = note
        self.refresh_table()

    def on_resize(self, _: events.Resize) -> None:
        """Adapt to the new width."""
        self.refresh_table()
