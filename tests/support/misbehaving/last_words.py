"""Writes on stderr when a game begins and, after some work, when it is over; nothing else."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("{}", flush=True)
    elif message["type"] == "decide":
        print(0, flush=True)
    elif message["type"] == "game_over":
        sum(range(10_000))
        print("scores", *message["scores"], file=sys.stderr, flush=True)
