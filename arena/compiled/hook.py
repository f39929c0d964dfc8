"""A hatch hook, off by default: put the compiled modules into a wheel for this platform.

`HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps .`
"""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledModules(BuildHookInterface):  # type: ignore[misc]  # installed only while hatch builds
    """A hook that builds in place and adds the result to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and add the result to a wheel.

        `version` is "standard" for a wheel, "editable" for `pip install -e`.
        """
        sys.path.insert(0, self.root)
        from arena.compiled import MODULES
        from arena.compiled.build import build

        build()
        if version == "standard":
            build_data["force_include"][str(MODULES)] = "arena/compiled/modules"
            build_data |= {"pure_python": False, "infer_tag": True}
