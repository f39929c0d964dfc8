"""Programs of others that ours is measured beside: fastchess, and OpenSpiel's hearts."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import orjson

from tests.bench.trees import Fails, output

HERE = Path(__file__).parent
FASTCHESS = "https://github.com/Disservin/fastchess"


class Missing(Exception):
    """It is not here, and cannot be had; a sentence that says the way out."""


def compiled(name: str, folder: Path) -> Path:
    """One of the C programs beside this file, compiled into a folder. Raises Missing."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Missing("There is no C compiler; install one that is called cc.")
    program = folder / name
    subprocess.run([compiler, "-O2", "-o", program, HERE / f"{name}.c"], check=True)
    return program


@dataclass(frozen=True)
class Fastchess:
    """Games between the smallest engines, by fastchess on one core."""

    program: Path
    folder: Path
    engine: Path

    def cost(self, games: int) -> float:
        """Microseconds a move, from the first game's first to the last game's last."""
        took = self.folder / "took"
        took.unlink(missing_ok=True)
        output(
            [
                *(self.program, "-engine", "name=one", f"cmd={self.engine}", f"args={took}"),
                *("-engine", "name=two", f"cmd={self.engine}", "-each", "tc=10+0.1"),
                *("-rounds", str(games), "-games", "1", "-concurrency", "1"),
                *("-maxmoves", "100", "-ratinginterval", "1000000", "-scoreinterval", "1000000"),
            ]
        )
        if not took.exists():
            raise Fails(f"{self.program} did not play; try it by hand.")
        seconds, moves = took.read_text().split()
        return float(seconds) / (2 * int(moves)) * 1e6


def fastchess(given: Path | None, folder: Path) -> Fastchess:
    """fastchess as given, or as installed. Raises Missing."""
    program = given or shutil.which("fastchess")
    if program is None or not Path(program).is_file():
        raise Missing(f"fastchess is not there. Build it from {FASTCHESS}: --fastchess PATH")
    return Fastchess(Path(program).resolve(), folder, compiled("mover", folder))


@dataclass(frozen=True)
class Hearts:
    """OpenSpiel's hearts."""

    python: Path

    def costs(self, games: int) -> dict[str, float]:
        """Microseconds a decision: `from_python`, `in_cpp`; see that program."""
        words = [self.python, str(HERE / "in_openspiel" / "hearts.py"), str(games)]
        found: dict[str, float] = orjson.loads(output(words))
        return found


def hearts(given: Path | None) -> Hearts:
    """OpenSpiel in the Python that was given. Raises Missing."""
    if given is None:
        raise Missing(
            "OpenSpiel is not measured. Install it into an environment of its own, pip install "
            "open_spiel, and name its Python: --open-spiel PATH"
        )
    try:
        output([given, "-c", "import pyspiel"])
    except (OSError, Fails):
        raise Missing(f"{given} has no pyspiel: pip install open_spiel") from None
    return Hearts(given)
