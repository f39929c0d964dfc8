"""A stored game by its number: one of the ladder, or a casual one; the bots of its record."""

import json
from dataclasses import dataclass

from ladder import casual, games
from ladder.errors import DamagedRecord
from ladder.store import Store
from protocol import Json


def label(bot: Json) -> str:
    """A bot of a record: `name:version`, the name alone of one that was not on the ladder."""
    return f"{bot['name']}:{bot['version']}" if bot["version"] else str(bot["name"])


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a game: `17` is one of the ladder, `c17` a casual one."""

    casual: bool
    number: int

    def __str__(self) -> str:
        return casual.name(self.number) if self.casual else str(self.number)

    def data(self, store: Store) -> Json:
        """The record as plain data, by whatever rules it was played. Raises as `record`."""
        try:
            found: Json = json.loads(self.record(store))
            if found["bots"] and found["decisions"] is not None:
                return found
        except (ValueError, LookupError, TypeError):
            pass
        raise DamagedRecord(f"The record of game {self} is damaged.")

    def record(self, store: Store) -> bytes:
        """The game's record, JSON. Raises UnknownGame, DamagedRecord."""
        found = casual.record if self.casual else games.record
        return found(store, self.number)

    def packed(self, store: Store) -> bytes:
        """The packed record, as stored (`ladder/records.py`). Raises UnknownGame, DamagedRecord."""
        found = casual.packed_record if self.casual else games.packed_record
        return found(store, self.number)

    def logs(self, store: Store) -> dict[int, str]:
        """Its bots' stderr by seat; not harmless. Raises UnknownGame."""
        found = casual.logs if self.casual else games.logs
        return found(store, self.number)
