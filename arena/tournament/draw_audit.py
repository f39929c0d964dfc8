"""The audit of a tournament's draw: everything is drawn again from its secret, and compared.

The secret determines every deal and every pairing. Once it is published, at the end of a
tournament, anybody can check that nothing was chosen by hand. What was drawn after the beginning
may depend on results and on who was suspended. It is drawn again on a copy of the ladder that has
only what was settled at that place of the ledger.
"""

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from arena.errors import ArenaError
from arena.replay.verification import RecordSummary
from arena.rules import RULES_VERSION
from arena.text.phrases import listed
from arena.tournament.deals import deal_seed, seeds_of_game
from arena.tournament.plan import Plan
from arena.tournament.scheduler import DRAWING, Scheduler
from arena.tournament.schedulers import kind_of
from ladder.database.errors import LadderError
from ladder.database.records import NoRecord, unpacked
from ladder.database.store import Store, stored_json
from ladder.ratings.live import rate_match
from ladder.tournaments.ledger import CIRCLE, Dropped, Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch, Pool, Tournament, tournament

Tell = Callable[[int], None]

PAGE = 1000
"""The number of matches that are read at a time."""
UNLIKE = {
    "round": "its round",
    "pool": "its game",
    "deal_seed": "its deal",
    "bots": "the circle of its bots",
    "seating": "how its bots change seats",
    "instead_of": "what it replaces",
}
"""How a message names the parts of a match."""
OWNERS_UNKNOWN = (
    "some do not follow for today's owners of its bots, and who owned them then was not noted "
    "before version 10 of the database"
)


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place of the ledger where something was drawn, as a row of the table `draws` has it."""

    first: int
    """The number of the first match drawn, and so of the matches that were there before."""
    settled: int
    gone: frozenset[int]
    """The numbers of unsettled matches that had been dropped or given up."""
    suspended: frozenset[int]
    """The ids of suspended bots."""

    @classmethod
    def of(cls, row: dict[str, Any]) -> "DrawnPlace":
        """Read a row of the table."""
        gone, suspended = (
            frozenset(stored_json(row[name], list, f"what was {name} at match {row['first']}"))
            for name in ("gone", "suspended")
        )
        return cls(row["first"], row["settled"], gone, suspended)


class SettledCopy:
    """A copy of a tournament as it was settled at some place of its ledger.

    A scheduler that draws from results is given this copy, which has nothing of what came later.
    It grows from place to place, in the order of the ledger.
    """

    def __init__(self, source: Store, tournament: Tournament, folder: Path) -> None:
        """Create the copy in a file in `folder`."""
        self._source = source
        self._tournament = tournament
        self._copy = Store(folder / "settled.sqlite", synchronous="NORMAL")
        self._copy.conn.execute("PRAGMA foreign_keys = OFF")  # rows may refer to later ones
        self._written = self._settled = 0
        for table in ("bots", "pools"):
            self._fill(table, f"SELECT * FROM {table}")
        self._copy.conn.execute("UPDATE pools SET matches = 0")  # rated again, match by match

    def close(self) -> None:
        """Close the file."""
        self._copy.close()

    def ledger(self, place: DrawnPlace) -> tuple[Ledger, int]:
        """Return the ledger as it was at that place, and the rounds that it had."""
        with self._copy.transaction() as conn:
            for table, query in _WRITTEN.items():
                self._fill(table, query, self._tournament.id, self._written, place.first)
            self._written = place.first
            self._settle(place.settled)
            # Written by then but not settled, whatever became of them later.
            conn.execute("UPDATE matches SET status = 'open' WHERE number >= ?", [place.settled])
            conn.executemany(
                "UPDATE matches SET status = 'dropped' WHERE number = ?",
                ([number] for number in place.gone),
            )
            (rounds,) = conn.execute("SELECT coalesce(max(round), 0) FROM matches").fetchone()
            self._enter(place, rounds)
        return Ledger(self._copy, self._tournament.id), rounds

    def _settle(self, settled: int) -> None:
        """Rate the matches that were rated by then, and copy the state of the others."""
        conn, span = self._copy.conn, (self._tournament.id, self._settled, settled)
        for table in ("results", "seats"):
            self._fill(table, _PLAYED.format(table), *span)
        for row in self._source.rows(_STATUS, span):
            if row["status"] == "rated":
                # Rated again, not copied: draws went by ratings of that time, which no row keeps.
                rate_match(conn, row["id"], row["pool_id"], self._tournament.fixed_k)
            else:
                conn.execute(
                    "UPDATE matches SET status = ? WHERE id = ?", [row["status"], row["id"]]
                )
        self._settled = settled

    def _enter(self, place: DrawnPlace, rounds: int) -> None:
        """Copy the tournament's other rows, and who was suspended, as of that time."""
        conn, number = self._copy.conn, self._tournament.id
        for (table,) in conn.execute(_OF_TOURNAMENTS).fetchall():
            conn.execute(f"DELETE FROM {table}")
            self._fill(table, f"SELECT * FROM {table} WHERE tournament_id = ?", number)
        conn.execute("UPDATE entrants SET suspended_in = NULL WHERE suspended_in > ?", [rounds])
        conn.execute("DELETE FROM tournaments")
        self._fill("tournaments", "SELECT * FROM tournaments WHERE id = ?", number)
        conn.execute(
            "UPDATE tournaments SET matches = ?, rounds = ?, rated_until = ?, finished_at = NULL",
            [place.first, rounds, place.settled],
        )
        conn.execute(
            "UPDATE bots SET status = CASE WHEN id IN (SELECT value FROM json_each(?)) "
            "THEN 'suspended' ELSE 'active' END",
            [sorted(place.suspended)],
        )

    def _fill(self, table: str, query: str, *parameters: int) -> None:
        """Copy the rows that a query finds in the source."""
        known = self._copy.conn.execute(f"PRAGMA table_info({table})").fetchall()
        names = [column[1] for column in known]  # without generated columns
        marks = ", ".join(f":{name}" for name in names)
        self._copy.conn.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",
            self._source.rows(query, parameters),
        )


