"""Rules: small records from which a rulebook is compiled.

A rule has a name and the ids it cites; it says how it changes the tables, and brings hooks. There
are ten families of hooks:

    edit      changes the tables (deck, fields, prices, turn, ending) when the book is compiled
    pieces    state that the rule adds, with an audience
    events    events that the rule adds
    steps     steps that its hooks push on the stack
    free      kinds of choice that are open at the decisions of your turn and in windows
    places    places other than a field where a card that is due may go
    sources   piles that cards may be traded from
    refuse    reasons against a deed, and `waive`: lifts a reason of another rule
    folds     changes of a value: the coins of a harvest, a price, cards to draw, the score
    after     reactions to what happened; they may push a step that asks a seat

`game.py` has the bases of steps, free choices and places; `hooks.py` has the points of the last
three. Each hook takes (game, seat, …) and is about that seat; the power of a building is a rule
whose hooks first check that the seat owns it. See decision 1 (docs/decisions/).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.rules.events import EventKind
from arena.rules.game import CardPlace, FreeChoice, Game, Source, Step, Tables
from arena.rules.hooks import Fold, Reaction, Refusal, Waiver
from arena.rules.state import Piece, Unchanging


class VariantError(ValueError):
    """A variant that does not exist or cannot be played; the message names the way out."""


class Listing(NamedTuple):
    """A table that a rule adds to the printed rulebook.

    Each row begins with a name; if there is a rule of that name, its text fills the last column.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Text = str | Callable[[Tables], str]


@dataclass(frozen=True, slots=True)
class Rule(Unchanging):
    """One rule: its name, its sources, its text and its effects.

    Attributes:
        text: What the rule says; a function of the tables if the words depend on them.
        part: "expansion" or "option" for a rule that a variant names itself.
        title: The line of such a part in the catalogue.
        players: The numbers of players it allows; empty allows any.
        needs: Other parts that the variant must have.
        clashes: Names of parts that cannot be combined with it; they stand earlier in `PARTS`.
        removes: Rules of the preset that this one replaces.
        brings: Further rules that come with it.
        welcome: Choices that are nearly always right, which a playout makes wherever it can.
        data: The numbers and lists of the rule that a bot needs, as plain JSON.
        listing: What is printed of them as a table.
    """

    name: str
    cites: str
    text: Text
    part: str = ""
    title: str = ""
    players: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    brings: tuple["Rule", ...] = ()
    welcome: tuple[str, ...] = ()
    data: Callable[[Tables], dict[str, Any]] | None = None
    listing: Callable[[Tables], Listing] | None = None
    edit: Callable[[Tables], Tables] | None = None
    pieces: tuple[Piece, ...] = ()
    events: tuple[EventKind, ...] = ()
    steps: tuple[Step, ...] = ()
    free: tuple[FreeChoice, ...] = ()
    places: tuple[CardPlace, ...] = ()
    sources: tuple[Source, ...] = ()
    refuse: tuple[Refusal, ...] = ()
    waive: tuple[Waiver, ...] = ()
    folds: tuple[Fold, ...] = ()
    after: tuple[Reaction, ...] = ()
    ties: Callable[[Game, list[int]], list[int]] | None = None

    def says(self, tables: Tables) -> str:
        """Return the rule in words, for the game with these tables."""
        return self.text if isinstance(self.text, str) else self.text(tables)
