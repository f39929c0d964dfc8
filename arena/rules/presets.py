"""The games: for each preset its tables by number of players, and its rules."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from arena.rules.basic_game import TURN_ENDING_AT_ONCE, WHOLE_DECK, basic_tables, rio_grande_tables
from arena.rules.cards import BASE, RIO_GRANDE_COCOA, deck_of
from arena.rules.expansions.bean_coin import BEAN_COIN
from arena.rules.expansions.duel.game import (
    DUEL_ENDING,
    NEW_DUEL_RULES,
    NEW_TURN,
    OLD_DUEL_RULES,
    OLD_TURN,
)
from arena.rules.expansions.field_beans import FIELD_BEANS
from arena.rules.expansions.high_bohn.game import COGNAC, high_bohn_rules, high_bohn_tables
from arena.rules.expansions.magpie import MAGPIES
from arena.rules.expansions.new_beans import NEW_BEANS
from arena.rules.expansions.plus.game import PLUS_OPTIONS, plus_rules, plus_tables
from arena.rules.free_choices.third_field import FIELD_OPTIONS, THIRD_FIELD
from arena.rules.game import Tables
from arena.rules.rule import Rule, VariantError
from arena.rules.shared_rules import (
    BASICS,
    ENDING,
    ENDING_AT_ONCE,
    OWN_KIND_ONCE,
    TIES_BY_HAND,
    TIES_BY_SEAT,
    TIES_SHARED,
)


class Preset(NamedTuple):
    """A named game; `tables` and `rules` are functions of the number of players."""

    name: str
    title: str
    book: str
    players: tuple[int, ...]
    tables: Callable[[int], Tables]
    rules: Callable[[int], tuple[Rule, ...]]
    parts: tuple[str, ...] = ()  # the options and expansions that go with it

    def __deepcopy__(self, memo: Any) -> "Preset":
        return self


def _rio_grande_duel(players: int) -> Tables:
    return basic_tables(players).change(
        deck=deck_of(WHOLE_DECK),
        meters={"cocoa": RIO_GRANDE_COCOA},
        price=3,
        turn_over=3,
        draw=2,
        turn=OLD_TURN,
        ending=DUEL_ENDING,
    )


def _anniversary_duel(players: int) -> Tables:
    kinds = [name for name in (*BASE, "brandy", "coffee") if name != "garden"]
    return basic_tables(players).change(
        deck=deck_of(kinds),
        fields=3,
        turn_over=3,
        draw=2,
        last=1,
        turn=NEW_TURN,
        ending=DUEL_ENDING,
    )


PRESETS: tuple[Preset, ...] = (
    Preset(
        "classic",
        "The first Bohnanza",
        "AMIGO, 1997",
        (3, 4, 5),
        lambda players: basic_tables(players).change(price=3, turn=TURN_ENDING_AT_ONCE),
        lambda players: (*BASICS, ENDING_AT_ONCE, OWN_KIND_ONCE, THIRD_FIELD, TIES_SHARED),
        parts=tuple(option.name for option in FIELD_OPTIONS),
    ),
    Preset(
        "rio_grande",
        "Bohnanza with the larger deck",
        "Rio Grande, 2000",
        (3, 4, 5, 6, 7),
        rio_grande_tables,
        lambda players: (
            *BASICS,
            ENDING,
            OWN_KIND_ONCE,
            *((THIRD_FIELD,) if players > 3 else ()),
            TIES_BY_HAND,
        ),
    ),
    Preset(
        "anniversary",
        "Bohnanza as it is sold today",
        "AMIGO, 25th anniversary, 2022",
        (3, 4, 5),
        lambda players: basic_tables(players).change(fields=3 if players == 3 else 2),
        lambda players: (*BASICS, ENDING, TIES_BY_SEAT),
        parts=("new_beans", "field_beans", "bean_coin", "magpie"),
    ),
    Preset(
        "high_bohn",
        "Coins buy buildings, which have powers",
        "Rio Grande, High Bohn, 2004",
        (3, 4, 5),
        high_bohn_tables,
        high_bohn_rules,
        parts=("cognac",),
    ),
    Preset(
        "plus",
        "Orders to fill, and field beans",
        "Rio Grande, Bohnanza Plus, 2004",
        (3, 4, 5, 6, 7),
        plus_tables,
        plus_rules,
        parts=tuple(option.name for option in PLUS_OPTIONS),
    ),
    Preset(
        "rio_grande_duel",
        "The old duel: offers instead of trades",
        "Rio Grande, 2000",
        (2,),
        _rio_grande_duel,
        lambda players: (*OLD_DUEL_RULES, OWN_KIND_ONCE, THIRD_FIELD, TIES_BY_HAND),
        parts=("magpie",),
    ),
    Preset(
        "anniversary_duel",
        "The new duel: offers by kind",
        "AMIGO, 25th anniversary, 2022",
        (2,),
        _anniversary_duel,
        lambda players: (*NEW_DUEL_RULES, TIES_BY_SEAT),
        parts=("magpie",),
    ),
)


PARTS: tuple[Rule, ...] = (
    *FIELD_OPTIONS,
    NEW_BEANS,
    FIELD_BEANS,
    BEAN_COIN,
    MAGPIES,
    COGNAC,
    *PLUS_OPTIONS,
)


def preset_named(name: str) -> Preset:
    """Return the preset of that name.

    Raises:
        VariantError: There is none; the message suggests the nearest name, or lists them all.
    """
    known = {preset.name: preset for preset in PRESETS}
    if name in known:
        return known[name]
    hint = did_you_mean(name, known) or f" Choose one of {', '.join(known)}."
    raise VariantError(f"There is no game called {name!r}.{hint}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question suggesting the nearest known name, or "" if none is near."""
    near = get_close_matches(name.lower(), known, n=1)
    return f" Did you mean {near[0]}?" if near else ""
