"""Whatever line a bot may write is judged at once.

Runs the tests of hostile lines with 20,000 examples of each sort, at the bound for a quiet machine;
words after the name go to pytest.

Promise: SECURITY.md, hostile answers.
"""

import os
import sys

import pytest

TAKES = "3 min"
TESTS = "tests/arena/referee/test_hostile_lines.py"


def main() -> int:
    """Run it; 0 if all is well."""
    os.environ.setdefault("ARENA_EXAMPLES", "20000")
    words = ["--everything", "--hypothesis-profile=exploring", TESTS, *sys.argv[1:]]
    return int(pytest.main(words))


if __name__ == "__main__":
    sys.exit(main())
