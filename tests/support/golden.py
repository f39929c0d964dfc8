"""Golden games: a record for each rulebook, and what counting through it must give.

`python -m tests.support.golden` plays them anew from their seeds and writes the files. Do that only
when a change of the rules is meant, and count `RULES_VERSION` up with it. The record of a game that
has not changed is left as it is, with the version under which it was written.
"""

import random
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from arena.replay.frames import seen_by
from arena.replay.replay import After, Before, Replay
from arena.rules import RULES_VERSION, compile_rulebook, plain_choice, plain_event
from protocol.record import decision as recorded
from protocol.record import encode
from tests.support.lawful import pools
from tests.support.random_play import ALL_WANTS, random_choice

FOLDER = Path(__file__).parents[1] / "golden"
COUNTS = FOLDER / "counts.json"


def file_of(variant: str, players: int) -> Path:
    """Where the record of a rulebook's golden game is kept."""
    return FOLDER / f"{variant}-{players}.record"


def play(variant: str, players: int) -> bytes:
    """A game between players that choose anything legal, as its file has it."""
    book = compile_rulebook(variant, players)
    rng = random.Random(f"{variant} {players}")
    seed = blake2b(f"{variant} {players}".encode(), digest_size=16).digest()
    wants = [frozenset(w for w in sorted(ALL_WANTS) if rng.random() < 0.5) for _ in range(players)]
    game = book.start(seed, wants)
    decisions = []
    while asked := game.decisions:
        decision = rng.choice(asked)
        choice = random_choice(game, decision, rng)
        decisions.append(recorded(decision.seat, plain_choice(choice), 0))
        game.play(decision.seat, choice)
    result = game.result
    record = encode(
        {
            "variant": book.variant,
            "players": players,
            "rules": RULES_VERSION,
            "seed": seed.hex(),
            "talk": False,
            "clock": None,
            "bots": [
                {"name": f"seat{seat}", "version": 1, "hash": "0", "seed": 0, "wants": sorted(w)}
                for seat, w in enumerate(wants)
            ],
            "decisions": decisions,
            "forfeits": [],
            "result": {name: list(value) for name, value in result._asdict().items()},
        }
    )
    return zlib.compress(record)


def replay_of(packed: bytes) -> Replay:
    """The replay of a record by the rules as they are now."""
    return Replay(orjson.dumps(_game(packed)))


def golden_game(variant: str, players: int) -> Replay:
    """The replay of a golden game, which says what to do if the rules have changed since."""
    file, again = file_of(variant, players), "; if the rules are meant to have changed: poe golden"
    assert file.exists(), f"{file} is missing{again}"
    replay = replay_of(file.read_bytes())
    assert (why := replay.check()) is None, f"{file} is not what the rules play: {why}{again}"
    return replay


def same(packed: bytes, other: bytes) -> bool:
    """Whether two records are one game, under whatever version of the rules."""
    return _game(packed) == _game(other)


def _game(packed: bytes) -> dict[str, Any]:
    return {**orjson.loads(zlib.decompress(packed)), "rules": RULES_VERSION}


def count(replay: Replay) -> dict[str, Any]:
    """Decisions, listed choices in all, and a digest of every event and of the end."""
    decisions = choices = 0
    digest = blake2b(digest_size=16)
    for step in replay.steps():
        if isinstance(step, Before):
            decisions += 1
            choices += len(step.game.choices(step.seat))
        elif isinstance(step, After):
            for event in step.events:
                digest.update(orjson.dumps(plain_event(event)))
    for seat in range(replay.book.players):
        digest.update(orjson.dumps(seen_by(replay.end, seat)))
    return {"decisions": decisions, "choices": choices, "digest": digest.hexdigest()}


def main() -> None:
    """Write the records that changed and all counts; remove records that are of no pool."""
    for old in set(FOLDER.glob("*.record")) - {file_of(*pool) for pool in pools()}:
        old.unlink()
    counts = {}
    new: list[str] = []
    changed: list[str] = []
    for variant, players in pools():
        packed = play(variant, players)
        file = file_of(variant, players)
        if not (known := file.exists()) or not same(file.read_bytes(), packed):
            file.write_bytes(packed)
            (changed if known else new).append(file.stem)
        counts[file.stem] = count(replay_of(packed))
    COUNTS.write_bytes(orjson.dumps(counts, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
    for what, games in (("are new", new), ("have changed", changed)):
        print(f"{len(games)} of {len(counts)} games {what}", *games, sep="\n  ")
    if changed:
        print("If their rules have changed, raise RULES_VERSION in arena/rules/rulebook.py")


if __name__ == "__main__":
    main()
