"""Writes lines without end, asked or not."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        while True:
            sys.stdout.write('{"type":"thinking"}\n' * 100)
