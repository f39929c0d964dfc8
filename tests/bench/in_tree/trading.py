"""What the bundled trader takes for a decision, from a line of JSON to its answer.

Puts conversations to it again, in this process. Wishes: `file`, with JSON: a list of
conversations, each a list of lines that a seat was sent.
"""

import gc
import json
import sys
from pathlib import Path
from time import process_time

import bots

sys.path.append(str(Path(bots.__file__).parent / "python"))

from trader import TraderBot  # found there


def main(file: str) -> None:
    """Prints JSON: microseconds of processor time a decision, decisions."""
    gc.disable()  # as it does itself
    bot, decisions, seconds = TraderBot(), 0, 0.0
    for lines in json.loads(Path(file).read_text()):
        for line in lines:
            began = process_time()
            reply = bot.receive(json.loads(line))
            seconds += process_time() - began
            decisions += reply is not None
    print(json.dumps({"cost": seconds / decisions * 1e6, "decisions": decisions}))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
