"""A judgement as plain data, and its choices in words."""

from arena.retelling.frames import seen_by
from arena.retelling.replay import Replay
from arena.rollouts.judge import Judged, Judgement
from arena.rules import plain_choice
from arena.text import harmless
from arena.text.speaker import Speaker
from protocol import Json


def plain_judgement(replay: Replay, judgement: Judgement) -> Json:
    """A judgement as plain data: choices as objects of the protocol, and in words."""
    return {
        "decisions": judgement.decisions,
        "differing": judgement.differing,
        "worst": [_plain(replay, each) for each in judgement.worst],
    }


def _plain(replay: Replay, each: Judged) -> Json:
    position = each.position
    chosen, instead = in_words(replay, each)
    return {
        "decision": position.number,
        "question": position.question,
        "turn": position.game.turn,
        "ask": position.ask,
        "chosen": plain_choice(position.chosen),
        "chosen_in_words": chosen,
        "instead": plain_choice(position.instead),
        "instead_in_words": instead,
        "deals": each.deals,
        "place_before": each.before,
        "place_after": each.after,
        "fall": each.fall,
        "error": each.error,
        "certain": each.certain,
        "coins": each.coins,
        "coins_error": each.coins_error,
    }


def in_words(replay: Replay, each: Judged) -> tuple[str, str]:
    """Put the choice, and that of the simple player, into words as orders."""
    position = each.position
    who = Speaker([harmless(name, 40) for name in replay.names])
    view = seen_by(position.game, position.seat)
    chosen, instead = (
        harmless(who.choice(plain_choice(choice), view), 240)
        for choice in (position.chosen, position.instead)
    )
    return chosen, instead
