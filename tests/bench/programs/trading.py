"""What the bundled trader takes for a decision, from a line of JSON to its answer.

Conversations of four traders, and of traders beside others, are put to it again.
"""

import gc
import json
from time import process_time

from figures import some, tell

from tests.support.answers import TraderBot, conversations


def main() -> None:
    heard = list(conversations("trader", "anniversary", 4))
    lines = [[json.dumps(message) for message, _ in said] for said in heard]
    gc.disable()  # as it does itself
    bot, decisions, seconds = TraderBot(), 0, 0.0
    for line in [line for said in lines[: some(len(lines))] for line in said]:
        began = process_time()
        reply = bot.receive(json.loads(line))
        seconds += process_time() - began
        decisions += reply is not None
    tell(("a decision of trader", seconds / decisions * 1e6, "µs", "≤ 200"))


if __name__ == "__main__":
    main()
