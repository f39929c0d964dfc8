"""Drawing: run-outs and reshuffles (B11, B12), turning over (B5) and step 4 (B8)."""

from arena.rules.chance import shuffled
from arena.rules.events import Event
from arena.rules.game import Game, Step
from arena.rules.hooks import DRAW_COUNT, DREW


def draw(game: Game, count: int, event: Event) -> bytes:
    """Draw up to `count` cards from the top of the draw pile, and return them in that order.

    `event` says what is told of them ("drew", "turned_over"): once before and once after a run-out.
    It is filled in and becomes that event. Nothing is drawn after the last run-out, or when nothing
    is left (B11).
    """
    pile = game.draw_pile
    # The usual case. Drawing exactly the last card is not: the pile has run out then (B11).
    if count < len(pile) and not game.ended:
        drawn = pile[: -count - 1 : -1]
        game.draw_pile = pile[: len(pile) - count]
        event["cards"] = drawn
        game.tell(event)
        return drawn
    drawn = b""
    while len(drawn) < count and not game.ended:
        if not game.draw_pile:
            if not game.discard:
                break  # drawing stops; a later draw shuffles first
            _shuffle(game)
            game.tell({"event": "shuffled", "count": len(game.draw_pile)})
        missing = count - len(drawn)
        pile = game.draw_pile
        part = pile[: -missing - 1 : -1]
        game.draw_pile = pile[: len(pile) - len(part)]
        drawn += part
        game.tell({**event, "cards": part})
        if game.draw_pile:
            continue
        game.run_outs += 1
        game.ended = game.run_outs >= game.book.tables.last
        if not game.ended and game.discard:
            _shuffle(game)
        shuffled_in = len(game.draw_pile)  # the pile was empty
        game.tell({"event": "run_out", "run_outs": game.run_outs, "shuffled": shuffled_in})
    return drawn


def _shuffle(game: Game) -> None:
    game.draw_pile = shuffled(game.discard, game.seed, game.shuffles)
    game.shuffles += 1
    game.discard = b""


class TurnOver(Step):
    """Turning over cards, which then belong to the active player (B5)."""

    name = "turn_over"
    listed = False  # to players it is the beginning of the next step, which deals with the cards

    def resume(self, game: Game) -> None:
        """Turn over the cards, and leave."""
        game.leave()
        event: Event = {"event": "turned_over", "seat": game.active}
        game.turned_over += draw(game, game.book.tables.turn_over, event)


class Draw(Step):
    """Step 4: the active player draws to the back of the hand (B8)."""

    name = "draw"

    def resume(self, game: Game) -> None:
        """Draw the cards, and leave."""
        game.leave()
        draw_to_hand(game, game.active, game.book.tables.draw)


def draw_to_hand(game: Game, seat: int, count: int) -> None:
    """Draw cards to the back of the hand.

    `count` is their number before the rules that change it.
    """
    count = game.fold(DRAW_COUNT, count, seat)
    drawn = draw(game, count, {"event": "drew", "seat": seat})
    game.hands[seat] += drawn
    game.react(DREW, seat, len(drawn))
