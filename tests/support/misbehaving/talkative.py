"""Writes much on stderr, and speaks at every question, with a terminal escape in it."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        sys.stderr.write("e" * 100_000)
        sys.stderr.flush()
        print('{"choice":0,"say":"look\\u001b[2J\\nhere ' + "a" * 300 + '"}', flush=True)
