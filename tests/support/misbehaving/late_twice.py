"""Late with its second and third question. The late answers are illegal, so that taking one of
them for the answer to the next question would show."""

import sys

asked = 0
for line in sys.stdin:
    if '"type":"hello"' in line:
        print("{}", flush=True)
    elif '"type":"game_start"' in line:
        asked = 0
    elif '"type":"decide"' in line:
        asked += 1
        if asked == 4:
            print(999, flush=True)  # two late answers, and then the one to this question
            print(999, flush=True)
        if asked not in (2, 3):
            print(0, flush=True)
