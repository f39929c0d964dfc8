"""Two public libraries for learning, sb3-contrib and RLlib, train in the environments.

Installs them and the arena into a fresh environment, and
there, away from the checkout, runs their programs as the page has them.

Promise: docs/environments.md, two training libraries learn there by these programs.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

TAKES = "10 min"

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"
NEEDED = {"sb3": "sb3-contrib", "rllib": "ray[rllib]"}


def main() -> int:
    """0 if all of them run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, help="one that has them, instead of installing")
    parser.add_argument("--only", choices=NEEDED, help="one of them")
    given = parser.parse_args()
    failed = 0
    with TemporaryDirectory() as folder:
        python = given.python or installed(Path(folder))
        for name in [given.only] if given.only else NEEDED:
            (program,) = re.findall(
                rf"^```python {name}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
            )
            print(f"{name}:", flush=True)
            failed += (
                subprocess.run([python, "-c", program], cwd=folder, check=False).returncode != 0
            )
    return failed


def installed(folder: Path) -> Path:
    """The Python of a new environment with the libraries and the arena."""
    subprocess.run((sys.executable, "-m", "venv", folder / "venv"), check=True)
    python = folder / "venv" / "bin" / "python"
    wanted = (*NEEDED.values(), "torch", f"{ROOT}[env]")
    subprocess.run((python, "-m", "pip", "install", "-q", *wanted), check=True)
    return python
