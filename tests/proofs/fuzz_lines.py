"""Whatever line a bot may write is judged at once.

Puts as many lines to questions of all sorts as a bot's answers, and prints the dearest of them.
What breaks is printed by hypothesis as small as it can be made; the status is then 1.
"""

import argparse
import sys
import traceback
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.hostile_lines import MOST_MS, cost_ms, judge, judge_ready, lines_to, positions

TAKES = "3 min"


class Dearest:
    """The line that cost the most so far, of how many."""

    def __init__(self) -> None:
        self.ms = 0.0
        self.line = b""
        self.lines = 0

    def add(self, line: bytes, ms: float) -> None:
        """Count a line. Raises AssertionError if it cost too much."""
        self.lines += 1
        if ms > self.ms:
            self.ms, self.line = ms, line
        assert ms < MOST_MS, f"{ms:.0f} ms of processor time"

    def __str__(self) -> str:
        return (
            f"{self.lines} lines; the dearest cost {self.ms:.1f} ms, "
            f"{len(self.line)} bytes: {self.line[:100]!r}"
        )


def fuzz(examples: int, dearest: Dearest) -> None:
    """Judge so many lines as answers, and a tenth as many as `ready`. Raises what breaks."""
    patient = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck]
    )

    @patient
    @given(st.data())
    def answers(data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(positions()))
        line = data.draw(lines_to(data.draw(st.sampled_from(position.said))))
        dearest.add(line, cost_ms(lambda: judge(position, [line])))

    @settings(patient, max_examples=max(1, examples // 10))
    @given(lines_to(b'{"type":"ready","name":"x","wants":["bids"],"protocol":1}'))
    def readies(line: bytes) -> None:
        dearest.add(line, cost_ms(lambda: judge_ready(line)))

    answers()
    readies()


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz and report. 0: every line was judged, and quickly; 1: one was not; 130: stopped."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=20_000, help="lines (20000)")
    options = parser.parse_args(arguments)
    dearest = Dearest()
    try:
        fuzz(options.examples, dearest)
    except KeyboardInterrupt:
        print(f"stopped after {dearest}")
        return 130
    except Exception:  # whatever it is, the line is what matters
        traceback.print_exc()
        print(f"BROKEN after {dearest}")
        return 1
    print(dearest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
