"""Rules that let a seat learn what is hidden from it, each in another way."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson

from arena.codec import AnswerReader, ChoiceRefused, Writer, view
from arena.rules import Game, Rulebook, events
from arena.rules import game as game_module
from arena.rules.events import Event
from arena.rules.state import EVERYONE
from arena.rules.steps import draw, sequence, trade
from arena.rules.steps.trade import SealedAnswers
from tests.support.broken.breaking import Mutant, Patch, not_secret, owning, wrap


def view_shows(name: str, what: Callable[[Game], Any]) -> Mutant:
    """A view has more in it, of this name."""

    def shows(patch: Patch, book: Rulebook) -> None:
        def view(original: Any, words: Writer, game: Game, seat: int) -> str:
            seen = orjson.loads(original(words, game, seat))
            return orjson.dumps(seen | {name: what(game)}).decode()

        wrap(patch, Writer, "view_text", view)

    shows.__name__ = f"view_shows_{name}"
    return shows


def told_to_all(event: str, *owned: str) -> Mutant:
    """A secret event is told whole; seat 1 owns these buildings."""

    def told(patch: Patch, book: Rulebook) -> Rulebook:
        for building in owned:
            book = owning(book, building)
        return not_secret(book, event)

    told.__name__ = f"{event}_is_told_to_all"
    return told


def places_show(name: str) -> Mutant:
    """Which copies stand in offers, or accepts, is not hidden."""

    def shown(patch: Patch, book: Rulebook) -> None:
        for module in (game_module, events, view):
            patch.setattr(module, name, lambda standing, reader: standing)

    shown.__name__ = f"{name}_shows_places"
    return shown


def bank_shows_all(patch: Patch, book: Rulebook) -> Rulebook:
    pieces = tuple(
        piece._replace(audience=EVERYONE) if piece.name == "bank_seen" else piece
        for piece in book.other_pieces
    )
    return replace(not_secret(owning(book, "bank_2"), "looked"), other_pieces=pieces)


def events_told_whole(patch: Patch, book: Rulebook) -> None:
    """Only in what the referee sends; the rules themselves cut right."""

    def told(original: Any, words: Writer, happened: list[Event]) -> Any:
        cut = original(words, happened)
        for at, event in enumerate(happened):
            if event["event"] == "drew":
                for mine in cut:
                    mine[at], _ = words._event(event)
        return cut

    wrap(patch, Writer, "events", told)


def turn_tells_top(patch: Patch, book: Rulebook) -> None:
    def resume(original: Any, step: Any, game: Game) -> None:
        original(step, game)
        if game.told and game.told[-1]["event"] == "turn":
            game.told[-1]["next"] = game.draw_pile[-1:]

    wrap(patch, sequence.Turn, "resume", resume)


def run_out_tells_top(patch: Patch, book: Rulebook) -> None:
    def drawing(original: Any, *arguments: Any) -> bytes:
        drawn: bytes = original(*arguments)
        game = arguments[0]
        if game.told[-1]["event"] == "run_out":
            game.told[-1]["next"] = game.draw_pile[-1:]
        return drawn

    wrap(patch, draw, "draw", drawing)


def trade_tells_hand(patch: Patch, book: Rulebook) -> None:
    """A trade tells how many kinds a third seat holds."""

    def exchange(original: Any, game: Game, reply: Any, gave: Any) -> None:
        original(game, reply, gave)
        third = ({0, 1, 2} - {game.active, reply.seat}).pop()
        next(e for e in game.told if e["event"] == "traded")["kinds"] = len(set(game.hands[third]))

    wrap(patch, trade, "exchange", exchange)


def same_copy_twice_refused(patch: Patch, book: Rulebook) -> None:
    """Two replies that need one hidden copy may not both be taken."""

    def given(original: Any, game: Game, choice: Any) -> Any:
        standing = trade.standing_replies(game)
        cards = [
            (standing[take.id].seat, card)
            for take in choice.take
            if take.id in standing
            for card in standing[take.id].give or ()
        ]
        if len(set(cards)) < len(cards):
            return "both need the same card"
        return original(game, choice)

    wrap(patch, trade, "_payments", given)


def silence_shows_at_once(patch: Patch, book: Rulebook) -> None:
    """A sealed answer shows that its seat is silent before all answers are in."""

    def apply(original: Any, step: Any, game: Game, seat: int, choice: Any) -> None:
        original(step, game, seat, choice)
        game.silent = tuple(
            quiet or (at == seat and choice.silent) for at, quiet in enumerate(game.silent)
        )

    wrap(patch, SealedAnswers, "apply", apply)


def sealed_answers_show(patch: Patch, book: Rulebook) -> None:
    """Where another has declined already, accepting is listed last but one."""

    def choices(original: Any, step: Any, game: Game, seat: int) -> Any:
        listed = original(step, game, seat)
        return listed[::-1] if any(answer and answer.accept for answer in game.answers) else listed

    wrap(patch, SealedAnswers, "choices", choices)


def refusal_says_who_has(patch: Patch, book: Rulebook) -> None:
    """In the reader alone: the refusal of a card that one has not tells who has it."""

    def give(original: Any, words: AnswerReader, game: Game, seat: int, *more: Any) -> Any:
        try:
            return original(words, game, seat, *more)
        except ChoiceRefused as refused:
            kinds = [len(set(hand)) for hand in game.hands]
            raise ChoiceRefused(f"{refused} {kinds}") from None

    wrap(patch, AnswerReader, "_give", give)


LEAKS: tuple[tuple[Mutant, str, int], ...] = (
    (bank_shows_all, "high_bohn", 4),
    (told_to_all("ordered_drawn", "bank_3"), "high_bohn", 4),
    (told_to_all("drew"), "classic", 3),
    (told_to_all("drew_order"), "plus", 4),
    (events_told_whole, "anniversary+new_beans", 3),
    (turn_tells_top, "classic", 3),
    (run_out_tells_top, "classic", 3),
    (trade_tells_hand, "anniversary", 3),
    (same_copy_twice_refused, "rio_grande", 5),
    (places_show("offer_for"), "classic", 3),
    (places_show("accept_for"), "classic", 3),
    (silence_shows_at_once, "classic", 4),
    (view_shows("asked", lambda game: game.asked), "classic", 4),
    (sealed_answers_show, "classic", 5),
    (view_shows("wants", lambda game: [len(wants) for wants in game.wants]), "classic", 3),
    (view_shows("seed", lambda game: game.seed.hex()), "rio_grande_duel", 2),
    (refusal_says_who_has, "classic", 3),
)
