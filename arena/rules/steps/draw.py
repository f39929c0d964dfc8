"""Drawing: run-outs and reshuffles (B11, B12), turning over (B5) and step 4 (B8)."""

from typing import TYPE_CHECKING

from arena.rules.chance import shuffled
from arena.rules.events import Event
from arena.rules.state import State
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


def draw(book: "Rulebook", state: State, count: int, event: Event, events: list[Event]) -> bytes:
    """Up to `count` cards from the top of the draw pile, in the order drawn.

    `event` is what is told of them ("drew", "turned_over"): once before and once after a run-out.
    Draws nothing after the last run-out, and stops where nothing is left to draw (B11).
    """
    pile = state.draw_pile
    if count < len(pile) and not state.ended:  # the usual case
        drawn = pile[: -count - 1 : -1]
        state.draw_pile = pile[: len(pile) - count]
        events.append({**event, "cards": drawn})
        return drawn
    drawn = b""
    while len(drawn) < count and not state.ended:
        if not state.draw_pile:
            if not state.discard:
                break  # drawing stops; a later draw shuffles first
            _shuffle(state)
            events.append({"event": "shuffled", "count": len(state.draw_pile)})
        missing = count - len(drawn)
        pile = state.draw_pile
        part = pile[: -missing - 1 : -1]
        state.draw_pile = pile[: len(pile) - len(part)]
        drawn += part
        events.append({**event, "cards": part})
        if state.draw_pile:
            continue
        state.run_outs += 1
        state.ended = state.run_outs >= book.tables.last
        out: Event = {"event": "run_out", "run_outs": state.run_outs, "shuffled": 0}
        events.append(out)
        if not state.ended and state.discard:
            _shuffle(state)
            out["shuffled"] = len(state.draw_pile)
    return drawn


def _shuffle(state: State) -> None:
    state.draw_pile = shuffled(state.discard, state.seed, state.shuffles)
    state.shuffles += 1
    state.discard = b""


class TurnOver(Step):
    """Turn over cards; they belong to the active player (B5)."""

    name = "turn_over"
    listed = False  # the beginning of the step that deals with the cards

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        told: Event = {"event": "turned_over", "seat": state.active}
        state.turned_over += draw(book, state, book.tables.turn_over, told, events)


class Draw(Step):
    """Step 4: the active player draws to the back of the hand (B8)."""

    name = "draw"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        draw_to_hand(book, state, state.active, book.tables.draw, events)


def draw_to_hand(
    book: "Rulebook", state: State, seat: int, count: int, events: list[Event]
) -> None:
    """Draw `count` cards, after all rules that change the number, to the back of the hand."""
    count = book.fold("draw", count, state, seat)
    drawn = draw(book, state, count, {"event": "drew", "seat": seat}, events)
    state.hands[seat] += drawn
    book.react("draw", state, seat, events, len(drawn))
