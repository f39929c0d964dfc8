"""Compile the source in place: `python -m arena.compiled.build`; `--remove` undoes it.

Needs a C compiler and mypyc: `pip install -e '.[compiled]'`. Takes about a minute. Programs that
are running keep the code they started with.
"""

import argparse
import json
import os
import shutil
from contextlib import chdir
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arena.compiled import ARENA, BUILT, GROUP, MODULES, SUFFIX, digest, sources

# The build ignores the settings of the checkout. Other packages need not be installed: their
# types count as unknown then.
OPTIONS = ("--config-file=", "--python-version=3.11", "--follow-imports=silent")


def translate(folder: Path) -> list[Any]:
    """Translate the source into C in `folder`, and return it as setuptools extensions.

    Raises:
        SystemExit: mypyc is missing, or has printed why it rejects the source.
    """
    for needed in ("mypyc", "setuptools"):
        if find_spec(needed) is None:
            raise SystemExit(f"{needed} is not installed: pip install 'mypy[mypyc]'")
    from mypyc.build import mypycify

    with chdir(ARENA.parent):
        files = [str(file.relative_to(ARENA.parent)) for _, file in sources()]
        extensions: list[Any] = mypycify(
            [*OPTIONS, *files], group_name=GROUP, target_dir=str(folder), debug_level="0",
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),  # as mypyc itself reads it
        )  # fmt: skip
    return extensions


def build() -> None:
    """Compile into `modules/`, replacing what is there.

    Raises:
        SystemExit: The build failed; the message is a sentence.
    """
    source = digest()
    with TemporaryDirectory(dir=MODULES.parent, prefix="building-") as name:
        folder = Path(name)
        compile_all(translate(folder / "c"), folder)
        if digest() != source:
            raise SystemExit("The source changed during the build. Build again.")
        ready = folder / "ready"
        ready.mkdir()
        for file in (folder / "libraries").rglob(f"*{SUFFIX}"):
            file.rename(ready / ".".join(file.relative_to(folder / "libraries").parts))
        built = {"suffix": SUFFIX, "source": source}
        (ready / BUILT.name).write_text(json.dumps(built) + "\n", "utf-8")
        # Moved away, not overwritten: running programs have these files open.
        if MODULES.exists():
            MODULES.rename(folder / "old")
        ready.rename(MODULES)


def compile_all(extensions: list[Any], folder: Path) -> None:
    """Compile the C into `folder`/libraries.

    Raises:
        SystemExit: No C compiler works; the message names the way out.
    """
    from setuptools import Distribution
    from setuptools.errors import CCompilerError, ExecError, PlatformError

    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder / "libraries"), str(folder / "c")
    command.ensure_finalized()
    try:
        with chdir(ARENA.parent):
            command.run()
    except (CCompilerError, ExecError, PlatformError) as error:
        raise SystemExit(
            f"The C compiler failed: {error}\nInstall one with the headers of Python (Debian: "
            "apt install gcc python3-dev), or do without: everything runs from the source as well."
        ) from None


def main() -> None:
    """Build, check or remove, and say so."""
    parser = argparse.ArgumentParser(description="Compile the rules and the hot part of the arena.")
    parser.add_argument(
        "--check", action="store_true", help="only check that mypyc accepts the source"
    )
    parser.add_argument("--remove", action="store_true", help="run the source again")
    options = parser.parse_args()
    if options.remove:
        shutil.rmtree(MODULES, ignore_errors=True)
        print("Removed. The arena runs from its source.")
    elif options.check:
        with TemporaryDirectory() as folder:
            translate(Path(folder))
        print("mypyc accepts the source.")
    else:
        build()
        size = sum(file.stat().st_size for file in MODULES.iterdir()) / 1e6
        print(f"Compiled, {size:.1f} MB. `arena --version` says whether it is used.")


if __name__ == "__main__":
    main()
