"""Never becomes ready."""

import sys

for _ in sys.stdin:
    pass
