"""Where the time of a decision goes: four small C bots in one game, beside a ping-pong from C, and
the same bots asked from C without rules.

`python -m tests.bench decision` measures it in rounds.
"""

import os
from itertools import pairwise
from pathlib import Path
from subprocess import check_output
from tempfile import TemporaryDirectory
from time import perf_counter

from figures import compiled, some, tell
from playing import play
from replaying import LEVELS, Games

from arena.codec import lines, writer
from arena.referee.process import BotProcess
from arena.referee.seating import Seating
from arena.rules import compile_rulebook

VARIANT = "anniversary"


def main(folder: Path) -> None:
    ping, bot = compiled("pingpong", folder), compiled("picker", folder)
    file, games, asked = folder / "question", some(30), some(20_000)
    file.write_bytes(question())
    words = [ping, str(min(os.sched_getaffinity(0))), str(asked)]
    base, bare = float(check_output(words)), float(check_output([*words, bot, file]))
    seating = Seating()
    try:
        play(seating, bot, VARIANT, range(1))
        decisions, seconds, records = play(seating, bot, VARIANT, range(1, 1 + games))
    finally:
        seating.close()
    cost, again = seconds / decisions * 1e6, Games(records)
    up_to = [0.0, *(again.cost(level) for level in range(len(LEVELS)))]
    parts = [after - before for before, after in pairwise(up_to)]
    parts.append(pipe(bot, file, asked))
    named = zip((*LEVELS, "pipe, smallest bot"), parts, strict=True)
    tell(
        ("decisions a game", decisions / games, "", ""),
        ("a ping-pong in C", base, "µs", ""),
        ("C asking these bots", bare, "µs", ""),
        ("a decision", cost, "µs", ""),
        ("  to the ping-pong", cost / base, "×", ""),
        ("  to C asking these bots", cost / bare, "×", ""),
        *((f"  {name}", each, "µs", "") for name, each in named),
        ("  the rest", cost - sum(parts), "µs", ""),
    )


def question() -> bytes:
    """One from the middle of a game."""
    book = compile_rulebook(VARIANT, 4)
    words, game = writer(book), book.start(b"question")
    told: list[list[str]] = [[]]
    for _ in range(120):
        decision = game.decisions[0]
        told = words.events(game.play(decision.seat, game.choices(decision.seat)[0]))
    return lines.decide(31, words.question(game, game.decisions[0]), told[0], 9400, 2000)


def pipe(bot: Path, question: Path, times: int) -> float:
    """Microseconds of one question to the small bot and back, through the referee's process."""
    process, line = BotProcess([str(bot)], str(bot.parent)), question.read_bytes()
    try:
        began = perf_counter()
        for _ in range(times):
            process.post(line, 1000)
            process.collect()
        return (perf_counter() - began) / times * 1e6
    finally:
        process.end()


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        main(Path(name))
