"""Refused at every question, and mends it every time."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        print(999, flush=True)
    elif '"again":true' in line:
        print(0, flush=True)
