"""Chooses what is never on the list."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line or '"again":true' in line:
        print('{"choice":{"do":"harvest","field":77}}', flush=True)
