"""Begins an answer that never ends."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        while True:
            sys.stdout.write("9" * 4096)
