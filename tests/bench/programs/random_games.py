"""Random games in process, as one trains with them: through the rules alone."""

import random
from time import process_time

from figures import if_compiled, some, tell

from arena.rules import compile_rulebook


def main() -> None:
    games, book, decisions = some(250), compile_rulebook("anniversary", 4), 0
    chance = random.Random(1).random
    for number in range(-2, games):
        if number == 0:
            decisions, began = 0, process_time()
        game = book.start(b"random %d" % number)
        while waiting := game.decisions:
            seat = waiting[0].seat
            choices = game.choices(seat)
            game.play_unchecked(seat, choices[int(chance() * len(choices))])
            decisions += 1
    seconds = process_time() - began
    tell(
        ("a random decision", seconds / decisions * 1e6, "µs", if_compiled("≤ 3")),
        ("  random games", games / seconds, "games/s", if_compiled("≥ 1200")),
    )


if __name__ == "__main__":
    main()
