"""Whatever stands in a bot.toml is read, or refused in whole sentences.

Runs the tests of hostile manifests with 20,000 examples of each sort instead of 150; words after
the name go to pytest.

Promise: SECURITY.md, hostile bot.toml.
"""

import os
import sys

import pytest

TAKES = "15 min"
TESTS = "tests/arena/registry/test_hostile_manifests.py"


def main() -> int:
    """Run it; 0 if all is well."""
    os.environ.setdefault("ARENA_EXAMPLES", "20000")
    words = ["--everything", "--hypothesis-profile=exploring", TESTS, *sys.argv[1:]]
    return int(pytest.main(words))


if __name__ == "__main__":
    sys.exit(main())
