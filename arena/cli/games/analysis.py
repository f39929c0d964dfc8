"""Run, store and show the analysis of a game by rollouts."""

from pathlib import Path

from arena.cli.output.console import counting, prose, say
from arena.errors import ArenaError
from arena.home import locate_home
from arena.replay.analysis.stored_judgement import keep, kept
from arena.replay.replay import Replay
from arena.text import harmless
from arena.text.phrases import counted
from protocol import Json


def judged(home: Path | None, replay: Replay, wanted: bool) -> Json | None:
    """Return the kept judgement of a game, or a new one if asked for, else None.

    It is made on all processors; standard error shows how far it is.
    """
    folder = locate_home(home).judged
    found = kept(folder, replay.record)
    if found is not None or not wanted:
        return found
    from arena.replay.analysis.evaluator import judge
    from arena.replay.analysis.rollouts import processors
    from arena.replay.analysis.stored_judgement import plain_judgement

    with counting(100, quiet=False, what="steps of the analysis") as count:
        judgement = judge(replay, processors(), lambda percent: count(round(percent)))
    told = plain_judgement(replay, judgement)
    try:
        keep(folder, replay.record, told)
    except OSError as error:
        raise ArenaError(
            f"The judgement cannot be kept in {harmless(folder)}: {error.strerror}. Make room "
            "there, or name another home: --home DIR"
        ) from None
    return told


def show_judgement(judgement: Json, seat: int, name: str, game: str, bot: str) -> None:
    """Print the costly decisions of a seat, what came of each, and how to see it.

    bot: whose seat it was; "" if its other games are not kept.
    """
    looked_at = judgement["seats"][seat]
    decisions = f"{counted(looked_at['decisions'], 'decision')} of {name}"
    say("")
    if not looked_at["examined"]:
        prose(f"None of the {decisions} was judged: there was never a choice.")
        return
    of = f"{looked_at['examined']} of the {decisions}"
    costly = [each for each in judgement["costly"] if each["seat"] == seat]
    if costly:
        costly.sort(key=lambda each: -each["fall"])
        say(f"The decisions that cost {name} most", "bold")
        for number, each in enumerate(costly, 1):
            _show_costly(number, each)
        say(f"\nLook at it: arena replay {game} --html game.html")
        say(f"then open game.html#question={costly[0]['question']}&seat={seat + 1}")
    else:
        habits = f" What it often does: arena why {bot}" if bot else ""
        prose(f"No costly decision was found among {of}.{habits}")
    prose(
        f"\n{of} were judged; the others left no choice. For each, the hidden cards were dealt "
        f"again, as {name} could not know them, and a simple player in every seat played on from "
        "the choice made and from up to four others; from the worst to the end, up to 256 times. "
        "coins: against the mean of the others. ±: standard error.",
        style="dim",
    )


def _show_costly(number: int, decision: Json) -> None:
    prose(
        f"{number}. Turn {decision['turn']}, question {decision['question']}: expected place "
        f"{decision['place_before']:.2f} → {decision['place_after']:.2f}, "
        f"worse by {decision['fall']:.2f} ± {decision['error']:.2f}; coins "
        f"{-decision['coins']:+.1f} ± {decision['coins_error']:.1f}"
    )
    prose(f"   chosen:     {decision['chosen_in_words']}")
    prose(f"   better:     {decision['instead_in_words']}")
    prose(f"   came of it: {decision['came']}")
