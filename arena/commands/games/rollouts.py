"""Judging the decisions of a game by rollouts, with progress, and printing what came of it."""

import os
from collections.abc import Sequence

from arena.options.games import Rollouts
from arena.printing.console import console, say
from arena.retelling.replay import Replay
from arena.rollouts.judge import Judgement, judge
from arena.rollouts.verdicts import in_words


def judged(replay: Replay, seat: int, how: Rollouts) -> Judgement | None:
    """The decisions that cost most, found on all processors; None if that is not wished.

    A bar shows how far it is.
    """
    if not how.rollouts:
        return None
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("Playing on from each decision"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} deals"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not console(stderr=True).is_terminal,
    )
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    with bar:
        task = bar.add_task("", total=None)
        return judge(
            replay,
            seat,
            how.deals,
            how.rollout_seed,
            workers,
            lambda done, of: bar.update(task, completed=done, total=of),
        )


def show_judgement(replay: Replay, judgement: Judgement, names: Sequence[str], game: str) -> None:
    """The worst decisions, each with the way to look at it."""
    seat = judgement.seat
    say("")
    same = judgement.decisions - judgement.differing
    if not judgement.worst:
        say(f"No decision of {names[seat]} cost it a place, as far as rollouts can tell.")
    else:
        say(f"The decisions after which the expected place of {names[seat]} fell most", "bold")
    for number, each in enumerate(judgement.worst, 1):
        position = each.position
        chosen, instead = in_words(replay, each)
        sure = "" if each.certain else " (this may be chance)"
        asked = "" if position.question is None else f", question {position.question}"
        say(
            f"{number}. Turn {position.game.turn}{asked}: place {each.before:.2f} → "
            f"{each.after:.2f}, a fall of {each.fall:.2f} ± {each.error:.2f}{sure}; coins "
            f"{-each.coins:+.1f} ± {each.coins_error:.1f}",
            wrap=True,
        )
        say(f"   chosen:  {chosen}", wrap=True)
        say(f"   instead: {instead}", wrap=True)
    if judgement.worst:
        jump = judgement.worst[0].position.question
        say(f"\nLook at it: arena replay {game} --html game.html")
        if jump is not None:
            say(f"then open game.html#question={jump}&seat={seat}")
    deals = judgement.worst[0].deals if judgement.worst else 0
    say(
        f"\nEach was judged by {deals} deals of the cards that {names[seat]} could not see, played"
        " to the end by the bundled player sensible in every seat: from the choice made, and from"
        f" its own (“instead”). {same} of {judgement.decisions} decisions were as it would have"
        " made them. ±: standard error.",
        style="dim",
        wrap=True,
    )
