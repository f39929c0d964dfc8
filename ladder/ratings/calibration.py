"""The calibration: how strong the reference bots are beside each other, known from many games; and
where they have played on a ladder.

`poe calibrate` plays them and writes `calibration.json`, which comes with the arena. A bot is known
by its content hash, a game by its variant and number of players, under the usual limits of talk.
Nothing here needs numpy: standings ask only who is known.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, combinations_with_replacement
from typing import Any

from ladder.database.store import Store
from ladder.statistics.elo import rated_pairs

FIELD = ("random", "greedy", "trader")
"""One that plays at random, one that plants well and hardly trades, one that trades: they run
wherever the arena does."""
ORIGIN = "greedy"
"""It has 1500: it neither wins nor loses nearly everything, so the scale is surest there."""
PAIRS = tuple(combinations(range(len(FIELD)), 2))
"""The pairs of the field, by place."""
NUMBERS = 2 * len(PAIRS)
"""Of a game: by pair, twice the first one's score; then by pair, how often the two met."""
PRODUCTS = tuple(combinations_with_replacement(range(NUMBERS), 2))


@dataclass(slots=True)
class PoolResults:
    """What came of the games of one pool: whole numbers, so that the same games give the same."""

    games: int
    sums: list[int]
    """Of the NUMBERS of a game."""
    products: list[int]
    """Of each two of them, as in PRODUCTS."""

    @classmethod
    def nothing(cls) -> "PoolResults":
        """No game yet."""
        return cls(0, [0] * NUMBERS, [0] * len(PRODUCTS))

    def add(self, bots: Sequence[int], places: Sequence[int]) -> None:
        """Count a game. bots: by seat, the place in FIELD. places: by seat."""
        numbers = [0] * NUMBERS
        for seat, other, score in rated_pairs(bots, places):
            one, two = sorted((bots[seat], bots[other]))
            pair = PAIRS.index((one, two))
            numbers[pair] += int(2 * (score if bots[seat] == one else 1 - score))
            numbers[len(PAIRS) + pair] += 1
        self.games += 1
        self.sums = [total + number for total, number in zip(self.sums, numbers, strict=True)]
        for at, (one, two) in enumerate(PRODUCTS):
            self.products[at] += numbers[one] * numbers[two]


@dataclass(frozen=True)
class Calibration:
    """The games of the reference field in all pools."""

    rules_version: str
    negotiation: str
    bots: Mapping[str, str]
    """By name in FIELD, the content hash."""
    pools: Mapping[tuple[str, int], PoolResults]
    """By variant and number of players."""
    id: str = ""
    """Of its data: ratings by another calibration are on another scale."""

    @classmethod
    def read(cls, text: str) -> "Calibration":
        """Read what `text` wrote."""
        data = json.loads(text)
        pools = {
            (variant, int(players)): PoolResults(*numbers)
            for variant, sizes in data["pools"].items()
            for players, numbers in sizes.items()
        }
        name = hashlib.sha256(text.encode()).hexdigest()[:12]
        return cls(data["rules_version"], data["negotiation"], data["bots"], pools, name)

    @property
    def text(self) -> str:
        """Itself as JSON, a line for each pool."""
        head: dict[str, Any] = {
            "rules_version": self.rules_version,
            "negotiation": self.negotiation,
            "games": self.games,
            "bots": dict(self.bots),
        }
        by_variant: dict[str, list[str]] = {}
        for (variant, players), played in sorted(self.pools.items()):
            row = json.dumps([played.games, played.sums, played.products], separators=(",", ":"))
            by_variant.setdefault(variant, []).append(f'"{players}": {row}')
        pools = ",\n".join(
            f"{json.dumps(variant)}: {{\n" + ",\n".join(rows) + "}"
            for variant, rows in by_variant.items()
        )
        return json.dumps(head, indent=1)[:-2] + ',\n "pools": {\n' + pools + "}}\n"

    @property
    def games(self) -> int:
        """In all pools."""
        return sum(played.games for played in self.pools.values())

    def covers(self, variant: str, players: int, negotiation: str, rules_version: str) -> bool:
        """Whether the field's strengths are known in such a pool, whatever the clock."""
        same = (negotiation, rules_version) == (self.negotiation, self.rules_version)
        return same and (variant, players) in self.pools


@cache
def calibration() -> Calibration:
    """The one that comes with the arena."""
    return Calibration.read(files("ladder.ratings").joinpath("calibration.json").read_text("utf-8"))


Pool = tuple[str, int]
"""A variant and a number of players."""


def references(store: Store) -> dict[str, int]:
    """The ids of the bots that the calibration knows, by name: as they came with the arena."""
    known = {digest: name for name, digest in calibration().bots.items()}
    rows = store.rows(
        "SELECT id, hash FROM bots WHERE hash IN (SELECT value FROM json_each(?)) "
        "AND json_extract(manifest, '$.bundled') ORDER BY id DESC",
        [json.dumps([*known])],
    )
    return {known[row["hash"]]: row["id"] for row in rows}


def calibrated(store: Store, pool_ids: Collection[int]) -> dict[int, Pool]:
    """Those of some pools that the calibration covers."""
    rows = store.rows(
        "SELECT id, variant, players, negotiation, rules_version FROM pools "
        "WHERE id IN (SELECT value FROM json_each(?))",
        [json.dumps(list(pool_ids))],
    )
    return {
        row["id"]: (row["variant"], row["players"])
        for row in rows
        if calibration().covers(
            row["variant"], row["players"], row["negotiation"], row["rules_version"]
        )
    }


def scale_of(store: Store, pool_ids: Collection[int]) -> str:
    """The calibration by which the bots of some pools are measured; "" where none of its bots has
    been rated."""
    rows = store.rows(
        "SELECT 1 FROM ratings WHERE bot_id IN (SELECT value FROM json_each(?)) "
        "AND pool_id IN (SELECT value FROM json_each(?)) LIMIT 1",
        [
            json.dumps([*references(store).values()]),
            json.dumps([*calibrated(store, pool_ids)]),
        ],
    )
    return calibration().id if rows else ""
