"""Versions of all that is installed: `python -m tests.support.lock` writes `constraints.txt` anew.

That file has one version of each package, the newest that our bounds allow, for what is to be the
same twice: development, CI, releases. `--lowest` prints the least version of each package that
`pyproject.toml` names, to try whether that one works.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "constraints.txt"
HEAD = "# One version of each package, for `pip install -c`. Written by `poe lock`; not by hand.\n"


def named() -> Iterator[str]:
    """Yield what `pyproject.toml` asks for, extras and all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from project["dependencies"]
    for asked in project["optional-dependencies"].values():
        yield from asked


def lowest() -> dict[str, str]:
    """Return the least version of each package that is named."""
    found = (re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", asked) for asked in named())
    return {each[1]: each[2] for each in found if each is not None}


def locked() -> dict[str, str]:
    """Return the version of each package that is locked."""
    lines = CONSTRAINTS.read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def newest() -> Iterator[str]:
    """Ask pip which versions it would install here, with all extras; installs nothing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    all_of_it = f"{ROOT}[{','.join(project['optional-dependencies'])}]"
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    told = subprocess.run([*pip, "--report", "-", all_of_it], capture_output=True, check=True)
    for each in json.loads(told.stdout)["install"]:
        metadata = each["metadata"]
        if metadata["name"] != project["name"]:
            yield f"{metadata['name'].lower()}=={metadata['version']}"


def main() -> None:
    """Write the file, or print what is lowest."""
    if "--lowest" in sys.argv:
        print("\n".join(f"{name}=={version}" for name, version in lowest().items()))
    else:
        CONSTRAINTS.write_text(HEAD + "\n".join(sorted(newest())) + "\n", "utf-8")


if __name__ == "__main__":
    main()