class DrawAudit:
    """The audit of one tournament."""

    def __init__(self, store: Store, tournament_id: int) -> None:
        """Begin the audit. Raises UnknownTournament."""
        self.tournament: Tournament = tournament(store, tournament_id)
        self.skipped = ""
        """After `wrong`, why the pairings cannot be checked; "" if they were."""
        self._store = store

    def wrong(self, tell: Tell = lambda match: None) -> Iterator[str]:
        """Yield a sentence for everything that does not follow from the secret.

        `tell` is called with the number of each match whose records are read, the slowest part.
        """
        yield from self.drawn_otherwise()
        yield from check_records(self._store, self.tournament, tell)

    def drawn_otherwise(self) -> Iterator[str]:
        """Yield a sentence for everything in the ledger that does not follow from the secret.

        It does not read the records; `ExpectedDeals` checks those.
        """
        audited = self.tournament
        (row,) = self._store.rows(_COUNT, [audited.id])
        if row["there"] != audited.matches or row["last"] != audited.matches - 1:
            yield f"The ledger has {row['there']} matches, not {audited.matches} from 0 on."
        if sha256(audited.secret).hexdigest() != audited.secret_hash:
            yield "The secret is not the one whose SHA-256 was shown before the first game."
        plan = Plan.of(audited.settings)
        kind = kind_of(plan)
        drawn_alike = range(kind.drawn_alike_since, DRAWING + 1)
        if audited.settings.get("drawn_by") not in drawn_alike:
            self.skipped = "they were drawn by an older or newer arena, in another way"
        elif audited.settings.get("renumbered"):
            self.skipped = "they were drawn on another ladder, where its bots had other numbers"
        if self.skipped:
            yield from self._other_deals()
        else:
            yield from self._other_pairings(kind(plan, audited.settings, audited.secret))

    def _other_deals(self) -> Iterator[str]:
        for number, match in enumerate(self._stored()):
            if match.deal_seed != deal_seed(self.tournament.secret, number):
                yield _unlike(number, ["deal_seed"])

    def _other_pairings(self, scheduler: Scheduler) -> Iterator[str]:
        """Compare every match of the ledger with what the scheduler draws in its place."""
        stored = self._stored()
        later = [DrawnPlace.of(row) for row in self._store.rows(_DRAWS, [self.tournament.id])]
        with tempfile.TemporaryDirectory() as folder:
            copy = SettledCopy(self._store, self.tournament, Path(folder))
            ends = [place.first for place in later] + [self.tournament.matches]
            yield from self._compared(0, ends[0], stored, scheduler.beginning())
            for place, end in zip(later, ends[1:], strict=True):
                for match in islice(stored, 1):  # none after a gap in the ledger
                    try:
                        drawn = self._drawn(scheduler, copy, place, match)
                    except (ArenaError, LadderError, ValueError, LookupError):
                        yield f"Match {place.first}: nothing can be drawn from what was before it."
                        drawn = ()
                    yield from self._compared(place.first, end, chain([match], stored), drawn)
            copy.close()

    def _compared(
        self, first: int, end: int, stored: Iterator[NewMatch], drawn: Iterable[NewMatch]
    ) -> Iterator[str]:
        """Yield a sentence for each match, numbered first to end - 1, that is not as drawn."""
        unknown = self.tournament.settings.get("owners_noted_from", 0)
        pairs = zip_longest(islice(stored, end - first), drawn)
        for number, (one, other) in enumerate(pairs, start=first):
            if one is None:
                yield f"Match {number} is missing: more are drawn from the secret."
                return
            if other is None:
                yield f"Match {number} is not drawn from the secret at all."
                continue
            # Without what belongs to the rules, which may have changed since the pool was made.
            again = replace(other, pool=replace(other.pool, negotiation="", rules_version=""))
            unlike = [name for name in UNLIKE if getattr(one, name) != getattr(again, name)]
            if unlike == ["bots"] and number < unknown:
                self.skipped = OWNERS_UNKNOWN
            elif unlike:
                yield _unlike(number, unlike)

    def _drawn(
        self, scheduler: Scheduler, copy: SettledCopy, place: DrawnPlace, match: NewMatch
    ) -> Iterable[NewMatch]:
        """Draw again at a place of the ledger, where `match` was the first one drawn."""
        if match.instead_of is None:
            ledger, rounds = copy.ledger(place)
            end = LedgerEnd(rounds, place.first, place.first - place.settled)
            return list(scheduler.again(ledger, end))
        (old,) = self._store.rows(_MATCH, [match.instead_of])
        if old["tournament_id"] != self.tournament.id or old["number"] >= place.first:
            return []
        was = _draft(old)
        dropped = Dropped(match.instead_of, was.round, was.pool, was.bots, place.first)
        replacement = scheduler.instead_of(dropped, place.suspended)
        return [] if replacement is None else [replacement]

    def _stored(self) -> Iterator[NewMatch]:
        """Yield the matches of the ledger in order, up to the first gap."""
        for start in range(0, self.tournament.matches, PAGE):
            rows = self._store.rows(_MATCHES, [self.tournament.id, start, start + PAGE])
            for number, row in enumerate(rows, start):
                if row["number"] != number:
                    return
                yield _draft(row)


