"""Stays in a league: from which match of its ledger to which a bot takes part.

Bots come and go at any time, but a stay records places in the ledger. So a league's draws depend on
the database alone, and an interrupted run draws the same as an uninterrupted one. See decision 8
(`docs/decisions/08-leagues.md`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from ladder.database.store import Bot, Store

VERSIONS = 2
"""The number of newest versions of a bot that play at the same time."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The ids of bots that joined or left."""

    came: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stay:
    """One bot's stretch of a league's ledger, in numbers of matches."""

    bot_id: int
    since: int
    until: int | None
    """The first match that it could no longer be drawn for; None while it is there."""
    owner: str = ""
    """SHA-256 of its submitter's key during the stay: whose bot it is may change later."""

    def holds(self, match: int) -> bool:
        """Return True if the bot could be drawn for that match."""
        return self.since <= match and (self.until is None or match < self.until)


def stays(store: Store, league_id: int) -> list[Stay]:
    """List all stays in a league, in the order of its ledger."""
    rows = store.rows(
        "SELECT bot_id, since_match AS since, until_match AS until, owner FROM stays "
        "WHERE tournament_id = ? ORDER BY since_match, bot_id",
        [league_id],
    )
    return [Stay(**row) for row in rows]


def present(store: Store, league_id: int, match: int) -> list[int]:
    """Return the sorted ids of the bots that could be drawn for a match."""
    return sorted(stay.bot_id for stay in stays(store, league_id) if stay.holds(match))


def update(store: Store, league_id: int, wanted: Collection[int]) -> Changes:
    """Admit the wanted bots that are not there, and release those that are no longer wanted.

    Both take effect with the next match that is written, as does a change of key, which begins a
    new stay. Until then, stays that are to end or to begin are left alone.
    """
    with store.transaction() as conn:
        (here,) = conn.execute(
            "SELECT matches FROM tournaments WHERE id = ?", [league_id]
        ).fetchone()
        noted, owner = stays(store, league_id), dict(conn.execute("SELECT id, owner FROM bots"))
        there = {
            stay.bot_id: stay.owner for stay in noted if stay.until is None and stay.since <= here
        }
        planned = {stay.bot_id for stay in noted if stay.since > here or (stay.until or 0) > here}
        came = sorted(set(wanted) - there.keys() - planned)
        left = sorted(there.keys() - set(wanted) - planned)
        moved = [bot for bot in set(wanted) & there.keys() if there[bot] != owner[bot]]
        for bot in (*left, *moved):
            dismiss(store, league_id, bot, here)
        for bot in (*came, *moved):
            entrant = {"tournament_id": league_id, "bot_id": bot}
            # A bot that comes back is an entrant already.
            store.db["entrants"].upsert(entrant, pk=("tournament_id", "bot_id"))
            stay = entrant | {"since_match": here, "until_match": None, "owner": owner[bot]}
            store.db["stays"].upsert(stay, pk=(*entrant, "since_match"))
    return Changes(tuple(came), tuple(left))


def dismiss(store: Store, league_id: int, bot_id: int, match: int) -> None:
    """End a bot's stay before that match, within the caller's transaction."""
    store.conn.execute(
        "UPDATE stays SET until_match = ? WHERE tournament_id = ? AND bot_id = ? "
        "AND until_match IS NULL",
        [match, league_id, bot_id],
    )


def newest_versions(bots: Collection[Bot]) -> list[Bot]:
    """Return the VERSIONS newest versions of each active bot.

    Of the older ones, only those that a newer version retired count.
    """
    newest_first = sorted(bots, key=lambda bot: (bot.name, -bot.version))
    return [
        bot
        for _, (newest, *older) in groupby(newest_first, key=lambda bot: bot.name)
        if newest.status == "active"
        for bot in (newest, *(version for version in older[: VERSIONS - 1] if version.willing))
    ]
