"""Never writes JSON."""

import sys

for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line or '"again":true' in line:
        print("I would rather plant the blue one", flush=True)
