"""Closes its stdout at the third question, and stays."""

import os
import sys

asked = 0
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        asked += 1
        if asked == 3:
            os.close(1)
        else:
            print(0, flush=True)
