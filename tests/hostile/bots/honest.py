"""Answers 0 to everything: a neighbour to whom nothing may happen."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        print(0, flush=True)
    elif '"type":"bye"' in line:
        break
