"""Nothing hidden from a seat is in its frames: every golden game, for every seat.

For each a game is looked for that the seat could not tell from the recorded one, though cards lie
otherwise; the seat's frames of both must be the same bytes. Some minutes. `poe frames`.
"""

from arena.retelling.frames import frames
from tests.support.golden import file_of, replay_of
from tests.support.lawful import pools
from tests.support.other_deals import bytes_of, other_deal


def main() -> None:
    compared = without = 0
    for variant, players in pools():
        replay = replay_of(file_of(variant, players).read_bytes())
        for seat in range(players):
            other = other_deal(replay, seat)
            if other is None:
                without += 1
                continue
            compared += 1
            same = bytes_of(frames(other, seat)) == bytes_of(frames(replay, seat))
            assert same, f"{variant} with {players}: seat {seat} is shown what is hidden from it"
        print(f"{variant} with {players}: {compared} compared, {without} without another deal")
    assert compared > without


if __name__ == "__main__":
    main()
