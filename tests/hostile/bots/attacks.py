"""Does to its opponents what `meddles` only tries: kills them, or stops them."""

import os
import signal
from contextlib import suppress

from evil import MODE, TARGETS, play


def attack():
    how = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP}[MODE]
    for opponent in TARGETS["opponents"]:
        with suppress(OSError):
            os.kill(opponent, how)


play(attack)
