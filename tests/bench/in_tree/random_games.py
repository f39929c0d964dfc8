"""Random games in process, through the rules alone. Wishes: `variant`, `games`."""

import json
import random
import sys
from time import process_time

from arena.rules import compile_rulebook

PLAYERS = 4


def main(variant: str, games: int) -> None:
    """Prints JSON: microseconds a decision, games a second, decisions a game."""
    book, decisions = compile_rulebook(variant, PLAYERS), 0
    chance = random.Random(1).random
    for number in range(-2, games):
        if number == 0:
            decisions, began = 0, process_time()
        game = book.start(b"random %d" % number)
        play = getattr(game, "play_unchecked", game.play)  # in older trees `play` does not check
        while waiting := game.decisions:
            seat = waiting[0].seat
            choices = game.choices(seat)
            play(seat, choices[int(chance() * len(choices))])
            decisions += 1
    seconds = process_time() - began
    print(
        json.dumps(
            {
                "cost": seconds / decisions * 1e6,
                "speed": games / seconds,
                "length": decisions / games,
            }
        )
    )


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
