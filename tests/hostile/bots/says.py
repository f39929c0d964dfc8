"""Misuses its pipes: says nothing, too much, too slowly, or what nobody can read."""

import os
import signal
import sys
import time

from evil import MODE


def say(data):
    os.write(1, data)


def for_ever(data):
    def speak():
        while True:
            os.write(1, data)

    return speak


def slowly():
    for byte in b"0" * 1000:
        os.write(1, bytes([byte]))
        time.sleep(0.02)


def loudly():
    """13 MB of it, with what a terminal would obey."""
    for _ in range(200):
        os.write(2, b"\x1b[2J\xe2\x80\xae[red]<b>" * 5_000)
    say(b"0\n")


def closed():
    os.close(1)
    signal.pause()


ANSWERS = {
    "closes its output": closed,
    "endless line": for_ever(b"9" * 4096),
    "endless lines": for_ever(b'{"type":"thinking"}\n' * 200),
    "answers ahead": lambda: say(b"0\n999\n999\n"),
    "a byte at a time": slowly,
    "13 MB of stderr": loudly,
    "not UTF-8": lambda: say(b'{"choice":0,"say":"\xff\xfe"}\n'),
    "deep nesting": lambda: say(b"[" * 30_000 + b"]" * 30_000 + b"\n"),
    "60,000 digits": lambda: say(b"9" * 60_000 + b"\n"),
    "NaN": lambda: say(b'{"choice":NaN}\n'),
    "infinity": lambda: say(b'{"choice":1e999}\n'),
    "lone surrogate": lambda: say(b'{"choice":0,"say":"\\ud800"}\n'),
    "duplicate keys": lambda: say(b'{"choice":999,"choice":0}\n'),
    "zero bytes": lambda: say(b"0\0\n"),
}

if MODE == "never reads":
    say(b"{}\n")
    signal.pause()
for line in sys.stdin:
    if '"type":"hello"' in line:
        say(b"{}\n")
    elif '"type":"decide"' in line or '"again":true' in line:
        ANSWERS[MODE]()
    elif '"type":"bye"' in line:
        break
