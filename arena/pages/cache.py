"""Pages that were made before: the ones used last, as many as fit into some memory."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it was made."""

    content: bytes
    state: Hashable
    """Of what it was made from."""
    made_at: float
    """Seconds of a clock that never goes back, when it was begun, …"""
    took: float
    """… and how long it took."""
    tag: str = field(init=False)
    """Names the content, for a browser that has it already."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tag", f'"{sha256(self.content).hexdigest()[:32]}"')


class Cache:
    """By address. most: bytes in all; what was not used for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def get(self, address: str) -> Kept | None:
        """The page kept for an address."""
        found = self._kept.get(address)
        if found is not None:
            self._kept.move_to_end(address)
        return found

    def put(self, address: str, page: Kept) -> None:
        """Keeps a page, unless it alone is too large."""
        before = self._kept.pop(address, None)
        self._bytes -= len(before.content) if before else 0
        if len(page.content) > self._most:
            return
        self._kept[address] = page
        self._bytes += len(page.content)
        while self._bytes > self._most:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone.content)

    @property
    def bytes(self) -> int:
        """How much is kept."""
        return self._bytes
