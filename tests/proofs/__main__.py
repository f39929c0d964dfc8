"""The slow proofs: `poe prove` lists them, `poe prove kill --rounds 400` runs one.

A proof is a file here with a function `main`. The first line of its docstring says what it proves,
the last which page promises that, `TAKES` how long it usually takes on two cores. It may be stopped
with Ctrl-C.
"""

import ast
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple


class Proof(NamedTuple):
    """A proof as it is listed."""

    name: str
    takes: str
    says: str


def proofs() -> list[Proof]:
    """All of them, read without importing what they need."""
    found = []
    for file in sorted(Path(__file__).parent.glob("[!_]*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        takes = [
            ast.literal_eval(each.value)
            for each in tree.body
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "TAKES"
        ]
        if any(isinstance(each, ast.FunctionDef) and each.name == "main" for each in tree.body):
            says = (ast.get_docstring(tree) or "").partition("\n")[0]
            found.append(Proof(file.stem, *takes, says))
    return found


def main() -> int:
    """Run the proof that is named, with the words after its name; without one, list them."""
    listed = {each.name: each for each in proofs()}
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        for name, takes, says in listed.values():
            print(f"{name:16} {takes:>6}  {says}")
        print("\nTimes are about what a proof takes on two quiet cores.")
        print("poe prove NAME runs one; poe prove NAME --help tells more.")
        return 0
    name = sys.argv[1]
    if name not in listed:
        print(f"There is no proof called {name!r}. `poe prove` lists them.", file=sys.stderr)
        return 2
    sys.argv[:2] = [f"poe prove {name}"]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more wait for each other busily
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # shown as it goes on
    try:
        return int(import_module(f"tests.proofs.{name}").main() or 0)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
