"""A compiled wheel, installed anew, plays a match, a check and a tournament.

Builds it, installs it with all it needs into a fresh environment, and there, away from the
checkout, plays a match, checks a bot and plays a small tournament.

Promise: README.md, `arena --version` says which code runs.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

TAKES = "5 min"

ROOT = Path(__file__).parents[2]
FIRST_BOT = """
import sys
for line in sys.stdin:
    if '"hello"' in line or '"decide"' in line:
        print("{}" if '"hello"' in line else 0, flush=True)
"""
RUNS = (
    "--version",
    "match greedy random trader --variant classic --rounds 1",
    "check first.py",
    "tournament greedy random trader --variant classic --rounds 1 --concurrency 1",
    "verify --all",
)


def main() -> int:
    """0 if all of it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="where to keep the wheel")
    options = parser.parse_args()
    environment = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # the bots may be somebody else
        pip = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check")
        wheel = (*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
        hook = {"HATCH_BUILD_HOOKS_ENABLE": "1"}
        subprocess.run(wheel, env=environment | hook, check=True)
        (made,) = folder.glob("*.whl")
        options.to.mkdir(exist_ok=True)
        kept = options.to / made.name
        kept.write_bytes(made.read_bytes())
        print(f"{kept}, {kept.stat().st_size / 1e6:.1f} MB", flush=True)
        subprocess.run((sys.executable, "-m", "venv", folder / "venv"), check=True)
        bin = folder / "venv" / "bin"
        subprocess.run((bin / "pip", "-q", "install", made), env=environment, check=True)
        (folder / "first.py").write_text(FIRST_BOT)
        environment |= {"ARENA_HOME": str(folder / "home"), "PATH": f"{bin}:{os.environ['PATH']}"}
        for words in RUNS:
            print(f"$ arena {words}", flush=True)
            done = subprocess.run(
                (bin / "arena", *words.split()),
                cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
            print(done.stdout, flush=True)
            if done.returncode or (words == "--version" and "(compiled)" not in done.stdout):
                print("That failed.")
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
