"""Thinks aloud on stdout, as it may."""

import sys

for line in sys.stdin:
    print("# read", len(line), "characters", flush=True)
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"decide"' in line:
        print("\n# the safest, as always\n0\n# done", flush=True)
