"""Nothing hidden from a seat is in its frames, in any variant.

Every golden game for every seat, then random games. For each a game is looked for that the seat
could not tell from the recorded one, though cards lie otherwise; the seat's frames of both must be
the same bytes. `poe prove frames --games 200`; `--first 58` goes on after the golden games.

Promise: README.md, `--seat 2` shows what that seat saw.
"""

import argparse
from itertools import cycle

import orjson

from arena.replay.frames import frames
from arena.replay.replay import Replay
from tests.support.golden import file_of, replay_of
from tests.support.lawful import pools
from tests.support.other_deals import bytes_of, other_deal
from tests.support.random_record import random_record

TAKES = "20 min"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=200, help="how many games in all")
    words.add_argument("--first", type=int, default=0, help="how many of them to leave out")
    asked = words.parse_args()
    compared = without = 0
    tables = cycle(pools())
    for number, (variant, players) in zip(range(asked.games), tables, strict=False):
        if number < asked.first:
            continue
        replay, seats = _game(variant, players, number)
        for seat in seats:
            other = other_deal(replay, seat)
            if other is None:
                without += 1
                continue
            compared += 1
            same = bytes_of(frames(other, seat)) == bytes_of(frames(replay, seat))
            where = f"{variant} with {players}, game {number}"
            assert same, f"{where}: seat {seat} is shown what is hidden from it"
        print(
            f"{number + 1} {variant} with {players}: {compared} compared, "
            f"{without} without another deal",
            flush=True,
        )
    assert compared > without


def _game(variant: str, players: int, number: int) -> tuple[Replay, range]:
    """The golden game for all its seats; after these, a random game for one of them."""
    golden = len(pools())
    if number < golden:
        return replay_of(file_of(variant, players).read_bytes()), range(players)
    seat = number // golden % players
    record = random_record(variant, players, seed=number % 256)
    return Replay(orjson.dumps(record)), range(seat, seat + 1)


if __name__ == "__main__":
    main()
