"""`arena why GAME`: what a seat made of a game, beside the winner and the others."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.replay import last
from arena.commands.rollouts import judged, show_judgement
from arena.commands.stored import check_seat, load
from arena.commands.tally_tables import show_deals, show_numbers
from arena.retelling.remarks import remarks, rival
from arena.retelling.replay import Replay
from arena.retelling.tally import Tally, tallies
from arena.rollouts.verdicts import plain_judgement
from arena.rules.cards import NAMES
from arena.text import harmless
from protocol import Json

LONGEST_NAME = 20


def why(
    home: Path | None, game: str, seat: int | None, rollouts: int, seed: int, json: bool
) -> None:
    """The numbers of a game for one seat, and what stands out in them.

    `rollouts`: by how many deals its decisions are judged; 0: not at all.
    """
    replay = load(home, game)
    check_seat(seat, replay.book.players)
    found = tallies(replay)
    names = [harmless(name, LONGEST_NAME) for name in replay.names]
    looked_at = last(replay) if seat is None else seat
    said = remarks(found, looked_at, names)
    judgement = judged(replay, looked_at, rollouts, seed) if rollouts else None
    if json:
        data = {
            "seat": looked_at,
            "measured_by": rival(found, looked_at),
            "remarks": said,
            "seats": [plain(tally) for tally in found],
        }
        if judgement is not None:
            data["rollouts"] = plain_judgement(replay, judgement)
        print_json(data)
        return
    pair = found[looked_at], found[rival(found, looked_at)]
    endings = "; ".join(_ending(tally, names) for tally in pair)
    say(f"Game {game}, {_played(replay)}: {endings}", style="bold", wrap=True)
    for sentence in said or ["Nothing in the numbers of this game stands out."]:
        say(f"- {sentence}", wrap=True)
    show_numbers(found, looked_at, names)
    show_deals(found[looked_at], names)
    if judgement is not None:
        show_judgement(replay, judgement, names, game)
    else:
        say(
            f"\nThe decisions that cost most: arena why {game} --seat {looked_at} --rollouts",
            wrap=True,
        )


def plain(tally: Tally) -> Json:
    """A tally as plain data."""
    data = asdict(tally)
    for deal in data["deals"]:
        for side in ("gave", "got"):
            deal[side] = [NAMES[card] for card in deal[side]]
    return data


def _played(replay: Replay) -> str:
    return f"{replay.data['variant']} with {replay.book.players} players"


def _ending(tally: Tally, names: Sequence[str]) -> str:
    place = "won" if tally.won else f"came {_ordinal(tally.place)}"
    return f"{names[tally.seat]} (seat {tally.seat}) {place}, with {tally.coins} coins"


def _ordinal(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")
