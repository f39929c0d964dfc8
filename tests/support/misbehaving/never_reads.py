"""Says that it is ready and never reads a line."""

import signal

print("{}", flush=True)
signal.pause()
