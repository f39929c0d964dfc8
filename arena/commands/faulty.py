"""Where a bot was at fault: why, what it wrote last on stderr, and the command that shows more."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from arena.commands.console import say
from arena.commands.trouble import LONGEST, last_words
from arena.retelling.faulty import Explained
from arena.text import harmless


def in_json(found: Sequence[Explained]) -> list[dict[str, object]]:
    """As --json has them."""
    return [asdict(each) for each in found]


def show(found: Sequence[Explained], indent: str = "  ") -> None:
    """Some lines for each."""
    for line in _lines(found):
        say(f"{indent}{line}", wrap=True)


def _lines(found: Sequence[Explained]) -> Iterator[str]:
    for each in found:
        kinds = ", ".join(f"{times} {harmless(kind, 40)}" for kind, times in each.faults.items())
        lost = ", forfeited" if each.forfeited else ""
        why = f": {harmless(each.reason, LONGEST)}" if each.reason else ""
        yield f"game {each.game}, seat {each.seat} ({kinds}{lost}){why}"
        yield from (f"  {line}" for line in last_words(each.log))
    if found:
        first = found[0]
        yield f"More: arena log {first.game} --seat {first.seat}, arena replay {first.game}"
