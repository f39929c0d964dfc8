"""Official ratings that were kept: whether they are of the pools and bots that they name."""

import json
from collections.abc import Iterator

from ladder.checks.check import RECOMPUTE, Beat, Check
from ladder.store import Store


def _wrong_fits(store: Store, beat: Beat) -> Iterator[str]:
    rated: dict[int, int] = dict(store.conn.execute("SELECT id, matches FROM pools"))
    fits = store.conn.execute("SELECT id, pools, matches, ranked FROM fits ORDER BY id").fetchall()
    for number, (fit_id, pools, matches, ranked) in enumerate(fits):
        beat(number, len(fits))
        try:
            ids, chosen = json.loads(pools), set(json.loads(ranked))
        except (ValueError, TypeError):
            yield f"Fit {fit_id} does not say what it is of."
            continue
        if unknown := set(ids) - rated.keys():
            yield f"Fit {fit_id} is of a pool {min(unknown)} that does not exist."
            continue
        now = sum(rated[pool] for pool in ids)
        if matches > now:
            yield f"Fit {fit_id} is of {matches} rated matches; its pools have {now}."
        fitted = {
            bot
            for (bot,) in store.conn.execute(
                "SELECT bot_id FROM official_ratings WHERE fit_id = ?", [fit_id]
            )
        }
        if chosen - fitted:
            yield f"Fit {fit_id} ranks a bot that it has not rated."
        played = {
            bot
            for (bot,) in store.conn.execute(
                "SELECT DISTINCT bot_id FROM ratings "
                "WHERE pool_id IN (SELECT value FROM json_each(?))",
                [pools],
            )
        }
        if fitted - played or (matches == now and played - fitted):
            yield f"Fit {fit_id} does not rate those that have played in its pools."


FITS = (
    Check(
        "fits",
        "kept official ratings are of the bots and games they name",
        _wrong_fits,
        RECOMPUTE,
    ),
)
