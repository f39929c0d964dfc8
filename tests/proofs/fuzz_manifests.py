"""Whatever stands in a bot.toml is read, or refused in whole sentences.

Runs the tests of hostile manifests with 20,000 examples of each sort instead of 150; words after
the name go to pytest.
"""

import os
import sys

import pytest

TAKES = "15 min"


def main() -> int:
    """Run it; 0 if all is well."""
    os.environ.setdefault("ARENA_EXAMPLES", "20000")
    return int(pytest.main(["tests/arena/registry/test_hostile_manifests.py", *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
