"""Magpies: cards that are never planted, and steal when played from the hand (M1–M4)."""

from typing import Final, NamedTuple

from arena.rules.cards import KIND, ONE
from arena.rules.choices import PASS, Choice
from arena.rules.events import EventKind
from arena.rules.game import CardPlace, Game, Step, Tables
from arena.rules.hooks import TO_PLANT
from arena.rules.rule import Rule
from arena.rules.state import EVERYONE, Piece, replaced
from arena.rules.steps.planting import discard, plant
from arena.rules.steps.sequence import EndIfEmpty, with_steps

MAGPIE: Final = KIND["magpie"]
MOST_ROBBED: Final = 2  # seats that one magpie steals from
# The piece that counts the turns in a row that began with nothing to draw.
IDLE: Final = "idle_turns"


class PlayMagpie(NamedTuple):
    """Discard a magpie that is due in step 1, then steal (M2)."""

    card: int = MAGPIE
    do: str = "play_magpie"


class KeepMagpie(NamedTuple):
    """Take a magpie that is due elsewhere to the back of the hand (M3)."""

    card: int = MAGPIE
    do: str = "keep_magpie"


class Steal(NamedTuple):
    """Take one bean from `field` of `seat` and plant it in your field `into` (M2)."""

    seat: int
    field: int
    into: int
    do: str = "steal"


class Stealing(Step):
    """Stealing one bean each from fields of up to two other players (M2); nobody acts in between.

    Memory: the seats stolen from, as bits.
    """

    name = "steal"
    ask = "steal"
    memory = (0,)
    free = False
    records = (Steal,)

    def applies(self, game: Game) -> bool:
        """Return True while there is anything left to steal."""
        robbed = game.memory[0]
        # Stopping is always listed; alone it is no question.
        return robbed.bit_count() < MOST_ROBBED and len(self.choices(game, game.active)) > 1

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List stopping, and each bean that can be stolen for a field of its kind."""
        robbed = game.memory[0]
        listed: list[Choice] = [PASS]
        for other, fields in enumerate(game.fields):
            if other == seat or robbed >> other & 1:
                continue
            for at, cards in enumerate(fields):
                if cards:
                    listed += [
                        Steal(other, at, into)
                        for into, grown in enumerate(game.fields[seat])
                        if grown[:1] == cards[-1:]
                    ]
        return listed

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Move the bean, or stop."""
        if not isinstance(choice, Steal):
            game.leave()
            return
        game.remember(game.memory[0] | 1 << choice.seat)
        fields = game.fields[choice.seat]
        cards = fields[choice.field]
        game.fields[choice.seat] = replaced(fields, choice.field, cards[:-1])
        game.tell(
            {
                "event": "stole",
                "seat": seat,
                "with": choice.seat,
                "field": choice.field,
                "card": cards[-1],
            }
        )
        plant(game, seat, cards[-1], choice.into, "stolen")


class Played(CardPlace):
    """The discard pile, for a magpie that steals (M2)."""

    record = PlayMagpie

    def refuse(self, game: Game, seat: int, step: str, card: int) -> str | None:
        """Refuse any other card, or another step."""
        if card == MAGPIE and step == "plant":
            return None
        return "only a magpie that is due in step 1 is played (M2)"

    def apply(self, game: Game, seat: int, choice: PlayMagpie, origin: str) -> None:
        """Discard the magpie, and begin to steal."""
        discard(game, seat, ONE[MAGPIE], origin)
        game.push("steal")


class Kept(CardPlace):
    """The hand, for a magpie due after step 1 (M3)."""

    record = KeepMagpie

    def refuse(self, game: Game, seat: int, step: str, card: int) -> str | None:
        """Refuse any other card, or step 1."""
        if card == MAGPIE and step != "plant":
            return None
        return "only a magpie that is due after step 1 is taken into the hand (M3)"

    def apply(self, game: Game, seat: int, choice: KeepMagpie, origin: str) -> None:
        """Put the magpie at the back of the hand."""
        game.hands[seat] += ONE[MAGPIE]
        game.tell({"event": "kept", "seat": seat, "card": MAGPIE, "from": origin})


def _never_planted(game: Game, seat: int, card: int, field: int) -> str | None:
    return "magpies are never planted (M1)" if card == MAGPIE else None


class EndIfIdle(Step):
    """The end of the game after a whole round with nothing to draw and only magpies in the hands.

    Magpies in hand keep the game going (B12), and traded round and round they would do so forever.
    """

    name = "end_if_idle"
    listed = False

    def resume(self, game: Game) -> None:
        """Count idle turns; end the game after a whole round with only magpies in the hands."""
        game.leave()
        before = game.extra[IDLE]
        idle = before + 1 if not game.draw_pile and not game.discard else 0
        if idle != before:
            game.extra[IDLE] = idle
            game.tell({"event": "idle", "seat": game.active, "turns": idle})
        # Beyond a round: every seat has had a turn since the first that began with nothing to draw.
        if idle > game.book.players and not set(b"".join(game.hands)) - {MAGPIE}:
            game.finish()


def _edit(tables: Tables) -> Tables:
    """Add six magpies, and the end with only magpies in the hands next to the one without beans."""
    turn = with_steps(tables.turn, EndIfEmpty, EndIfIdle())
    return tables.change(deck={**tables.deck, "magpie": 6}, turn=turn)


def _text(tables: Tables) -> str:
    duel = tables.players == 2
    victims = "a field of your opponent" if duel else "fields of up to two other players"
    return (
        "Six magpies are shuffled in; they are never planted. One that is due in step 1 is played:"
        f" it is discarded, and you may take one bean {'' if duel else 'each '}from {victims} for a"
        " field of yours that already grows its kind; protection does not apply, and nobody acts in"
        " between. One that is due at any other time goes to the back of your hand."
        + (" A magpie that is discarded in any other way steals nothing." if duel else "")
        + (_IDLE_END if any(isinstance(step, EndIfIdle) for step in tables.turn) else "")
    )


_IDLE_END = (
    " A magpie in hand keeps the game going as a bean does, until a whole round of turns has begun"
    " with nothing to draw and nothing but magpies in the hands."
)


MAGPIES = Rule(
    name="magpie",
    cites="M1 M2 M3",
    text=_text,
    part="expansion",
    title="Six magpies that steal from the others' fields",
    welcome=("play_magpie", "keep_magpie", "steal"),
    data=lambda tables: {"kind": "magpie", "steals_from": MOST_ROBBED},
    pieces=(Piece(IDLE, EVERYONE, start=0),),
    events=(EventKind("stole"), EventKind("idle"), EventKind("kept")),
    steps=(Stealing(),),
    places=(Played(), Kept()),
    refuse=(TO_PLANT.refuse("never_planted", _never_planted),),
    edit=_edit,
)
