"""The AMIGO bean coin: claimed by rich fields, defended by a blue bean (C1–C5)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE, without
from arena.rules.chance import pick
from arena.rules.choices import PASS, CardAt, Choice
from arena.rules.events import Event, EventKind
from arena.rules.free.harvest import worth
from arena.rules.offers import cards_left
from arena.rules.rule import After, Fold, FreeChoice, Rule
from arena.rules.state import EVERYONE, Piece, State
from arena.rules.steps.planting import DueCards
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

BLUE = KIND["blue"]
HOLDER = "coin_holder"
FAILED = "coin_claim_failed"  # the turn in which a claim failed; no other may follow in it
DRAWS = {"holder": 4, "others": 3, "worthless": 2}  # cards in step 4 (C4)
DRAWN = "coin_card"  # the card shown, until the claimant has planted it


class ClaimCoin(NamedTuple):
    """Claim the bean coin (C2)."""

    do: str = "claim_coin"


class Resist(NamedTuple):
    """Let the claimant draw a card of the hand (C3)."""

    do: str = "resist"


def fields_worth(book: "Rulebook", state: State, seat: int) -> int:
    """Coins that all fields of `seat` together would earn now."""
    return sum(worth(book, state, seat, at) for at in range(len(state.fields[seat])))


def _needed(players: int) -> int:
    return 6 if players == 3 else 5


def _choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    return [ClaimCoin()] if _check(book, state, seat, ClaimCoin()) is None else []


def _check(book: "Rulebook", state: State, seat: int, choice: ClaimCoin) -> str | None:
    if seat != state.active:
        return "the coin is claimed in the own turn"
    if state.extra[HOLDER] == seat:
        return "you hold the coin"
    if state.extra[FAILED] == state.turn:
        return "your claim of this turn has failed"
    if fields_worth(book, state, seat) < _needed(book.players):
        return f"the coin needs fields worth {_needed(book.players)} coins together"
    return None


def _claim(
    book: "Rulebook", state: State, seat: int, choice: ClaimCoin, events: list[Event]
) -> None:
    events.append({"event": "coin_claimed", "seat": seat})
    if state.hands[state.extra[HOLDER]]:
        book.push(state, "resist")
    else:
        _pass_coin(state, events)


def _pass_coin(state: State, events: list[Event]) -> None:
    state.extra[HOLDER] = state.active
    events.append({"event": "coin_passed", "seat": state.active})


class AskHolder(Step):
    """The holder may resist: a random card of the own hand is drawn and shown (C3)."""

    name = ask = "resist"
    free = False
    records = (Resist,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        state.asked = (state.extra[HOLDER],)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS, Resist()]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        leave(state)
        if not isinstance(choice, Resist):
            _pass_coin(state, events)
            return
        hand = state.hands[seat]
        place = pick(len(hand), state.seed, "coin", state.turn)
        card = hand[place]
        state.hands[seat] = without(hand, place)
        state.extra[DRAWN] = ONE[card]
        events.append({"event": "coin_resisted", "seat": seat, "hand": place, "card": card})
        cards_left(state, {seat: (CardAt("hand", place, card),)}, events)
        if card == BLUE:
            state.extra[FAILED] = state.turn
            events.append({"event": "coin_kept", "seat": seat, "turn": state.turn})
        else:
            _pass_coin(state, events)
        book.push(state, "plant_coin_card")


class PlantCoinCard(DueCards):
    """The active player plants the card shown at once, harvesting if needed (C3)."""

    name = ask = "plant_coin_card"
    origin = "coin_card"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if state.extra[DRAWN]:
            state.asked = (state.active,)
        else:
            leave(state)

    def due(self, state: State, seat: int) -> bytes:
        card: bytes = state.extra[DRAWN]
        return card

    def take(self, state: State, seat: int, card: int) -> int:
        state.extra[DRAWN] = b""
        return 1


def _deal(book: "Rulebook", state: State, seat: int, events: list[Event]) -> None:
    state.extra[HOLDER] = book.players - 1  # right of the starting player (C1)


def _draw(value: int, book: "Rulebook", state: State, seat: int) -> int:
    if state.extra[HOLDER] == seat:
        return DRAWS["holder"]
    return DRAWS["others" if fields_worth(book, state, seat) else "worthless"]


def _ties(book: "Rulebook", state: State, tied: list[int]) -> list[int]:
    holder = state.extra[HOLDER]
    return [holder] if holder in tied else tied


BEAN_COIN = Rule(
    name="bean_coin",
    cites="C1 C2 C3 C4 C5",
    text="The player right of the starting player begins with the coin. In the own turn before step"
    " 4 a player whose fields are worth six coins together (three players) or five may claim it."
    " The holder may resist: a random card of the holder's hand is shown; blue saves the coin until"
    " the next turn. Either way the active player plants the card shown at once. In step 4 the"
    " holder draws four; others three, or two while their fields are worth nothing. The coin scores"
    " nothing, but its holder wins a tie for the win.",
    part="expansion",
    title="A coin that rich fields claim and a blue bean defends; its holder draws four",
    players=(3, 4, 5),
    clashes=("new_beans", "field_beans"),
    data=lambda tables: {
        "claim_at": _needed(tables.players),
        "kept_by": BEANS[BLUE].name,
        "draws": DRAWS,
    },
    pieces=(
        Piece(HOLDER, EVERYONE, start=0),
        Piece(FAILED, EVERYONE, start=0),
        Piece(DRAWN, EVERYONE, cards=True, start=b""),
    ),
    events=(
        EventKind("coin_claimed", "seat claims the coin"),
        EventKind("coin_passed", "the coin goes to seat"),
        EventKind("coin_resisted", "seat resisted: card, at hand place hand, was shown and taken"),
        EventKind("coin_kept", "seat keeps the coin; no other claim in this turn"),
    ),
    steps=(AskHolder(), PlantCoinCard()),
    free=(FreeChoice("claim_coin", ClaimCoin, _choices, _check, _claim),),
    folds=(Fold("draw", "replace", _draw),),
    after=(After("deal", _deal),),
    ties=_ties,
)
