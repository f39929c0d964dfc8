"""Ignores every signal that can be ignored, and computes for ever when first asked."""

import os
import signal
import sys

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        print("pid", os.getpid(), file=sys.stderr, flush=True)
        while True:
            pass
