"""Remembers how the cards lay in all its games, and says on stderr when it meets a deal again."""

import json
import sys

known = set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game_start":
        cards: list[str] = []
    for event in message.get("events", ()):
        if event["event"] == "turned_over" and len(cards) < 12:
            cards += event["cards"]
            if len(cards) == 12:
                again = tuple(cards) in known
                print("met again" if again else "new", file=sys.stderr, flush=True)
                known.add(tuple(cards))
    if message["type"] == "hello":
        print("{}", flush=True)
    elif message["type"] == "decide":
        print(0, flush=True)
