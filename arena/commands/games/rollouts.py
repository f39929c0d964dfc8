"""Judging the decisions of a game by rollouts, with progress, and printing what came of it."""

from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.home import locate_home
from arena.printing.console import console, say
from arena.rollouts.verdicts import keep, kept
from arena.text import harmless
from arena.text.phrases import counted
from protocol import Json

if TYPE_CHECKING:
    from arena.retelling.replay import Replay


def judged(home: Path | None, replay: "Replay", wanted: bool) -> Json | None:
    """The judgement of a game: the one that is kept, or if it is wanted a new one, else None.

    It is made on all processors; a bar shows how far it is.
    """
    folder = locate_home(home).judged
    found = kept(folder, replay.record)
    if found is not None or not wanted:
        return found
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from arena.rollouts.judge import judge
    from arena.rollouts.playing import processors
    from arena.rollouts.verdicts import plain_judgement

    bar = Progress(
        TextColumn("Playing on from its decisions"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not console(stderr=True).is_terminal,
    )
    with bar:
        task = bar.add_task("", total=100)
        judgement = judge(replay, processors(), lambda percent: bar.update(task, completed=percent))
    told = plain_judgement(replay, judgement)
    try:
        keep(folder, replay.record, told)
    except OSError as error:
        raise ArenaError(
            f"The judgement cannot be kept in {harmless(folder)}: {error.strerror}. Make room "
            "there, or name another home: --home DIR"
        ) from None
    return told


def show_judgement(judgement: Json, seat: int, name: str, game: str) -> None:
    """The costly decisions of a seat, each with what came of it, and the way to look at it."""
    say("")
    looked_at = judgement["seats"][seat]
    decisions, examined = looked_at["decisions"], looked_at["examined"]
    of = f"{examined} of the {counted(decisions, 'decision')} of {name}"
    costly = [each for each in judgement["costly"] if each["seat"] == seat]
    costly.sort(key=lambda each: -each["fall"])
    if not examined:
        say(
            f"None of the {counted(decisions, 'decision')} of {name} was judged: there was never a "
            "choice.",
            wrap=True,
        )
        return
    if not costly:
        say(f"No costly decision was found among {of}.", wrap=True)
    else:
        say(f"The decisions that cost {name} most", "bold")
    for number, each in enumerate(costly, 1):
        say(
            f"{number}. Turn {each['turn']}, question {each['question']}: expected place "
            f"{each['place_before']:.2f} → {each['place_after']:.2f}, "
            f"worse by {each['fall']:.2f} ± {each['error']:.2f}; coins "
            f"{-each['coins']:+.1f} ± {each['coins_error']:.1f}",
            wrap=True,
        )
        say(f"   chosen:     {each['chosen_in_words']}", wrap=True)
        say(f"   better:     {each['instead_in_words']}", wrap=True)
        say(f"   came of it: {each['came']}", wrap=True)
    if costly:
        say(f"\nLook at it: arena replay {game} --html game.html")
        say(f"then open game.html#question={costly[0]['question']}&seat={seat}")
    say(
        f"\n{of} were judged, the others left no choice. From each the hidden cards were dealt "
        f"anew, as {name} could not know them, and played on by the bundled player sensible in "
        "every seat, from the choice made and from up to four others; the worst to the end, up to "
        "256 times. coins: against the mean of the others. ±: standard error.",
        style="dim",
        wrap=True,
    )
