"""Harvesting (B9) and the protection of single beans (B10)."""

from arena.rules.cards import without
from arena.rules.choices import HARVEST, Choice, Harvest
from arena.rules.game import FreeChoice, Game, Step, Tables
from arena.rules.hooks import HARVEST_COINS, HARVESTED, TO_HARVEST
from arena.rules.rule import Rule
from arena.rules.state import replaced
from arena.rules.steps.planting import no_such_field


def worth(game: Game, seat: int, at: int) -> int:
    """Return the coins that `seat` would earn by harvesting field `at` now; 0 if it is empty."""
    cards = game.fields[seat][at]
    if not cards:
        return 0
    coins = game.book.earns[cards[0]]
    # Only a field with soy from farm 2 holds more cards than its beanometer counts.
    earned = coins[len(cards)] if len(cards) < len(coins) else coins[-1]
    # Not by `Game.fold`: this runs for every field at every decision.
    for change in game.changes(HARVEST_COINS):
        earned = change(earned, game, seat, at)
    return earned


def harvest(game: Game, seat: int, at: int, coins: bytes | None = None) -> None:
    """Harvest field `at`: some cards become coins, the rest are discarded (B9).

    `coins` names the cards that become coins, bottom first, where their kinds are a choice; by
    default they are the cards planted last.
    """
    fields = game.fields[seat]
    cards = fields[at]
    if coins is None:
        kept = len(cards) - worth(game, seat, at)
        coins, rest = cards[kept:], cards[:kept]
    else:
        rest = cards
        for coin in coins:
            rest = without(rest, rest.rindex(coin))
    game.coins[seat] += coins
    game.discard += rest
    game.fields[seat] = replaced(fields, at, b"")
    game.tell({"event": "harvested", "seat": seat, "field": at, "cards": cards, "coins": coins})
    game.react(HARVESTED, seat, at, cards, coins)


def protected(game: Game, seat: int, at: int) -> str | None:
    """Refuse to harvest a single bean while another field has more than one (B10)."""
    fields = game.fields[seat]
    if len(fields[at]) == 1:
        for cards in fields:
            if len(cards) > 1:
                return "a field with one card is protected while another of yours has more (B10)"
    return None


class HarvestField(FreeChoice):
    """Harvesting one of your fields (B9)."""

    record = Harvest

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the fields that may be harvested: the best paid first, then the smallest loss."""
        fields = game.fields[seat]
        reasons = game.reasons(TO_HARVEST)
        ripe: list[int] = []
        for at, cards in enumerate(fields):
            if cards:
                for reason in reasons:
                    if reason(game, seat, at) is not None:
                        break
                else:
                    ripe.append(at)
        if len(ripe) > 1:
            ranked = [(-worth(game, seat, at), len(fields[at]), at) for at in ripe]
            ranked.sort()
            return [HARVEST[at] for _, _, at in ranked]
        return [HARVEST[at] for at in ripe]

    def check(self, game: Game, seat: int, choice: Harvest) -> str | None:
        """Refuse a field that does not exist, is empty or is protected."""
        missing = no_such_field(game, seat, choice.field)
        if missing is not None:
            return missing
        if not game.fields[seat][choice.field]:
            return "that field is empty"
        return game.refuses(TO_HARVEST, seat, choice.field)

    def apply(self, game: Game, seat: int, choice: Harvest) -> None:
        """Harvest the field."""
        harvest(game, seat, choice.field)


class HarvestAll(Step):
    """The end: all fields are harvested, the active player's first, without protection (B13)."""

    name = "harvest_all"

    def resume(self, game: Game) -> None:
        """Harvest the next field, or leave when all are empty."""
        for seat in game.clockwise():
            for at, cards in enumerate(game.fields[seat]):
                if cards:
                    # One at a time: a rule that reacts may have something to ask first.
                    self.harvest_field(game, seat, at)
                    return
        game.leave()

    def harvest_field(self, game: Game, seat: int, at: int) -> None:
        """Harvest one field, or ask how."""
        harvest(game, seat, at)


PROTECTED = TO_HARVEST.refuse("protected", protected)


def _text(tables: Tables) -> str:
    when = "at any time, also out of turn" if tables.windows else "but only on your own turn"
    return (
        f"You may harvest a whole field, {when}: as many of its cards as its beanometer pays become"
        " coins, on top of your coin pile; the rest are discarded."
    )


HARVESTING = Rule(name="harvest", cites="B9", text=_text, free=(HarvestField(),))

PROTECTION = Rule(
    name="protection",
    cites="B10",
    text="You cannot harvest a field with one card while you have a field with more than one.",
    refuse=(PROTECTED,),
)
