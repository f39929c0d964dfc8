"""Judge a game in a process of its own: its record comes in, lines of JSON go out.

{"percent": 40}    how much is done
{"judged": {…}}    the last line: the judgement
"""

import os
import sys

import orjson

from arena.replay.analysis.evaluator import judge
from arena.replay.analysis.report import plain_judgement
from arena.replay.analysis.rollouts import processors
from arena.replay.replay import Replay
from arena.sandbox import kernel
from protocol import Json


def main() -> None:
    """Read, judge, tell; end with whoever waits, however that ends."""
    kernel.die_with_parent()
    os.nice(19)  # games that are played go first
    replay = Replay(sys.stdin.buffer.read())
    judgement = judge(replay, processors(), lambda percent: _say({"percent": percent}))
    _say({"judged": plain_judgement(replay, judgement)})


def _say(told: Json) -> None:
    sys.stdout.buffer.write(orjson.dumps(told) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
