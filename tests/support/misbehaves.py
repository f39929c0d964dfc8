"""A bot that misbehaves in the way it is told to; all else is as a good bot does it.

`spams.py` beside this file takes more to say what it does.
"""

import json
import os
import signal
import sys
from collections.abc import Callable

WAY = sys.argv[1]
games = asked = 0
"""Games so far, and questions of this one."""


def say(text: str = "0") -> None:
    print(text, flush=True)


def note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def close_stdout() -> None:
    """At the third question; and stay."""
    if asked == 3:
        os.close(1)
    else:
        say()


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


def write_for_ever(text: str) -> Callable[[], None]:
    def write() -> None:
        while True:
            sys.stdout.write(text)

    return write


def compute_for_ever() -> None:
    note(f"pid {os.getpid()}")
    while True:
        pass


def write_no_text() -> None:
    sys.stdout.buffer.write(b'{"choice":0,"say":"\xff\xfe"}\n')
    sys.stdout.buffer.flush()


def talk() -> None:
    """Much, also on stderr, with a terminal escape in it."""
    sys.stderr.write("e" * 100_000)
    sys.stderr.flush()
    say('{"choice":0,"say":"look\\u001b[2J\\nhere ' + "a" * 300 + '"}')


def leave_children() -> None:
    """One in its process group, one that leaves it."""
    wait, told = os.pipe()
    for leaves in (False, True):
        if os.fork() == 0:
            if leaves:
                os.setsid()
            if not leaves or os.fork() == 0:
                note(f"pid {os.getpid()}")
                os.write(told, b".")
                signal.pause()
            os._exit(0)
    for _ in range(2):
        os.read(wait, 1)


ANSWERS = {
    "mends": lambda: say("999"),
    "closes_stdout": close_stdout,
    "crash_in_game": crash,
    "late_twice": be_late_twice,
    "endless_line": write_for_ever("9" * 4096),
    "flood": write_for_ever('{"type":"thinking"}\n' * 100),
    "ignores_signals": compute_for_ever,
    "not_utf8": write_no_text,
    "talkative": talk,
}
AGAIN = {"mends": say, "not_utf8": write_no_text}
"""What is said when an answer was refused."""

match WAY:
    case "crash_at_start":
        sys.exit("no configuration found")
    case "never_reads":  # more than hello; what it said before that would not be its answer
        sys.stdin.readline()
        say("{}")
        signal.pause()
    case "leaves_children":
        leave_children()
    case "ignores_signals":
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello" if WAY != "silent":
            say("{}")
        case "game_start":
            games, asked = games + 1, 0
            if WAY == "counts":
                note(f"game {games}")
        case "decide":
            asked += 1
            ANSWERS.get(WAY, say)()
        case "refused" if message["again"] and WAY in AGAIN:
            AGAIN[WAY]()
        case "game_over" if WAY == "last_words":
            sum(range(10_000))  # some work first
            note(f"scores {' '.join(map(str, message['scores']))}")
        case "bye":
            break