_COLUMNS = f"""
SELECT m.tournament_id, m.number, m.round, m.deal_seed, m.instead_of, m.seating,
    p.variant, p.players, p.time_class, {CIRCLE}
FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
"""
_MATCHES = (
    f"{_COLUMNS} WHERE m.tournament_id = ? AND m.number >= ? AND m.number < ? ORDER BY m.number"
)
_MATCH = f"{_COLUMNS} WHERE m.id = ?"
_COUNT = (
    "SELECT count(*) AS there, coalesce(max(number), -1) AS last FROM matches "
    "WHERE tournament_id = ?"
)
_DRAWS = "SELECT * FROM draws WHERE tournament_id = ? ORDER BY first"


def _draft(row: dict[str, Any]) -> NewMatch:
    pool = Pool(row["variant"], row["players"], row["time_class"], "", "")
    circle = tuple(json.loads(row["circle"]))
    return NewMatch(row["round"], pool, row["deal_seed"], circle, row["instead_of"], row["seating"])


def _unlike(number: int, parts: list[str]) -> str:
    named = listed(UNLIKE[part] for part in parts)
    verb = "does" if len(parts) == 1 else "do"
    return f"Match {number}: {named} {verb} not follow from the secret."


def check_records(
    store: Store, tournament: Tournament, tell: Tell = lambda match: None
) -> Iterator[str]:
    """Yield a sentence for each record whose deal, bots, seeds or coins contradict the ladder.

    Unreadable records are skipped, since replaying them finds that. `tell` is called with the
    number of each match.
    """
    deals = ExpectedDeals(store)
    for game, number in store.conn.execute(_GAMES, [tournament.id]):
        tell(number)
        (row,) = store.rows("SELECT record FROM records WHERE game_id = ?", [game])
        try:
            summary = RecordSummary.by(orjson.loads(unpacked(row["record"])))
        except (NoRecord, orjson.JSONDecodeError):
            summary = None
        for wrong in deals.wrong(game, summary):
            yield wrong.why


class RecordMismatch(NamedTuple):
    """A record that contradicts the ladder."""

    tournament: int
    game: int
    why: str
    """The contradiction, in a sentence."""


