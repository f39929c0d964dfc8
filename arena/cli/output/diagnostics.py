"""Faults of bots in lines: why answers were refused, last words on stderr, the way to see more."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from arena.cli.output.console import picked, prose, say
from arena.registry.handler_errors import handler_error
from arena.replay.stored_game import Explained, RefusedAnswer
from arena.text import harmless
from arena.text.phrases import tallied
from protocol import Json

LAST_LINES = 5
"""Lines of stderr that are shown where a crash is reported."""
MOST_REFUSALS = 3
"""The most refusals that are shown of a game among many."""
LONGEST = 300
"""Characters of a line that a bot wrote."""


def refusals_in_json(found: Iterable[RefusedAnswer]) -> list[Json]:
    """Return refusals for --json.

    JSON:
        PrintedRefusal = {
            "seat": int, "question": int, "reason": str, "mended": bool, "fault": str | null,
            "played": any,
        }
    """
    return [
        picked(each, "seat", "question", "reason")
        | {"mended": each.fault is None}
        | picked(each, "fault", "played")
        for each in found
    ]


def refused_lines(
    found: Iterable[RefusedAnswer], names: Sequence[str], most: int = MOST_REFUSALS
) -> Iterator[str]:
    """Yield a line for each of the first refusals of a game, and one for the others together.

    Those that were not corrected come first: they may have lost the game.
    """
    found = sorted(found, key=lambda each: each.fault is None)
    for each in found[:most]:
        what = each.fault or "refused or cut"
        yield (
            f"{harmless(names[each.seat], 40)}, question {each.question}: {what}: "
            f"{harmless(each.reason, LONGEST)}"
        )
    yield from more_like_this(len(found) - most)


def more_like_this(number: int) -> Iterator[str]:
    """Yield a line that counts what is not shown, if there is any."""
    if number > 0:
        yield f"{number} more like this."


def last_words(log: str, most: int = LAST_LINES) -> Iterator[str]:
    """Yield the last lines that a bot wrote on stderr, made harmless.

    Where the error is named before a longer trace, they are those that begin with it.
    """
    lines = [line for line in log.splitlines() if line.strip()]
    error = handler_error(log)
    if error in lines[:-most]:
        # Where it stands last: a handler may have failed the same way before.
        at = len(lines) - 1 - lines[::-1].index(error)
        lines = lines[at : at + most]
    for line in lines[-most:]:
        yield f"| {harmless(line, LONGEST)}"


def show_last_words(bot: str, log: str, indent: str = "") -> None:
    """Print the last lines that a bot wrote on stderr, under a line that says so."""
    say(f"{indent}The last lines that {harmless(bot, 40)} wrote on stderr:")
    for line in last_words(log):
        say(f"{indent}  {line}")


def ending(
    names: Sequence[str],
    coins: Sequence[int],
    faults: Sequence[Mapping[str, int]],
    forfeits: Mapping[int, str],
    winners: Collection[int] = (),
) -> str:
    """Return what came of a game: `A 14*  B 11  C 9  {B: 2 late, forfeits}`.

    names: Harmless ones. forfeits: In words, by seat.
    """
    parts = [
        f"{name} {number}{'*' if seat in winners else ''}"
        for seat, (name, number) in enumerate(zip(names, coins, strict=True))
    ]
    for seat, name in enumerate(names):
        if wrong := ", ".join(filter(None, (tallied(faults[seat]), forfeits.get(seat)))):
            parts.append(f"{{{name}: {wrong}}}")
    return "  ".join(parts)


def faults_in_json(found: Sequence[Explained]) -> list[Json]:
    """Return the faults for --json.

    JSON:
        LatestFault = {
            "game": int, "seat": int, "faults": {str: int}, "forfeited": bool, "reason": str,
            "log": str,
        }
    """
    return [
        {"game": at.game_id}
        | picked(at, "seat", "faults", "forfeited")
        | {"reason": reason, "log": at.stderr}
        for at, reason in found
    ]


def show_faults(found: Sequence[Explained], indent: str = "  ") -> None:
    """Print some lines about each seat at fault."""
    for at, reason in found:
        kinds = harmless(tallied(at.faults))
        lost = ", forfeited" if at.forfeited else ""
        why = f": {harmless(reason, LONGEST)}" if reason else ""
        prose(f"{indent}game {at.game_id}, seat {at.seat + 1} ({kinds}{lost}){why}")
        for line in last_words(at.stderr):
            prose(f"{indent}  {line}")
    if found:
        first = found[0].setback
        log = f"arena log {first.game_id} --seat {first.seat + 1}"
        prose(f"{indent}More: {log}, arena replay {first.game_id}")
