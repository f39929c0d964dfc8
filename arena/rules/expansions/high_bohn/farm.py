"""Farm 2: soy in a field begun with another kind, and how such a field is harvested (HB9)."""

from typing import Any, Final, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE
from arena.rules.choices import Choice
from arena.rules.expansions.high_bohn.buildings import owns
from arena.rules.expansions.high_bohn.fields import is_stew
from arena.rules.free_choices.harvest import HarvestAll, harvest, worth
from arena.rules.game import FreeChoice, Game, Tables
from arena.rules.hooks import TO_HARVEST
from arena.rules.rule import Rule
from arena.rules.shared_rules import OTHER_KIND

SOY: Final = KIND["soy"]
COMMON: Final = 14  # soy may join kinds of which at least this many are printed


class HarvestFarm(NamedTuple):
    """Harvest a field of the farm; `soy` of its coins are soy cards (HB9)."""

    field: int
    soy: int
    do: str = "harvest_farm"


def _soy_joins(game: Game, seat: int, card: int, field: int) -> bool:
    cards = game.fields[seat][field]
    return card == SOY and owns(game, seat, "farm_2") and BEANS[cards[0]].copies >= COMMON


def _soy_coins(game: Game, seat: int, field: int) -> range:
    """Return how many coins of a field may be soy cards."""
    cards = game.fields[seat][field]
    coins = worth(game, seat, field)
    soy = cards.count(SOY)
    return range(max(0, coins - (len(cards) - soy)), min(coins, soy) + 1)


def _asks(game: Game, seat: int, field: int) -> bool:
    """Return True if the owner must say which coins of the field are soy."""
    return (
        SOY in game.fields[seat][field]
        and not is_stew(game, seat, field)
        and len(_soy_coins(game, seat, field)) > 1
    )


def _needs_soy(game: Game, seat: int, field: int) -> str | None:
    if _asks(game, seat, field):
        return "say how many of its coins are soy, with harvest_farm (HB9)"
    return None


class HarvestOnFarm(FreeChoice):
    """Harvesting a field whose coins may be soy or not (HB9)."""

    record = HarvestFarm

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the possible numbers of soy coins, field by field."""
        # A field with two kinds has two cards or more, so it is never protected.
        listed: list[Choice] = []
        for field, cards in enumerate(game.fields[seat]):
            if SOY in cards and _asks(game, seat, field):
                listed += [HarvestFarm(field, soy) for soy in _soy_coins(game, seat, field)]
        return listed

    def check(self, game: Game, seat: int, choice: HarvestFarm) -> str | None:
        """Refuse a field that leaves no choice, or an impossible number."""
        field = choice.field
        if not 0 <= field < len(game.fields[seat]) or not _asks(game, seat, field):
            return "the coins of that field leave no choice: use harvest (HB9)"
        lawful = _soy_coins(game, seat, field)
        if choice.soy not in lawful:
            return (
                f"between {lawful.start} and {lawful.stop - 1} coins of that field may be soy (HB9)"
            )
        return None

    def apply(self, game: Game, seat: int, choice: HarvestFarm) -> None:
        """Harvest the field with that many soy coins."""
        field, soy, _ = choice
        begun = game.fields[seat][field][0]
        others = worth(game, seat, field) - soy
        harvest(game, seat, field, ONE[SOY] * soy + ONE[begun] * others)


HARVEST_ON_FARM = HarvestOnFarm()


def _data(tables: Tables) -> dict[str, Any]:
    return {
        "adds": BEANS[SOY].name,
        "to": [name for name in tables.deck if BEANS[KIND[name]].copies >= COMMON],
    }


FARM_2 = Rule(
    name="farm_2",
    cites="HB9 HB-farm-2",
    text="You may add soy beans to a field of yours begun with a kind of which 14 or more are"
    " printed. It counts as that kind, and takes both until it is harvested; you may grow a soy"
    " field beside it. You say how many of its coins are soy cards; these lie lowest. Of either"
    " kind, the cards planted last become the coins.",
    data=_data,
    refuse=(TO_HARVEST.refuse("needs_soy", _needs_soy),),
    waive=(OTHER_KIND.waive(_soy_joins),),
    free=(HARVEST_ON_FARM,),
)


class HarvestAllAsking(HarvestAll):
    """The final harvests, in which the owner of a farm field chooses its coins (B13, HB9)."""

    ask = "harvest_farm"
    free = False
    records = (HarvestFarm,)

    def harvest_field(self, game: Game, seat: int, at: int) -> None:
        """Ask about a farm field that leaves a choice; harvest any other."""
        if _asks(game, seat, at):
            game.ask(seat)
        else:
            super().harvest_field(game, seat, at)

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the harvests that need a choice."""
        return HARVEST_ON_FARM.choices(game, seat)

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Harvest as chosen."""
        assert isinstance(choice, HarvestFarm)
        HARVEST_ON_FARM.apply(game, seat, choice)
