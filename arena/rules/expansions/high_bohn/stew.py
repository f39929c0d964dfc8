"""The bean stews of saloon 3 and 4 (HB7)."""

from typing import NamedTuple

from arena.rules.choices import Choice
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import STEWS, UNDER, owns
from arena.rules.expansions.high_bohn.fields import is_stew, special_field
from arena.rules.game import CardPlace, Game
from arena.rules.hooks import HARVESTED, Moment
from arena.rules.rule import Rule
from arena.rules.steps.planting import no_such_field, plant

STEW_EARNED: Moment[bytes] = Moment("stew_earned")  # its coins


class PlantStew(NamedTuple):
    """Plant a card in a stew, or make one of a field with a single other card (HB7)."""

    card: int
    field: int
    do: str = "plant_stew"


def _has_saloon(game: Game, seat: int) -> bool:
    return owns(game, seat, "saloon_3") or owns(game, seat, "saloon_4")


def _refuse_stew(game: Game, seat: int, card: int, field: int) -> str | None:
    if not _has_saloon(game, seat):
        return "a stew needs saloon 3 or 4 (HB7)"
    missing = no_such_field(game, seat, field)
    if missing is not None:
        return missing
    cards = game.fields[seat][field]
    if special_field(game, seat, field) is not None:
        return "a restricted field holds no stew (HB7)"
    if card in cards:
        return "a stew has at most one card of a kind (HB7)"
    if not is_stew(game, seat, field) and len(cards) != 1:
        return "a stew begins in a field with a single card (HB7)"
    return None


class InStew(CardPlace):
    """A stew, or a field that becomes one (HB7)."""

    record = PlantStew

    def choices(self, game: Game, seat: int, step: str, card: int) -> list[Choice]:
        """List the fields where the card may join or begin a stew."""
        if not _has_saloon(game, seat):
            return []
        return [
            PlantStew(card, at)
            for at in range(len(game.fields[seat]))
            if _refuse_stew(game, seat, card, at) is None
        ]

    def check(self, game: Game, seat: int, step: str, choice: PlantStew) -> str | None:
        """Refuse a field where the card may not be added."""
        return _refuse_stew(game, seat, choice.card, choice.field)

    def apply(self, game: Game, seat: int, choice: PlantStew, origin: str) -> None:
        """Note a new stew, and plant the card."""
        stews = game.extra[STEWS][seat]
        if choice.field not in stews:
            game.put(STEWS, tuple(sorted((*stews, choice.field))), seat)
            game.tell({"event": "stew_begun", "seat": seat, "field": choice.field})
        plant(game, seat, choice.card, choice.field, origin)


def _stew_harvested(game: Game, seat: int, field: int, cards: bytes, coins: bytes) -> None:
    stews = game.extra[STEWS][seat]
    if field not in stews:
        return
    game.put(STEWS, tuple(at for at in stews if at != field), seat)
    # The harvest has just laid them on top of the coin pile; they belong under the saloon.
    kept = len(game.coins[seat]) - len(coins)
    game.coins[seat] = game.coins[seat][:kept]
    game.put(UNDER, game.extra[UNDER][seat] + coins, seat)
    game.tell({"event": "stew_earned", "seat": seat, "field": field, "coins": coins})
    if coins:
        game.react(STEW_EARNED, seat, coins)


STEW = Rule(
    name="stew",
    cites="HB7",
    text="With saloon 3 or 4 you may grow stews in ordinary fields: a bean joins a single bean of"
    " another kind, then others, at most one card of each kind. The coins of a stew, the cards"
    " planted last, lie under the saloon: you cannot spend them, but they count at the end.",
    events=(EventKind("stew_begun"), EventKind("stew_earned")),
    places=(InStew(),),
    after=(HARVESTED.then(_stew_harvested),),
)
