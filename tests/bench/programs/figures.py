"""What a program tells the bench: figures, each with a name, a value, a unit and perhaps a bar."""

import json
import sys
from pathlib import Path
from subprocess import run

from arena.compiled import state

Figure = tuple[str, float, str, str]
HERE = Path(__file__).parent


def tell(*figures: Figure) -> None:
    """Print them as JSON, in their order."""
    print(json.dumps(figures))


def some(games: int) -> int:
    """As many as usual, or as much less as was asked for; at least one."""
    return max(1, round(games * float(sys.argv[1])))


def if_compiled(bar: str) -> str:
    """A bar that only compiled code has to hold."""
    return bar if state().compiled else ""


def compiled(name: str, folder: Path) -> Path:
    """One of the C programs beside this file, compiled into a folder."""
    folder.chmod(0o755)  # bots may be somebody else
    run(["cc", "-O2", "-o", folder / name, HERE / f"{name}.c"], check=True)
    return folder / name
