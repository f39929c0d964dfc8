"""The AMIGO bean coin: claimed by rich fields, defended by a blue bean (C1–C5)."""

from typing import Final, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE, without
from arena.rules.chance import pick
from arena.rules.choices import PASS, CardAt, Choice
from arena.rules.events import EventKind
from arena.rules.free_choices.harvest import worth
from arena.rules.game import FreeChoice, Game, Step, Tables
from arena.rules.hooks import DEALT, DRAW_COUNT
from arena.rules.offers import cards_left
from arena.rules.rule import Rule
from arena.rules.state import EVERYONE, Piece
from arena.rules.steps.planting import DueCards

BLUE: Final = KIND["blue"]
HOLDER: Final = "coin_holder"
# The turn of the last failed claim: no other may follow in the same turn (C3).
FAILED: Final = "coin_claim_failed"
DRAWS = {"holder": 4, "others": 3, "worthless": 2}  # cards in step 4 (C4)
DRAWN: Final = "coin_card"  # the card shown, until the claimant has planted it


class ClaimCoin(NamedTuple):
    """Claim the bean coin (C2)."""

    do: str = "claim_coin"


class Resist(NamedTuple):
    """Let the claimant draw a card from your hand (C3)."""

    do: str = "resist"


def fields_worth(game: Game, seat: int) -> int:
    """Return the coins that all fields of `seat` together would earn now."""
    return sum(worth(game, seat, at) for at in range(len(game.fields[seat])))


def _needed(players: int) -> int:
    return 6 if players == 3 else 5


class Claiming(FreeChoice):
    """Claiming the coin (C2)."""

    record = ClaimCoin

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the claim if it is legal."""
        return [ClaimCoin()] if self.check(game, seat, ClaimCoin()) is None else []

    def check(self, game: Game, seat: int, choice: ClaimCoin) -> str | None:
        """Refuse a claim out of turn, after a failed one, or with fields worth too little."""
        if seat != game.active:
            return "you may claim the coin on your own turn only (C2)"
        if game.extra[HOLDER] == seat:
            return "you hold the coin already"
        if game.extra[FAILED] == game.turn:
            return "your claim has failed this turn: wait for your next (C3)"
        needed = _needed(game.book.players)
        if fields_worth(game, seat) < needed:
            return f"to claim the coin your fields must be worth {needed} coins (C2)"
        return None

    def apply(self, game: Game, seat: int, choice: ClaimCoin) -> None:
        """Take the coin, or ask its holder to resist if they have cards in hand."""
        game.tell({"event": "coin_claimed", "seat": seat})
        if game.hands[game.extra[HOLDER]]:
            game.push("resist")
        else:
            _pass_coin(game)


def _pass_coin(game: Game) -> None:
    game.extra[HOLDER] = game.active
    game.tell({"event": "coin_passed", "seat": game.active})


class AskHolder(Step):
    """The question to the holder, who may show a random card of the hand to resist (C3)."""

    name = "resist"
    ask = "resist"
    free = False
    records = (Resist,)

    def resume(self, game: Game) -> None:
        """Ask the holder."""
        game.asked = (game.extra[HOLDER],)

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List giving the coin up and resisting."""
        return [PASS, Resist()]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Pass the coin, or draw the card that decides."""
        game.leave()
        if not isinstance(choice, Resist):
            _pass_coin(game)
            return
        hand = game.hands[seat]
        place = pick(len(hand), game.seed, "coin", game.turn)
        card = hand[place]
        game.hands[seat] = without(hand, place)
        game.extra[DRAWN] = ONE[card]
        game.tell({"event": "coin_resisted", "seat": seat, "hand": place, "card": card})
        # An offer that stands may have named it, or cards behind it.
        cards_left(game, {seat: (CardAt("hand", place, card),)})
        if card == BLUE:
            game.extra[FAILED] = game.turn
            game.tell({"event": "coin_kept", "seat": seat, "turn": game.turn})
        else:
            _pass_coin(game)
        game.push("plant_coin_card")


class PlantCoinCard(DueCards):
    """Planting the card shown at once, harvesting if needed, by the active player (C3)."""

    name = "plant_coin_card"
    ask = "plant_coin_card"
    origin = "coin_card"

    def due(self, game: Game, seat: int) -> bytes:
        """Return the card shown."""
        card: bytes = game.extra[DRAWN]
        return card

    def take(self, game: Game, seat: int, card: int) -> int:
        """Remove the card shown."""
        game.extra[DRAWN] = b""
        return 1


def _deal(game: Game, seat: int) -> None:
    game.extra[HOLDER] = game.book.players - 1  # right of the starting player (C1)


def _draw(value: int, game: Game, seat: int) -> int:
    if game.extra[HOLDER] == seat:
        return DRAWS["holder"]
    return DRAWS["others" if fields_worth(game, seat) else "worthless"]


def _ties(game: Game, tied: list[int]) -> list[int]:
    holder = game.extra[HOLDER]
    return [holder] if holder in tied else tied


def _text(tables: Tables) -> str:
    worth = _needed(tables.players)
    return (
        "The player to the right of the starting player begins with the bean coin. On your turn,"
        f" before step 4, you may claim it while your fields together are worth {worth} coins or"
        " more. A holder with cards in hand may resist: a random one of them is shown. If"
        " it is blue, the holder keeps the coin, and you cannot claim it again this turn. Either"
        " way you plant that card at once. In step 4 a holder draws four cards to the back of the"
        " hand, one at a time; others draw three, or two if their fields are worth nothing. The"
        " coin scores nothing, but a holder who is tied for the win wins it."
    )


BEAN_COIN = Rule(
    name="bean_coin",
    cites="C1 C2 C3 C4 C5",
    text=_text,
    part="expansion",
    title="A coin that rich fields claim and blue beans defend; its holder draws four cards",
    players=(3, 4, 5),
    clashes=("new_beans", "field_beans"),
    removes=("draw",),
    welcome=("claim_coin",),
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
        EventKind("coin_claimed"),
        EventKind("coin_passed"),
        EventKind("coin_resisted"),
        EventKind("coin_kept"),
    ),
    steps=(AskHolder(), PlantCoinCard()),
    free=(Claiming(),),
    folds=(DRAW_COUNT.fold("replace", _draw),),
    after=(DEALT.then(_deal),),
    ties=_ties,
)
