"""The recorded questions that a new bot is tested with: one seat's side of a game of `Sensible`.

`python -m tests.support.questions` writes `bots/questions.txt` anew, after a change of the
protocol or of the rules.
"""

from pathlib import Path

from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from arena.rules import RULES_VERSION, Sensible, compile_rulebook, plain_choice
from protocol.record import decision, encode

FILE = Path(__file__).parents[2] / "bots" / "questions.txt"
VARIANT, PLAYERS, SEED = "anniversary", 4, bytes(16)


def questions() -> str:
    """Return what the first seat heard and said, as `arena debug` prints it."""
    book = compile_rulebook(VARIANT, PLAYERS)
    game = book.start(SEED)
    player, decisions = Sensible(book), []
    while asked := game.decisions:
        choice = player.choose(game, asked[0].seat)
        decisions.append(decision(asked[0].seat, plain_choice(choice), 0))
        game.play(asked[0].seat, choice)
    record = {
        "variant": VARIANT,
        "players": PLAYERS,
        "rules": RULES_VERSION,
        "seed": SEED.hex(),
        "talk": True,
        "clock": None,
        "bots": [
            {"name": f"player {seat + 1}", "version": 1, "hash": "0", "seed": 7, "wants": []}
            for seat in range(PLAYERS)
        ],
        "decisions": decisions,
        "forfeits": [],
        "result": {name: list(value) for name, value in game.result._asdict().items()},
    }
    lines = transcript(Replay(encode(record)), 0)
    return "".join(f"{'>' if line.to_bot else '<'} {line.text}\n" for line in lines)


if __name__ == "__main__":
    FILE.write_text(questions(), encoding="utf-8")
