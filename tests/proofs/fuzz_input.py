"""Whatever a bot writes is judged at once; its bot.toml is read, or refused in sentences.

Runs the tests of hostile lines and of hostile manifests with 20,000 examples of each sort; words
after the name go to pytest, such as `-k manifest`.

Promise: SECURITY.md, hostile answers and bot.toml.
"""

import os
import sys

import pytest

TAKES = "20 min"
TESTS = ("referee/test_hostile_lines.py", "registry/test_hostile_manifests.py")


def main() -> int:
    """Run it; 0 if all is well."""
    os.environ.setdefault("ARENA_EXAMPLES", "20000")
    words = ["--everything", "--hypothesis-profile=exploring"]
    return int(pytest.main([*words, *(f"tests/arena/{each}" for each in TESTS), *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
