"""The smallest bot: it needs nothing but Python, answers 0 to everything and plays every game.

Choice 0 is always legal and the safest. Your bot can begin here: look at `message`, which holds
everything you can see, and answer with another index.
"""

import json
import sys


def choose(message: dict[str, object]) -> int:
    return 0


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer: dict[str, object] = {"type": "ready", "name": "zero"}
        elif message["type"] == "decide":
            answer = {"type": "choose", "id": message["id"], "choice": choose(message)}
        elif message["type"] == "bye":
            break
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
