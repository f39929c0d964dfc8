"""All uses of Ray's private interface; look here before you raise the bound on Ray.

Ray has no public way to ask whether a cluster accepts our token without trying for 20 s, or to
notice that a daemon which it started has ended. A test tries each use on the installed Ray.
"""

import sys
from typing import Any, Final

KNOCK: Final = "import sys; from ray._raylet import GcsClient; GcsClient(address=sys.argv[1])"
"""A program that ends with AuthenticationError if the cluster does not accept its token."""
LOOPBACK: Final = {"_node_ip_address": "127.0.0.1"}
"""Options of `ray.init` that, with its environment, keep a local cluster to this machine."""


def knock(ray: Any, address: str) -> None:
    """Contact a cluster's head, if there is one. Raises AuthenticationError, or other errors."""
    head = ray._private.services.canonicalize_bootstrap_address(address)
    if head is not None:
        ray._raylet.GcsClient(address=head)


def ended() -> list[str]:
    """List the daemons that this process has started and that have ended; none without Ray."""
    node = getattr(sys.modules.get("ray._private.worker"), "_global_node", None)
    return [kind for kind, _ in node.dead_processes()] if node is not None else []
