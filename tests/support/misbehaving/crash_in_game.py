"""Ends at its fifth question in a game: a segmentation fault."""

import os
import signal
import sys

asked = 0
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        asked += 1
        if asked == 5:
            print("about to fall over", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        print(0, flush=True)
