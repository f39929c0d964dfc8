"""Answers in bytes that are no text."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line or '"again":true' in line:
        sys.stdout.buffer.write(b'{"choice":0,"say":"\xff\xfe"}\n')
        sys.stdout.buffer.flush()
