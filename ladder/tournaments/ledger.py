"""A tournament's ledger while it is played: the games to play, and each result exactly once.

Only the tournament's driver writes here. A result is stored once, however often it is sent. A match
is rated when all its games are there and all matches before it in the ledger are settled. So
ratings, suspensions and the rest of the ledger never depend on which game happens to end first.
See decision 4 (`docs/decisions/04-ledger.md`).
"""

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, partial
from operator import attrgetter

from ladder.database.logs import MOST_LOGS
from ladder.database.logs import keep as keep_logs
from ladder.database.result import GameResult, Outcome, SeatResult, outcomes
from ladder.database.store import Store, now
from ladder.database.trades import count_trades
from ladder.ratings.live import Suspension, rate_match
from ladder.tournaments.tournaments import NewMatch, Pool, append, pool_of, seated, tournament

MAX_VOIDS = 3
"""Failures of one game through the arena's fault after which its match is given up."""
CIRCLE = """(SELECT json_group_array(bot_id) FROM
    (SELECT bot_id FROM pairings WHERE match_id = m.id ORDER BY position)) AS circle"""
"""The ids of the bots of match `m` of a query, in circular order."""

_OF_SEAT = [
    each.name for each in fields(SeatResult) if each.name not in ("faults", "log", "metrics")
]
_of_seat = attrgetter(*_OF_SEAT)
"""Return what `seats` has of a seat's result under the same name."""
_COLUMNS = [
    *("game_id", "seat", "bot_id", "won", "faults", "fault_kinds"), *Outcome._fields, *_OF_SEAT
]  # fmt: skip
_INSERT_SEAT = (
    f"INSERT INTO seats ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A match that is not played on, and that another may replace."""

    match_id: int
    round: int
    pool: Pool
    bots: tuple[int, ...]
    number: int
    """The number in the ledger of the match that would replace it."""


Redraw = Callable[[Dropped, frozenset[int]], NewMatch | None]
"""Draw a match to replace a dropped one, without the suspended bots; or return None."""


@dataclass(frozen=True, slots=True)
class LedgerEnd:
    """The current end of a ledger, seen from the next match to be rated."""

    rounds: int
    matches: int
    unsettled: int
    """Matches from the next to be rated to the end."""

    @property
    def settled(self) -> int:
        """The number of matches before the next to be rated, which is also its number."""
        return self.matches - self.unsettled


Extend = Callable[[LedgerEnd], Iterable[NewMatch]]
"""Draw the next round of a ledger; nothing if it is not due yet, or there is none."""

Decided = Callable[["Ledger", LedgerEnd], bool]
"""Return True if the settled matches decide the tournament, so that no others count."""


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A game of the ledger that is still to be played."""

    game_id: int
    match_number: int
    rotation: int
    deal: int
    """The number of its deal in its match."""
    pool: Pool
    circle: tuple[int, ...]
    """Bot ids in circular order."""
    swap: tuple[int, int] | None = None
    """The two bots that exchange seats for the second game of a swapped match; else None."""

    @property
    def bots(self) -> tuple[int, ...]:
        """Bot ids by seat."""
        return seated(self.circle, self.rotation, self.swap)


@dataclass(frozen=True, slots=True)
class Saved:
    """The consequences of storing a result, or a failure."""

    stored: bool
    suspended: tuple[Suspension, ...] = ()
    quarantined: bool = False
    decided: bool = False
    """True if the tournament was decided; the rest of the ledger was dropped."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of games in the ledger."""

    to_play: int
    played: int
    dropped: int
    quarantined: int


class Ledger:
    """One tournament's ledger, for the driver that plays it.

    Args:
        store: The ladder.
        tournament_id: The tournament.
        redraw: Draws a replacement when a suspension drops a match.
        extend: Draws the next round; called after each settled match, in the same transaction.
        decided: Says whether the tournament is decided; called likewise.
    """

    def __init__(
        self,
        store: Store,
        tournament_id: int,
        redraw: Redraw = lambda dropped, suspended: None,
        extend: Extend = lambda end: (),
        decided: Decided = lambda ledger, end: False,
    ) -> None:
        self.store = store
        self.tournament = tournament(store, tournament_id)
        self._redraw = redraw
        self._extend = extend
        self._decided = decided
        self._unsettled = False  # there may be whole matches at the cursor

    def counts(self) -> Counts:
        """Count the games that are played, to be played, dropped or quarantined."""
        left = self.store.mapping(_NOT_PLAYED, [self.tournament.id])
        played = self.store.value(_PLAYED, [self.tournament.id])
        gone = (left.get(status, 0) for status in ("dropped", "quarantined"))
        return Counts(left.get("open", 0), played, *gone)

    def unplayed(self, after: tuple[int, int] = (-1, 0), limit: int = 200) -> list[Scheduled]:
        """Return the next games to be played, in ledger order, after (match number, rotation)."""
        rows = self.store.rows(
            f"""SELECT p.*, g.id, m.number, g.rotation, g.deal, m.seating, {CIRCLE}
               FROM matches AS m
               JOIN games AS g ON g.match_id = m.id
               JOIN pools AS p ON p.id = m.pool_id
               WHERE m.tournament_id = ?1 AND m.status = 'open'
                   -- Not from the first match on, as most of a long ledger is settled.
                   AND m.number >= max(?2, (SELECT rated_until FROM tournaments WHERE id = ?1))
                   AND (m.number, g.rotation) > (?2, ?3)
                   AND NOT EXISTS (SELECT 1 FROM results AS r WHERE r.game_id = g.id)
               ORDER BY m.number, g.rotation LIMIT ?4""",
            [self.tournament.id, *after, limit],
        )
        return [
            Scheduled(
                game_id=row["id"],
                match_number=row["number"],
                rotation=row["rotation"],
                deal=row["deal"],
                pool=pool_of(row),
                circle=tuple(json.loads(row["circle"])),
                swap=self._swap(row["seating"]),
            )
            for row in rows
        ]

    def save(self, *results: GameResult, settle: bool = True) -> list[Saved]:
        """Store games and rate the matches they complete: all or none, in one transaction.

        A game that is already stored, or one of a match that was dropped or given up, changes
        nothing.

        Args:
            results: The games, as they came.
            settle: False to leave the rating to a later call, or to `begin` if none comes: ratings
                touch many more pages of the file than games do.

        Returns:
            What became of each; the last one's also has what followed from the rating.
        """
        if not results:
            return []
        with self.store.transaction():
            source_of = cache(partial(_source, self.store.conn))  # no longer: it may be rolled back
            saved = [Saved(self._store_game(result, source_of)) for result in results]
            if settle and self._unsettled:
                saved[-1] = replace(self._settle(), stored=saved[-1].stored)
        return saved

    def _store_game(self, result: GameResult, source_of: Callable[[str], int]) -> bool:
        match_id = self._insert(result, source_of)
        if match_id is not None and self._whole(match_id):
            self._unsettled = True
        return match_id is not None

    def void(self, game_id: int, reason: str) -> Saved:
        """Record a failure through the arena's fault; after MAX_VOIDS, give up the match.

        In the result, `quarantined` means that the game is not to be played again.
        """
        with self.store.transaction() as conn:
            status = self.store.value(
                "SELECT status FROM matches WHERE id = (SELECT match_id FROM games WHERE id = ?)",
                [game_id],
            )
            if status != "open":
                return Saved(stored=False, quarantined=True)
            void = {"game_id": game_id, "reason": reason, "failed_at": now()}
            self.store.db["voids"].insert(void)
            given_up = conn.execute(
                "UPDATE matches SET status = 'quarantined' WHERE status = 'open' "
                "AND id = (SELECT match_id FROM games WHERE id = :game) "
                "AND (SELECT count(*) FROM voids WHERE game_id = :game) >= :most",
                {"game": game_id, "most": MAX_VOIDS},
            ).rowcount
            return self._settle(quarantined=True) if given_up else Saved(stored=False)

    def latest(self) -> int:
        """Return the number of the last match with a played game, or -1."""
        latest: int = self.store.value(
            "SELECT coalesce(max(m.number), -1) FROM matches AS m "
            "JOIN games AS g ON g.match_id = m.id JOIN results AS r ON r.game_id = g.id "
            "WHERE m.tournament_id = ?",
            [self.tournament.id],
        )
        return latest

    def begins_round(self, match: int) -> bool:
        """Return True if no match before this one (a number) is of its round."""
        rounds = self.store.column(
            "SELECT round FROM matches WHERE tournament_id = ? AND number IN (?, ?)",
            [self.tournament.id, match - 1, match],
        )
        return match > 0 and len({*rounds}) == len(rounds)

    def seconds(self) -> float:
        """Return the sum of the durations of all played games, in seconds."""
        seconds: float = self.store.value(
            "SELECT total(time_ms) / 1000 FROM ledger "
            "WHERE tournament_id = ? AND status = 'played'",
            [self.tournament.id],
        )
        return seconds

    def close(self, abandoned: bool = False) -> None:
        """Finish the tournament: drop every incomplete match, and write no more.

        abandoned: True if the organiser ends it, False if its time is up.
        """
        # From here on, nothing that is settled or dropped may bring new matches.
        self._redraw, self._extend = (lambda dropped, suspended: None), (lambda end: ())
        with self.store.transaction() as conn:
            conn.execute(
                "UPDATE matches SET status = 'dropped' WHERE status = 'open' AND tournament_id = ?",
                [self.tournament.id],
            )
            if abandoned:
                self.store.db["tournaments"].update(self.tournament.id, {"abandoned_at": now()})
            self._settle()

    def begin(self) -> None:
        """Bring the ledger up to date at the start of a run.

        Matches of bots that were suspended by hand are dropped, unless the tournament is unrated. A
        ledger that is written round by round may be due for its next round.
        """
        with self.store.transaction():
            suspended = self.store.column(
                "SELECT b.id FROM entrants AS e JOIN bots AS b ON b.id = e.bot_id "
                "WHERE e.tournament_id = ? AND b.status = 'suspended' AND ? ORDER BY b.id",
                [self.tournament.id, self.tournament.rated],
            )
            cursor = self.store.value(_RATED_UNTIL, [self.tournament.id])
            for bot_id in suspended:
                self._drop(bot_id, cursor)
            self._settle()

    def other_rules(self, version: str) -> str:
        """Return the other version of the rules that open matches are to be played by, or ""."""
        other: str = self.store.value(
            "SELECT coalesce(max(rules_version), '') FROM pools WHERE id IN "
            f"(SELECT pool_id FROM matches WHERE {_OTHER_RULES})",
            [self.tournament.id, version],
        )
        return other

    def drop_other_rules(self, version: str) -> None:
        """Drop the matches that were to be played by other rules than those of this version."""
        with self.store.transaction() as conn:
            conn.execute(
                f"UPDATE matches SET status = 'dropped' WHERE {_OTHER_RULES}",
                [self.tournament.id, version],
            )

    @cached_property
    def _pair(self) -> tuple[int, int]:
        """The two bots that exchange seats in swapped matches."""
        one, other = self.store.column(
            "SELECT bot_id FROM entrants WHERE tournament_id = ? AND NOT filler",
            [self.tournament.id],
        )
        return one, other

    def _swap(self, seating: str) -> tuple[int, int] | None:
        return self._pair if seating == "swapped" else None

    def _insert(self, result: GameResult, source_of: Callable[[str], int]) -> int | None:
        """Insert the rows of a result; return its match, or None if it is not wanted."""
        conn = self.store.conn
        circle = conn.execute(
            "SELECT p.bot_id, m.id, g.rotation, m.status, m.seating, m.tournament_id, m.pool_id "
            "FROM games AS g "
            "JOIN matches AS m ON m.id = g.match_id JOIN pairings AS p ON p.match_id = m.id "
            "WHERE g.id = ? ORDER BY p.position",
            [result.game_id],
        ).fetchall()
        _, match_id, rotation, status, seating, *part = circle[0]
        if status != "open":  # dropped or given up while it was played
            return None
        decisions = sum(seat.decisions for seat in result.seats)
        source = source_of(result.source)
        # Every game counts once: of two results, the first stays (decision 4).
        changes = conn.total_changes
        conn.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [result.game_id, decisions, result.time_ms, now(), result.level, source],
        )
        # Not the cursor's rowcount: in a Turkish locale Python before 3.13 does not see that this
        # is an INSERT, as its i is not the small letter of I, and says -1.
        if conn.total_changes == changes:
            return None
        conn.execute(
            "INSERT INTO played VALUES (?, ?, ?, ?, 1) ON CONFLICT "
            "(tournament_id, pool_id, level, source_id) DO UPDATE SET games = games + 1",
            [*part, result.level, source],
        )
        bots = seated(tuple(row[0] for row in circle), rotation, self._swap(seating))
        self._insert_seats(result, bots)
        conn.execute("INSERT INTO records VALUES (?, ?)", [result.game_id, result.record])
        if result.trades:
            conn.execute("INSERT INTO trades VALUES (?, ?)", [result.game_id, result.trades])
        logs = [(seat.log, bool(seat.faults)) for seat in result.seats]
        keep_logs(conn, result.game_id, logs, MOST_LOGS)
        return int(match_id)

    def _insert_seats(self, result: GameResult, bots: tuple[int, ...]) -> None:
        """Insert the rows of the seats, and the numbers that their bots reported."""
        conn = self.store.conn
        forfeited = frozenset(n for n, seat in enumerate(result.seats) if seat.forfeited)
        ends = outcomes(tuple(seat.place for seat in result.seats), forfeited, result.winners)
        conn.executemany(
            _INSERT_SEAT,
            [
                (
                    result.game_id,
                    number,
                    bots[number],
                    number in result.winners,
                    sum(seat.faults.values()),
                    json.dumps(dict(seat.faults)) if seat.faults else "{}",
                    *ends[number],
                    *_of_seat(seat),
                )
                for number, seat in enumerate(result.seats)
            ],
        )
        metrics = [
            (result.game_id, number, key, value)
            for number, seat in enumerate(result.seats)
            for key, value in seat.metrics.items()
        ]
        if metrics:
            conn.executemany("INSERT INTO metrics VALUES (?, ?, ?, ?)", metrics)

    def _whole(self, match_id: int) -> bool:
        """Return True if all games of a match are there, and mark it as whole."""
        marked = self.store.conn.execute(
            "UPDATE matches SET status = 'whole' WHERE id = :match AND NOT EXISTS ("
            "SELECT 1 FROM games AS g LEFT JOIN results AS r ON r.game_id = g.id "
            "WHERE g.match_id = :match AND r.game_id IS NULL)",
            {"match": match_id},
        ).rowcount
        return marked > 0

    def _settle(self, quarantined: bool = False) -> Saved:
        """Move the tournament's cursor over all settled matches, and rate the complete ones."""
        conn, cursor = self.store.conn, self.store.value(_RATED_UNTIL, [self.tournament.id])
        start, decided, self._unsettled = cursor, False, False
        suspended: list[Suspension] = []
        rated: list[int] = []
        while True:
            # Before each match, so that what is drawn depends only on those settled before it.
            decided = decided or self._extend_or_end(cursor)
            match = conn.execute(
                "SELECT id, pool_id, status FROM matches WHERE tournament_id = ? AND number = ?",
                [self.tournament.id, cursor],
            ).fetchone()
            if match is None or match[2] == "open":
                break
            cursor += 1
            # A suspension drops later matches, before any of them can be rated.
            if match[2] == "whole" and self.tournament.rated:
                rated.append(match[0])
                for suspension in rate_match(conn, match[0], match[1], self.tournament.fixed_k):
                    self._drop(suspension.bot_id, cursor)
                    suspended.append(suspension)
        count_trades(conn, rated)
        finished = match is None
        if cursor != start or (finished and cursor):  # the latter after merging the last games
            conn.execute(
                "UPDATE tournaments SET rated_until = ?, "
                "finished_at = CASE WHEN ? THEN coalesce(finished_at, ?) END WHERE id = ?",
                [cursor, finished, now(), self.tournament.id],
            )
        return Saved(not quarantined, tuple(suspended), quarantined, decided)

    def _extend_or_end(self, cursor: int) -> bool:
        """Write the rounds that are due; if the tournament is decided, drop the rest instead.

        Returns:
            True if it is decided.
        """
        end = self._end(cursor)
        if end and self._decided(self, end):
            self.store.conn.execute(
                "UPDATE matches SET status = 'dropped' "
                "WHERE tournament_id = ? AND number >= ? AND status IN ('open', 'whole')",
                [self.tournament.id, cursor],
            )
            return True
        # Several rounds may be due: the ledger is kept some rounds ahead of the games.
        while end and self._append_round(cursor, end):
            end = self._end(cursor)
        return False

    def _end(self, cursor: int) -> LedgerEnd | None:
        """Return the end of the ledger; None if it is final, by a goal, by the clock or by hand."""
        rounds, matches, finished_at = self.store.conn.execute(
            "SELECT rounds, matches, finished_at FROM tournaments WHERE id = ?",
            [self.tournament.id],
        ).fetchone()
        return None if finished_at else LedgerEnd(rounds, matches, matches - cursor)

    def _append_round(self, cursor: int, end: LedgerEnd) -> int:
        """Write the next round, if it is due; return its number of matches."""
        # Only here does a format that sees results draw, and so learn of suspensions.
        if not end.unsettled:
            self._note_suspended(end.rounds)
        return self._append(end.matches, cursor, self._extend(end))

    def _append(self, first: int, cursor: int, drafts: Iterable[NewMatch]) -> int:
        """Write newly drawn matches, and what they are drawn from; return their number."""
        tournament_id = self.tournament.id
        written = append(self.store.conn, tournament_id, drafts)
        if written:
            self.store.conn.execute(
                """INSERT INTO draws SELECT ?1, ?2, ?3,
                       (SELECT json_group_array(number) FROM matches WHERE tournament_id = ?1
                           AND number >= ?3 AND status IN ('dropped', 'quarantined')),
                       (SELECT json_group_array(id) FROM bots WHERE status = 'suspended')""",
                [tournament_id, first, cursor],
            )
        return written

    def _note_suspended(self, rounds: int) -> None:
        """Record which entrants were suspended, and in which round, since formats need it."""
        self.store.conn.execute(
            "UPDATE entrants SET suspended_in = ? WHERE tournament_id = ? AND suspended_in IS NULL "
            "AND bot_id IN (SELECT id FROM bots WHERE status = 'suspended')",
            [rounds, self.tournament.id],
        )

    def _drop(self, bot_id: int, since: int) -> None:
        """Drop a bot's matches from a number on, and draw replacements at the ledger's end.

        Matches played ahead of their turn are dropped too; otherwise the speed of the machine would
        decide which of them count.
        """
        doomed = self.store.rows(
            f"""SELECT p.*, m.id, m.round, {CIRCLE}
               FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
               WHERE m.tournament_id = ? AND m.number >= ? AND m.status IN ('open', 'whole')
                   AND m.id IN (SELECT match_id FROM pairings WHERE bot_id = ?)
               ORDER BY m.number""",
            [self.tournament.id, since, bot_id],
        )
        number = self.store.value(_MATCHES, [self.tournament.id])
        suspended = frozenset(bot.id for bot in self.store.bots("suspended"))
        for row in doomed:
            self.store.conn.execute(
                "UPDATE matches SET status = 'dropped' WHERE id = ?", [row["id"]]
            )
            circle = tuple(json.loads(row["circle"]))
            dropped = Dropped(row["id"], row["round"], pool_of(row), circle, number)
            if draft := self._redraw(dropped, suspended):
                number += self._append(number, since, [draft])


def _source(conn: sqlite3.Connection, name: str) -> int:
    """Return the number of a source, entering it if it is new; 0 for ""."""
    if not name:
        return 0
    known = conn.execute("SELECT id FROM sources WHERE name = ?", [name]).fetchone()
    if known is None:
        conn.execute("INSERT INTO sources (name, first_at) VALUES (?, ?)", [name, now()])
        return _source(conn, name)
    return int(known[0])


_OTHER_RULES = """tournament_id = ? AND status = 'open'
    AND pool_id IN (SELECT id FROM pools WHERE rules_version <> ?)"""
_MATCHES = "SELECT matches FROM tournaments WHERE id = ?"
_RATED_UNTIL = "SELECT rated_until FROM tournaments WHERE id = ?"
_PLAYED = "SELECT coalesce(sum(games), 0) FROM played WHERE tournament_id = ?"
# Rated and whole matches, which are the most, have no game left to play.
_NOT_PLAYED = """
SELECT m.status, count(*)
FROM matches AS m JOIN games AS g ON g.match_id = m.id
WHERE m.tournament_id = ? AND m.status NOT IN ('rated', 'whole')
    AND NOT EXISTS (SELECT 1 FROM results AS r WHERE r.game_id = g.id)
GROUP BY m.status
"""
