"""A game in numbers on its page: a line for each number, what stands out, where it was lost."""

from arena.retelling.numbers import lines
from arena.retelling.remarks import remarks
from arena.retelling.replay import Replay
from arena.retelling.tally import tallies
from arena.rollouts.judge import Judgement
from arena.rollouts.verdicts import plain_judgement
from arena.text import harmless
from protocol import Json

LONGEST_NAME = 40


def why(replay: Replay, reader: int | None, judgement: Judgement | None = None) -> Json:
    """For a seat, or for readers who may see all hands. Raises ReplayError.

    lines    [name, indent, a text for each seat or null]: null where the reader may not know
    remarks  by seat, sentences; null where the reader may not know
    fell     the decisions after which the expected place of a seat fell most, if they were judged
    """
    found = tallies(replay)
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    seats = range(len(found))

    def open_to(seat: int) -> bool:
        return reader in (None, seat)

    told: Json = {
        "lines": [
            [
                line.name,
                line.indent,
                [line.cell(t) if open_to(t.seat) or not line.private else None for t in found],
            ]
            for line in lines(found)
        ],
        # They measure a seat by the winner, whose hidden numbers only readers of all may know.
        "remarks": [remarks(found, seat, names) if reader is None else None for seat in seats],
        "fell": [],
    }
    if judgement is not None and open_to(judgement.seat):
        told["fell"] = [
            {key: each[key] for key in _KEYS} | {"seat": judgement.seat}
            for each in plain_judgement(replay, judgement)["worst"]
        ]
    return told


_KEYS = (
    *("question", "turn", "chosen_in_words", "instead_in_words", "deals"),
    *("place_before", "place_after", "fall", "error", "certain"),
)
