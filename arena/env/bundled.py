"""The bundled bots in Python, as installed: modules called `arena.env.bundled.greedy` and so on.

As programs they stand alone in their folder and import each other by bare names: `bohnanza`,
`skills.plus`. Here, too, these names mean the files of that folder, even if a user's script has
modules of the same names beside it; the user's modules are left alone.
"""

import builtins
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[2] / "bots" / "python"
__path__ = [str(FOLDER)]
"""The path makes this module a package, so that its submodules are searched for in the folder."""


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> Any:
    """Import for a bundled bot: look in the bots' folder first."""
    first = name.partition(".")[0]
    # All else is imported as usual: the standard library, and names relative to a package.
    if level or not ((FOLDER / f"{first}.py").exists() or (FOLDER / first).is_dir()):
        return __import__(name, globals, locals, fromlist, level)
    import_module(f"{__name__}.{name}")
    return sys.modules[f"{__name__}.{name if fromlist else first}"]


class _Loader(SourceFileLoader):
    """A loader that gives a module its own `import`."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with `_import` as its `import`."""
        vars(module)["__builtins__"] = vars(builtins) | {"__import__": _import}
        super().exec_module(module)


class _Finder:
    """A finder of the bundled bots' modules, in first place so that no other loader runs them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find one of these modules; return None for all others."""
        if not name.startswith(f"{__name__}."):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder())
