"""Plays well, but starts children: one in its process group, one that leaves it."""

import os
import signal
import sys


def child(leaves: bool) -> None:
    if os.fork() == 0:
        if leaves:
            os.setsid()
        if not leaves or os.fork() == 0:
            print("pid", os.getpid(), file=sys.stderr, flush=True)
            os.write(told, b".")
            signal.pause()
        os._exit(0)


wait, told = os.pipe()
child(leaves=False)
child(leaves=True)
for _ in range(2):
    os.read(wait, 1)
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        print(0, flush=True)
    elif '"type":"bye"' in line:
        break
