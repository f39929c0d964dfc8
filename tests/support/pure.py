"""Import it before anything of the arena: here, and in what is started from here, the source runs.

For what changes, traces or subclasses the rules, which compiled modules do not allow.
"""

import os

from arena import compiled

os.environ[compiled.PURE] = "1"
assert not compiled.state().compiled, f"compiled modules run already; set {compiled.PURE}=1"
