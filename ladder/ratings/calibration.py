"""Calibrations: how strong the reference bots are, known from many games among themselves.

`poe calibrate` plays these games and writes `calibrations/1.json`, `2.json`, …: one for each
version of these bots or of the rules, and all come with the arena, so that an older ladder keeps
its scale. A bot is identified by its content hash, a game by its variant and number of players,
under the usual limits of talk. This module also finds where reference bots have played on a ladder.
It does without numpy, as standings ask only which bots are known.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations, combinations_with_replacement
from operator import neg
from typing import Any

from ladder.database.store import Store
from ladder.statistics.elo import rated_pairs

FIELD = ("random", "greedy", "trader")
"""The reference bots: one plays at random, one plants well and hardly trades, one trades. They run
wherever the arena does."""
ORIGIN = "greedy"
"""The bot at 1500. It neither wins nor loses nearly everything, so the scale is surest there."""
PAIRS = tuple(combinations(range(len(FIELD)), 2))
"""The pairs of the field, by position in FIELD."""
NUMBERS = 2 * len(PAIRS)
"""The length of a game's vector: for each pair, twice the first bot's score; then for each pair,
how often the two met."""
PRODUCTS = tuple(combinations_with_replacement(range(NUMBERS), 2))
Game = tuple[str, int]
"""A variant and its number of players."""


@dataclass(slots=True)
class PoolResults:
    """Sums over the games of one pool; whole numbers, so their order never matters."""

    games: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * NUMBERS)
    """Sums of the vectors of games, of length NUMBERS."""
    products: list[int] = field(default_factory=lambda: [0] * len(PRODUCTS))
    """Sums of the products of each two components, ordered as in PRODUCTS."""

    def add(self, bots: Sequence[int], places: Sequence[int]) -> None:
        """Count a game; `bots` has each seat's position in FIELD."""
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
    """Content hash by name in FIELD."""
    pools: Mapping[Game, PoolResults]
    link: tuple[float, float] = (0.0, 0.0)
    """How far ORIGIN is above that of the first calibration, which keeps 1500, and the 95% interval
    of that; in Elo points, by games of both."""
    id: str = ""
    """Hash of the data; ratings by another calibration are on another scale."""

    @classmethod
    def read(cls, text: str) -> "Calibration":
        """Parse the JSON that `text` returns."""
        data = json.loads(text)
        pools = {
            (variant, int(players)): PoolResults(*numbers)
            for variant, sizes in data["pools"].items()
            for players, numbers in sizes.items()
        }
        name = hashlib.sha256(text.encode()).hexdigest()[:12]
        link = data.get("link", (0.0, 0.0))
        return cls(data["rules_version"], data["negotiation"], data["bots"], pools, link, name)

    @property
    def text(self) -> str:
        """The calibration as JSON, a line for each pool."""
        head: dict[str, Any] = {
            "rules_version": self.rules_version,
            "negotiation": self.negotiation,
            "games": self.games,
            "bots": dict(self.bots),
        } | ({"link": self.link} if any(self.link) else {})
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
        """The number of games in all pools."""
        return sum(played.games for played in self.pools.values())

    def covers(self, variant: str, players: int, negotiation: str, rules_version: str) -> bool:
        """Return True if the field's strengths are known in such a pool, whatever the clock."""
        same = (negotiation, rules_version) == (self.negotiation, self.rules_version)
        return same and (variant, players) in self.pools


@cache
def calibrations() -> tuple[Calibration, ...]:
    """Return all calibrations that ever came with the arena, the newest first."""
    folder = files("ladder.ratings").joinpath("calibrations")
    numbers = sorted((int(each.name.removesuffix(".json")) for each in folder.iterdir()), key=neg)
    texts = (folder.joinpath(f"{number}.json").read_text("utf-8") for number in numbers)
    return tuple(map(Calibration.read, texts))


def calibration() -> Calibration:
    """Return the newest calibration: that of today's reference bots and rules."""
    return calibrations()[0]


def references(store: Store, source: Calibration) -> dict[str, int]:
    """Return the ids of a calibration's bots on a ladder, by name."""
    known = {digest: name for name, digest in source.bots.items()}
    # The last row of each hash counts in a mapping: the bot that was entered first.
    found = store.mapping(
        "SELECT hash, id FROM bots WHERE hash IN (SELECT value FROM json_each(?)) "
        "AND json_extract(manifest, '$.bundled') ORDER BY id DESC",
        [[*known]],
    )
    return {known[digest]: bot_id for digest, bot_id in found.items()}


def calibrated(store: Store, pool_ids: Collection[int], source: Calibration) -> dict[int, Game]:
    """Return the pools that a calibration covers, by id."""
    rows = store.rows(
        "SELECT id, variant, players, negotiation, rules_version FROM pools "
        "WHERE id IN (SELECT value FROM json_each(?))",
        [list(pool_ids)],
    )
    return {
        row["id"]: (row["variant"], row["players"])
        for row in rows
        if source.covers(row["variant"], row["players"], row["negotiation"], row["rules_version"])
    }


def scale_of(store: Store, pool_ids: Collection[int], bots: Collection[int] | None = None) -> str:
    """Return the id of the calibration that puts some pools on its scale.

    It is the newest of which a bot has been rated in these pools; an older one measures a ladder
    that only older reference bots, or older rules, have seen.

    Args:
        store: The ladder.
        pool_ids: The pools.
        bots: The ids of the bots that have played; None for all that have.

    Returns:
        "" if there is none.
    """
    for source in calibrations():
        known = {*references(store, source).values()}
        rows = store.rows(
            "SELECT 1 FROM ratings WHERE bot_id IN (SELECT value FROM json_each(?)) "
            "AND pool_id IN (SELECT value FROM json_each(?)) LIMIT 1",
            [
                [*(known if bots is None else known.intersection(bots))],
                [*calibrated(store, pool_ids, source)],
            ],
        )
        if rows:
            return source.id
    return ""


def rules_of(store: Store, pool_ids: Collection[int]) -> str:
    """Return the versions of the rules of some pools, such as `3` or `3, 4`."""
    versions = store.column(
        "SELECT DISTINCT rules_version FROM pools WHERE id IN (SELECT value FROM json_each(?)) "
        "ORDER BY CAST(rules_version AS REAL)",
        [list(pool_ids)],
    )
    return ", ".join(versions)
