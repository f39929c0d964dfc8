"""Stays in a league: from which match of its ledger to which a bot was in it.

Bots come and go at some moment; what is noted is the place in the ledger. So what a league draws
depends on the database alone, and an interrupted run draws the same as one that was left alone.
"""

from collections.abc import Collection
from dataclasses import dataclass

from ladder.database.store import Bot, Store

VERSIONS = 2
"""The most versions of a bot that play beside each other; the newest."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of the bots that have come, and that have gone."""

    came: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stay:
    """One bot's stretch of a league's ledger, in numbers of matches."""

    bot_id: int
    since: int
    until: int | None
    """The first match for which it could not be drawn any more; None while it is there."""

    def holds(self, match: int) -> bool:
        """True if the bot could be drawn for that match."""
        return self.since <= match and (self.until is None or match < self.until)


def stays(store: Store, league_id: int) -> list[Stay]:
    """List all stays in a league, in the order of its ledger."""
    rows = store.rows(
        "SELECT bot_id, since_match AS since, until_match AS until FROM stays "
        "WHERE tournament_id = ? ORDER BY since_match, bot_id",
        [league_id],
    )
    return [Stay(**row) for row in rows]


def present(store: Store, league_id: int, match: int) -> list[int]:
    """The ids of the bots that could be drawn for a match, in order."""
    return sorted(each.bot_id for each in stays(store, league_id) if each.holds(match))


def update(store: Store, league_id: int, wanted: Collection[int]) -> Changes:
    """Let in those of the wanted bots that are not there, and out those that are not wanted.

    From the next match that is written. A stay whose end is noted already is left alone until then,
    and so is one that has still to begin.
    """
    with store.transaction() as conn:
        (here,) = conn.execute(
            "SELECT matches FROM tournaments WHERE id = ?", [league_id]
        ).fetchone()
        noted = stays(store, league_id)
        there = {each.bot_id for each in noted if each.until is None and each.since <= here}
        planned = {each.bot_id for each in noted if each.since > here or (each.until or 0) > here}
        came = sorted(set(wanted) - there - planned)
        left = sorted(there - set(wanted) - planned)
        for bot in came:
            entrant = {"tournament_id": league_id, "bot_id": bot}
            store.db["entrants"].upsert(entrant, pk=("tournament_id", "bot_id"))
            stay = entrant | {"since_match": here, "until_match": None}
            store.db["stays"].upsert(stay, pk=(*entrant, "since_match"))
        for bot in left:
            dismiss(store, league_id, bot, here)
    return Changes(tuple(came), tuple(left))


def dismiss(store: Store, league_id: int, bot_id: int, match: int) -> None:
    """End a bot's stay before that match, within the caller's transaction."""
    store.conn.execute(
        "UPDATE stays SET until_match = ? WHERE tournament_id = ? AND bot_id = ? "
        "AND until_match IS NULL",
        [match, league_id, bot_id],
    )


def newest_versions(bots: Collection[Bot]) -> list[Bot]:
    """The active bots, and beside each of them the versions that only it has retired: VERSIONS in
    all."""
    by_name: dict[str, list[Bot]] = {}
    for bot in sorted(bots, key=lambda bot: (bot.name, -bot.version)):
        by_name.setdefault(bot.name, []).append(bot)
    return [
        bot
        for newest, *older in by_name.values()
        if newest.status == "active"
        for bot in (newest, *(each for each in older[: VERSIONS - 1] if each.willing))
    ]
