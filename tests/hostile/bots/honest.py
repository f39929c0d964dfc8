"""Answers 0 to everything: a neighbour to whom nothing may happen. With a number of seconds as its
second argument it takes so long over each answer, asleep."""

import sys
import time

pause = float(sys.argv[2]) if len(sys.argv) > 2 else 0
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        time.sleep(pause)
        print(0, flush=True)
    elif '"type":"bye"' in line:
        break
