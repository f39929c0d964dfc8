"""What is used of Ray that is not public, all of it: whoever raises the bound on Ray looks here.

Ray has no public way to ask whether a cluster takes our token without trying for 20 s, nor to hear
that a daemon which it started has ended. A test tries each on the Ray that is installed.
"""

import sys
from typing import Any, Final

KNOCK: Final = "import sys; from ray._raylet import GcsClient; GcsClient(address=sys.argv[1])"
"""A program that ends with AuthenticationError where the cluster does not take its token."""
LOOPBACK: Final = {"_node_ip_address": "127.0.0.1"}
"""Options of `ray.init` which, with its environment, keep a cluster of our own to this machine."""


def knock(ray: Any, address: str) -> None:
    """Speak to the head of a cluster, if there is one. Raises AuthenticationError, or others."""
    head = ray._private.services.canonicalize_bootstrap_address(address)
    if head is not None:
        ray._raylet.GcsClient(address=head)


def ended() -> list[str]:
    """Name the daemons that this process has started and that have ended; none without Ray."""
    node = getattr(sys.modules.get("ray._private.worker"), "_global_node", None)
    return [kind for kind, _ in node.dead_processes()] if node is not None else []
