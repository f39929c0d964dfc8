"""Which of our files an import loads."""

import os
import subprocess
import sys
from pathlib import Path

from arena.source import ROOT

OURS = ("arena", "ladder", "protocol", "bots")
FILES = "print(*(getattr(each, '__file__', '') for each in [*sys.modules.values()]), sep='\\n')"


def loaded_by(*modules: str) -> set[str]:
    """The files below ROOT that are loaded where these modules are imported, by name."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, {', '.join(modules)}; {FILES}"],
        # Compiled modules are used only where they were made of these very sources, which count.
        env=os.environ | {"ARENA_PURE": "1"},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = (Path(line) for line in done.stdout.splitlines())
    found = {str(file.relative_to(ROOT)) for file in files if file.is_relative_to(ROOT)}
    return {name for name in found if name.split("/")[0] in OURS}
