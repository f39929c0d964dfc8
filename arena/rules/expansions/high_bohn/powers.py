"""The powers that change numbers: beanometers, prices, limits, protection, jail 4 (HB)."""

from collections.abc import Callable
from typing import Final

from arena.rules.cards import BEANS, KIND, ONE, earns, without
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import BUILDINGS, OWNED, owner_of, owns
from arena.rules.expansions.high_bohn.farm import SOY
from arena.rules.expansions.high_bohn.fields import is_stew
from arena.rules.free_choices.harvest import PROTECTED
from arena.rules.game import Game
from arena.rules.hooks import FIELD_PRICE, HARVEST_COINS, HARVESTED, PLANT_LIMIT, SCORE
from arena.rules.rule import Rule

BLUE: Final = KIND["blue"]
GARDEN: Final = KIND["garden"]
MOST_IN_A_FIELD = 34  # all 22 cognacs and, with farm 2, all 12 soys
EXACTLY: Final = 4  # coins: farm 4 makes them five


def _scale(building: str, *needed: int, least: int = 1) -> Rule:
    """Return a rule that replaces the beanometer of a building's bean.

    `needed` are the cards for `least` coins, one coin more, and so on.
    """
    bean = BUILDINGS[building].bean
    return _beanometer(
        building,
        f"{BEANS[bean].name.capitalize()} beans earn ",
        dict(enumerate(needed, start=least)),
        lambda game, seat, field: (
            game.fields[seat][field][0] == bean and not is_stew(game, seat, field)
        ),
    )


def _stew_scale(building: str, *needed: int) -> Rule:
    meter = dict(enumerate(needed, start=1))
    return _beanometer(building, "You may grow stews, which earn ", meter, is_stew)


def _beanometer(
    building: str, text: str, meter: dict[int, int], applies: Callable[[Game, int, int], bool]
) -> Rule:
    table = earns(meter, MOST_IN_A_FIELD)

    def change(value: int, game: Game, seat: int, field: int) -> int:
        # Hot: this runs for every field at every decision, so it does without a call of `owns`.
        if building in game.extra[OWNED][seat] and applies(game, seat, field):
            return table[len(game.fields[seat][field])]
        return value

    coins, cards = ", ".join(map(str, meter)), ", ".join(map(str, meter.values()))
    return Rule(
        building,
        f"HB-{building.replace('_', '-')}",
        f"{text}{coins} coins for {cards} cards.",
        data=lambda tables: {"earns": earns(meter, max(meter.values()))},
        folds=(HARVEST_COINS.fold("replace", change, key=building),),
    )


def _tipi(building: str, share: int) -> Rule:
    """Return the rule of a tipi: at the end, one more coin for every `share` (HB5).

    Coins under buildings count as well.
    """

    def change(value: int, game: Game, seat: int) -> int:
        return value + value // share if owns(game, seat, building) else value

    return Rule(
        building,
        f"HB-{building.replace('_', '-')}",
        f"At the end, one more coin for every {share} coins you have, including those under"
        " buildings.",
        data=lambda tables: {"one_more_for": share},
        folds=(SCORE.fold("add", change),),
    )


def _third_field_for_one(value: int, game: Game, seat: int) -> int:
    return 1 if owns(game, seat, "mine_2") else value


def _third_plant(value: int, game: Game, seat: int) -> int:
    return value + 1 if owns(game, seat, "farm_3") else value


def _four_is_five(value: int, game: Game, seat: int, field: int) -> int:
    return value + 1 if value == EXACTLY and owns(game, seat, "farm_4") else value


def _jail_bonus(game: Game, seat: int, field: int, cards: bytes, coins: bytes) -> None:
    """Give one more card of a harvest of blue that earns something to jail 4 (HB9)."""
    owner = owner_of(game, "jail_4")
    # A stew that earns has cards of at least three kinds, so it never counts as blue.
    blue = cards[:1] == ONE[BLUE] and not set(cards) - {BLUE, SOY}
    left = len(cards) - len(coins)
    if owner is None or not blue or not coins or not left:
        return
    rest = game.discard[len(game.discard) - left :]
    card = BLUE if BLUE in rest else SOY
    at = len(game.discard) - left + rest.rindex(card)
    game.discard = without(game.discard, at)
    game.coins[owner] += ONE[card]
    game.tell({"event": "jail_coin", "seat": owner, "card": card})


MINE_3 = _scale("mine_3", 1, 2, 3)

POWERS: tuple[Rule, ...] = (
    Rule(
        "farm_3",
        "HB-farm-3",
        # [R] A power works "as soon as he buys it", and this one is for "three bean cards in phase
        # 1"; the book doesn't say when that phase ends. Here a step ends with its last card, before
        # the window in which this may be bought (T4).
        "You may plant a third card in step 1. If you buy this after your second card, it waits for"
        " your next turn, by the arena's own ruling.",
        data=lambda tables: {"plants": 3},
        folds=(PLANT_LIMIT.fold("add", _third_plant),),
    ),
    Rule(
        "farm_4",
        "HB-farm-4",
        "If a harvest would earn exactly four coins, it earns five.",
        data=lambda tables: {"worth": EXACTLY, "earns": EXACTLY + 1},
        # Five coins never exceed the cards: every beanometer needs five or more for four coins.
        folds=(HARVEST_COINS.fold("add", _four_is_five),),
    ),
    _stew_scale("saloon_3", 3, 6, 7, 8),
    _stew_scale("saloon_4", 3, 5, 6, 7, 8),
    Rule(
        "mine_2",
        "HB-mine-2",
        lambda tables: (
            "No power here: three players have three fields from the start."
            if tables.price is None
            else "The third field costs you one coin."
        ),
        data=lambda tables: {"third_field_price": 1},
        folds=(FIELD_PRICE.fold("replace", _third_field_for_one),),
    ),
    Rule(
        "mine_3",
        "HB-mine-3",
        "Garden beans earn 1, 2, 3 coins for 1, 2, 3 cards; a single one is not protected from your"
        " harvest.",
        data=MINE_3.data,
        folds=MINE_3.folds,
        waive=(
            PROTECTED.waive(
                lambda game, seat, field: (
                    owns(game, seat, "mine_3") and game.fields[seat][field] == ONE[GARDEN]
                )
            ),
        ),
    ),
    _tipi("tipi_2", 8),
    _tipi("tipi_3", 6),
    _tipi("tipi_4", 5),
    _scale("blacksmith_3", 3, 5, 6, 7),
    Rule(
        "blacksmith_4",
        "HB-blacksmith-4",
        "Your single beans are not protected from your harvest.",
        waive=(PROTECTED.waive(lambda game, seat, field: owns(game, seat, "blacksmith_4")),),
    ),
    _scale("jail_2", 3, 5, 7, 9),
    _scale("jail_3", 4, 6, 8, 10, least=2),
    Rule(
        "jail_4",
        "HB-jail-4",
        "Whenever anyone's harvest of blue beans earns a coin, you take one more of its cards, a"
        " blue one if any is left, as a coin.",
        events=(EventKind("jail_coin"),),
        after=(HARVESTED.then(_jail_bonus),),
    ),
)
COGNAC_SCALE = _scale("distillery_4", 3, 5, 7, 8)
