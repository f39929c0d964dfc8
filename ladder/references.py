"""The reference bots of a ladder: those whose strength is known, wherever they have played."""

import json
from collections.abc import Collection

from ladder.calibration import calibration
from ladder.store import Store

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
