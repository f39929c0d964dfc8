"""A bot that misbehaves in the way it is told to; all else is as a good bot does it."""

import json
import os
import signal
import sys
import time

WAY = sys.argv[1]
games = asked = 0
"""Games so far, and questions of this one."""


def say(text: str = "0") -> None:
    print(text, flush=True)


def note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def crash() -> None:
    """At the fifth question: a segmentation fault."""
    if asked == 5:
        note("about to fall over")
        os.kill(os.getpid(), signal.SIGSEGV)
    say()


def be_late_twice() -> None:
    """The late answers are illegal, so that taking one for the next question's would show."""
    if asked == 4:
        say("999")
        say("999")
    if asked not in (2, 3):
        say()


def talk() -> None:
    """Much, also on stderr, with a terminal escape in it."""
    sys.stderr.write("e" * 100_000)
    sys.stderr.flush()
    say('{"choice":0,"say":"look\\u001b[2J\\nhere ' + "a" * 300 + '"}')


def measure() -> None:
    note(f"metric asked={asked}\n" + 3_000 * "x")
    say()


ANSWERS = {
    "crash_in_game": crash,
    "late_twice": be_late_twice,
    "measures": measure,
    "talkative": talk,
}
if WAY == "crash_at_start":
    sys.exit("no configuration found")
if WAY == "measures":
    note("metric loaded=1")
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello" if WAY != "silent":
            say("{}")
        case "game_start":
            games, asked = games + 1, 0
            if WAY in ("counts", "leaves", "leaves_late"):
                note(f"game {games}")
        case "decide":
            asked += 1
            ANSWERS.get(WAY, say)()
        case "game_over" if WAY == "last_words":
            sum(range(10_000))  # some work first
            note(f"scores {' '.join(map(str, message['scores']))}")
        case "game_over" if WAY == "measures":
            note("metric after=1\nmetric asked=-1")
        case "game_over" if WAY in ("leaves", "leaves_late"):
            time.sleep(0.08 if WAY == "leaves_late" else 0)
            break
        case "game_over" if WAY == "works_on":
            while True:
                pass
        case "bye":
            break