class ExpectedDeals:
    """The deals, bots and results that records must have, by their tournaments' secrets."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tournament = cache(partial(tournament, store))

    def wrong(self, game: int, summary: RecordSummary | None) -> Iterator[RecordMismatch]:
        """Yield the first contradiction between a game's record and the ladder, if any.

        Args:
            game: Its id.
            summary: The contents of the record; None if it cannot be read.
        """
        for dealt in self._store.rows(_DEALT, [game]):
            played_in = self._tournament(dealt["tournament_id"])
            if why := _misdealt(played_in, game, summary, dealt):
                yield RecordMismatch(played_in.id, game, why)


NOT_COUNTED = 0
"""The refused answers of a seat that was stored before they were counted."""


def _misdealt(
    played_in: Tournament, game: int, summary: RecordSummary | None, dealt: dict[str, Any]
) -> str:
    """Say how a game's record contradicts its row of _DEALT; "" if it does not."""
    number, rotation, deal = dealt["number"], dealt["rotation"], dealt["deal"]
    swapped, secret = dealt["seating"] == "swapped", played_in.secret
    # Older arenas dealt once for all rotations of a match.
    older = played_in.settings.get("drawn_by") != DRAWING
    if deal != (0 if swapped else rotation) and not (older and deal == 0):
        return f"Game {game} does not have the deal of its rotation."
    if summary is None:
        return ""
    seeds = seeds_of_game(secret, number, orjson.loads(dealt["circle"]), rotation, deal, swapped)
    played = [dealt["variant"], dealt["players"], dealt["rules_version"]]
    # Games by other rules are counted apart, by whoever replays them.
    if summary.game[2] == RULES_VERSION and summary.game != played:
        return f"Game {game} is another game than the ladder has, or by other rules."
    seats = orjson.loads(dealt["seats"])
    if summary.seed != deal_seed(secret, number, deal).hex():
        return f"Game {game} was played on another deal than follows from the secret."
    if [bot for bot, _ in summary.bots] != [digest for digest, *_ in seats]:
        return f"Game {game} was played by other bots than the ladder has."
    if tuple(seed for _, seed in summary.bots) != seeds:
        return f"Game {game}: the seeds of its bots do not follow from the secret."
    if summary.scores != [coins for _, coins, *_ in seats]:
        return f"Game {game} ended with other coins than the ladder has."
    if summary.ends != [_end(*end) for _, _, _, *end in seats]:
        return f"Game {game} has other winners, forfeits or faults than the ladder has."
    refused = zip(seats, summary.refused, strict=True)
    if any(stored not in (said, NOT_COUNTED) for (_, _, stored, *_), said in refused):
        return f"Game {game} has other numbers of refused answers than the ladder has."
    return ""


def _end(won: int, forfeited: int, faults: int, kinds: str) -> tuple[bool, bool, Any]:
    """Return a seat's end by the ladder, as `RecordSummary` has it.

    Faults whose kinds do not add up to their number are None, which equals no record's.
    """
    try:
        by_kind = orjson.loads(kinds)
        adds_up = sum(by_kind.values()) == faults
    except (ValueError, TypeError, AttributeError):
        adds_up = False
    return bool(won), bool(forfeited), by_kind if adds_up else None


_GAMES = """
SELECT g.id, m.number
FROM matches AS m JOIN games AS g ON g.match_id = m.id JOIN records AS r ON r.game_id = g.id
WHERE m.tournament_id = ? ORDER BY m.number, g.rotation
"""
_DEALT = """
SELECT m.tournament_id, m.number, g.rotation, g.deal, m.seating,
    (SELECT json_group_array(json_array(hash, coins, refused, won, forfeited, faults, fault_kinds))
        FROM (SELECT * FROM seats AS s JOIN bots AS b ON b.id = s.bot_id
            WHERE s.game_id = g.id ORDER BY s.seat)) AS seats,
    (SELECT json_group_array(hash) FROM (SELECT b.hash FROM pairings AS c
        JOIN bots AS b ON b.id = c.bot_id WHERE c.match_id = m.id ORDER BY c.position)) AS circle,
    p.variant, p.players, p.rules_version
FROM games AS g JOIN matches AS m ON m.id = g.match_id JOIN pools AS p ON p.id = m.pool_id
WHERE g.id = ?
"""
# All other tables with rows of a tournament, found by their column so that none is forgotten.
_OF_TOURNAMENTS = """
SELECT t.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND c.name = 'tournament_id' AND t.name NOT IN ('matches', 'draws')
"""
_SPAN = "m.tournament_id = ? AND m.number >= ? AND m.number < ?"
_WRITTEN = {
    "matches": f"SELECT m.* FROM matches AS m WHERE {_SPAN}",
    "pairings": f"SELECT x.* FROM pairings AS x JOIN matches AS m ON m.id = x.match_id "
    f"WHERE {_SPAN}",
    "games": f"SELECT x.* FROM games AS x JOIN matches AS m ON m.id = x.match_id WHERE {_SPAN}",
}
_STATUS = f"SELECT m.id, m.pool_id, m.status FROM matches AS m WHERE {_SPAN} ORDER BY m.number"
_PLAYED = f"""SELECT x.* FROM {{}} AS x JOIN games AS g ON g.id = x.game_id
    JOIN matches AS m ON m.id = g.match_id
    WHERE {_SPAN} AND m.status IN ('rated', 'whole')"""
