"""What the bundled Python bots answer: a digest for each rulebook, to see that a change keeps them.

`python -m tests.support.answers` plays two games of every rulebook for each bot, one between
copies of it and one beside others, and names those in which its answers are not the ones written
down; `--write` writes them down anew, when a change of the answers is meant.
"""

import argparse
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from arena.rules import compile_rulebook
from tests.support.in_process import play
from tests.support.lawful import pools

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip
from trader3 import Trader3Bot  # isort: skip
from trader4 import Trader4Bot  # isort: skip

WRITTEN = Path(__file__).parents[1] / "golden" / "answers.json"
BOTS: dict[str, type] = {
    "trader": TraderBot,
    "trader3": Trader3Bot,
    "trader4": Trader4Bot,
}

Said = tuple[dict[str, Any], str | None]
"""A message of the arena, and the line that a bot answered."""


def overheard(bot: Any) -> list[Said]:
    """A list that grows by all that is said to the bot and by it."""
    said: list[Said] = []
    receive = bot.receive

    def listening(message: dict[str, Any]) -> str | None:
        kept = orjson.dumps(message)  # a bot may alter what it is given
        reply: str | None = receive(message)
        said.append((orjson.loads(kept), reply))
        return reply

    bot.receive = listening
    return said


def conversations(name: str, variant: str, players: int) -> Iterator[list[Said]]:
    """What each bot of that name hears and says in its two games, one list after the other."""
    for bots in (
        [BOTS[name]() for _ in range(players)],
        [(BOTS[name], GreedyBot, RandomBot)[seat % 3]() for seat in range(players)],
    ):
        heard = [overheard(bot) for bot in bots if type(bot) is BOTS[name]]
        play(compile_rulebook(variant, players), bots, b"answers", range(players))
        yield from heard


def digest(name: str, variant: str, players: int) -> str:
    """A digest of all that it answers there; of equal choices, the same on every machine."""
    found = blake2b(digest_size=8)
    for _, reply in chain.from_iterable(conversations(name, variant, players)):
        found.update((reply or "").encode() + b"\n")
    return found.hexdigest()


def written() -> dict[str, dict[str, str]]:
    """By bot and by rulebook, as `anniversary-4`, the digests written down."""
    known: dict[str, dict[str, str]] = orjson.loads(WRITTEN.read_bytes())
    return known


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the answers of today down")
    parser.add_argument("--bots", nargs="*", default=list(BOTS), choices=BOTS)
    given = parser.parse_args()
    today = written()
    others = 0
    for name in given.bots:
        before, digests = today.get(name, {}), {}
        for variant, players in pools():
            rulebook = f"{variant}-{players}"
            digests[rulebook] = digest(name, variant, players)
            if before.get(rulebook) != digests[rulebook]:
                others += 1
                print(f"{name} answers otherwise in {rulebook}", flush=True)
        today[name] = digests
    if given.write:
        WRITTEN.write_bytes(orjson.dumps(today, option=orjson.OPT_INDENT_2) + b"\n")
    print(f"{', '.join(given.bots)}: {len(pools())} rulebooks, {others} with other answers")
    return 1 if others and not given.write else 0


if __name__ == "__main__":
    raise SystemExit(main())
