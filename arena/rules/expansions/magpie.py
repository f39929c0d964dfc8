"""Magpies: cards that are never planted, and steal when played from the hand (M1–M4)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import KIND, ONE
from arena.rules.choices import PASS, Choice
from arena.rules.events import Event, EventKind
from arena.rules.rule import Place, Refusal, Rule, Tables
from arena.rules.state import EVERYONE, Piece, State, replaced
from arena.rules.steps.planting import plant
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

MAGPIE = KIND["magpie"]
MOST_ROBBED = 2  # other players, by one magpie
# Turns in a row that have begun with nothing to draw.
IDLE = "idle_turns"


class PlayMagpie(NamedTuple):
    """Discard a magpie that is due in step 1, and then steal (M2)."""

    card: int = MAGPIE
    do: str = "play_magpie"


class KeepMagpie(NamedTuple):
    """Take a magpie that is due elsewhere to the back of the hand (M3)."""

    card: int = MAGPIE
    do: str = "keep_magpie"


class Steal(NamedTuple):
    """Take one bean from `field` of `seat` and plant it in the own field `into` (M2)."""

    seat: int
    field: int
    into: int
    do: str = "steal"


class Stealing(Step):
    """One bean each from fields of up to two other players (M2); nobody acts in between.

    Memory: the seats stolen from, as bits.
    """

    name = ask = "steal"
    free = False
    records = (Steal,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        robbed = memory[0] if memory else 0
        state.stack = (*state.stack[:-1], (number, robbed))
        if robbed.bit_count() < MOST_ROBBED and len(self.choices(book, state, state.active)) > 1:
            state.asked = (state.active,)
        else:
            leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        robbed = state.stack[-1][1]
        own = {cards[0]: at for at, cards in enumerate(state.fields[seat]) if cards}
        listed: list[Choice] = [PASS]
        for other, fields in enumerate(state.fields):
            if other == seat or robbed >> other & 1:
                continue
            for at, cards in enumerate(fields):
                if cards and cards[-1] in own:
                    listed += [
                        Steal(other, at, into)
                        for into, grown in enumerate(state.fields[seat])
                        if grown[:1] == cards[-1:]
                    ]
        return listed

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        if not isinstance(choice, Steal):
            leave(state)
            return
        number, robbed = state.stack[-1]
        state.stack = (*state.stack[:-1], (number, robbed | 1 << choice.seat))
        fields = state.fields[choice.seat]
        cards = fields[choice.field]
        state.fields[choice.seat] = replaced(fields, choice.field, cards[:-1])
        events.append(
            {
                "event": "stole",
                "seat": seat,
                "with": choice.seat,
                "field": choice.field,
                "card": cards[-1],
            }
        )
        plant(book, state, seat, cards[-1], choice.into, "stolen", events)


def _play_choices(book: "Rulebook", state: State, seat: int, step: str, card: int) -> list[Choice]:
    return [PlayMagpie()] if card == MAGPIE and step == "plant" else []


def _play_check(
    book: "Rulebook", state: State, seat: int, step: str, choice: PlayMagpie
) -> str | None:
    if choice.card == MAGPIE and step == "plant":
        return None
    return "only a magpie of the hand is played, in step 1"


def _play(
    book: "Rulebook",
    state: State,
    seat: int,
    choice: PlayMagpie,
    origin: str,
    events: list[Event],
) -> None:
    state.discard += ONE[MAGPIE]
    events.append({"event": "discarded", "seat": seat, "cards": ONE[MAGPIE], "from": origin})
    book.push(state, "steal")


def _keep_choices(book: "Rulebook", state: State, seat: int, step: str, card: int) -> list[Choice]:
    return [KeepMagpie()] if card == MAGPIE and step != "plant" else []


def _keep_check(
    book: "Rulebook", state: State, seat: int, step: str, choice: KeepMagpie
) -> str | None:
    if choice.card == MAGPIE and step != "plant":
        return None
    return "only a magpie received or turned over is taken into the hand"


def _keep(
    book: "Rulebook",
    state: State,
    seat: int,
    choice: KeepMagpie,
    origin: str,
    events: list[Event],
) -> None:
    state.hands[seat] += ONE[MAGPIE]
    events.append({"event": "kept", "seat": seat, "card": MAGPIE, "from": origin})


def _never_planted(book: "Rulebook", state: State, seat: int, card: int, field: int) -> str | None:
    return "magpies are never planted (M1)" if card == MAGPIE else None


class EndIfIdle(Step):
    """Ends the game when a whole round had nothing to draw and only magpies are left in the hands.

    They would keep it going (B12), and given on from hand to hand they would do so forever.
    """

    name = "end_if_idle"
    listed = False

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        before = state.extra[IDLE]
        idle = before + 1 if not state.draw_pile and not state.discard else 0
        if idle != before:
            state.extra[IDLE] = idle
            events.append({"event": "idle", "seat": state.active, "turns": idle})
        if idle > book.players and not set(b"".join(state.hands)) - {MAGPIE}:
            book.finish(state)


def _edit(tables: Tables) -> Tables:
    at = [step.name for step in tables.turn].index("end_if_empty") + 1
    return tables.change(
        deck={**tables.deck, "magpie": 6},
        turn=(*tables.turn[:at], EndIfIdle(), *tables.turn[at:]),
    )


MAGPIES = Rule(
    name="magpie",
    cites="M1 M2 M3",
    text="Six magpies are shuffled in; they are never planted. One that is due in step 1 is"
    " discarded, and its player may take one bean each from fields of up to two other players for"
    " own fields that grow that kind; protection does not hold, and nobody acts in between. One"
    " that is due in any other way (received, turned over and kept, on offer, shown) goes to the"
    " back of the hand; thrown away it steals nothing. When for a whole round there was nothing to"
    " draw and only magpies are left in the hands, the game ends.",
    part="expansion",
    title="Six magpies that steal from the others' fields",
    data=lambda tables: {"kind": "magpie", "steals_from": MOST_ROBBED},
    pieces=(Piece(IDLE, EVERYONE, start=0),),
    events=(
        EventKind("stole", "seat took a card of field of with; it is planted next"),
        EventKind("idle", "so many turns in a row have begun with nothing to draw"),
        EventKind("kept", "seat took a magpie to the back of the hand; from: where it lay"),
    ),
    steps=(Stealing(),),
    places=(
        Place("play_magpie", PlayMagpie, _play_choices, _play_check, _play),
        Place("keep_magpie", KeepMagpie, _keep_choices, _keep_check, _keep),
    ),
    refuse=(Refusal("never_planted", "plant", _never_planted),),
    edit=_edit,
)
