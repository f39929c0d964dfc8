"""Sends its answers three at a time. The spare ones are illegal, so that taking one would show."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        sys.stdout.write("0\n999\n999\n")
        sys.stdout.flush()
