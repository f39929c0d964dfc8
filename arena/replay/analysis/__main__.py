"""Judge a game in a process of its own: read its record on stdin, write lines of JSON on stdout.

{"percent": 40}    progress
{"found": […]}     first suspects, see `plain_suspects`, after a few seconds
{"judged": {…}}    the judgement, as the last line
"""

import os
import sys

import orjson

from arena.replay.analysis.evaluator import judge
from arena.replay.analysis.rollouts import processors
from arena.replay.analysis.stored_judgement import plain_judgement, plain_suspects
from arena.replay.replay import Replay
from arena.sandbox import kernel
from protocol import Json


def main() -> None:
    """Judge the game; end with the parent process, however that ends."""
    kernel.die_with_parent()
    os.nice(19)  # games being played go first
    replay = Replay(sys.stdin.buffer.read())
    judgement = judge(
        replay,
        processors(),
        lambda percent: _say({"percent": percent}),
        early=lambda suspects: _say({"found": plain_suspects(replay, suspects)}),
    )
    _say({"judged": plain_judgement(replay, judgement)})


def _say(message: Json) -> None:
    sys.stdout.buffer.write(orjson.dumps(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
