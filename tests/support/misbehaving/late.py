"""Answers each question only when it is told that the time is up, and without an id."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"refused"' in line:
        print(0, flush=True)
