"""A copy of a tournament as far as it was settled at some place of its ledger.

A course that draws from results is shown this copy, which has nothing of what came later.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ladder import stored_json
from ladder.ledger import Ledger
from ladder.live import rate_match
from ladder.store import Store
from ladder.tournaments import Tournament

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the ledger where something was drawn: a row of `draws`."""

    first: int
    """The matches that were there, which is also the number of the first that was drawn."""
    settled: int
    gone: frozenset[int]
    """Numbers of matches not settled then that had been dropped or given up."""
    suspended: frozenset[int]
    """Ids of bots."""

    @classmethod
    def of(cls, row: dict[str, Any]) -> "Place":
        """From a row of the table."""
        gone, suspended = (
            frozenset(stored_json.read(row[name], list, f"what was {name} at match {row['first']}"))
            for name in ("gone", "suspended")
        )
        return cls(row["first"], row["settled"], gone, suspended)


class Settled:
    """The copy. It grows from place to place, in the order of the ledger."""

    def __init__(self, source: Store, tournament: Tournament, folder: Path) -> None:
        """folder: for the file of the copy."""
        self._source = source
        self._tournament = tournament
        self._copy = Store(folder / "settled.sqlite", synchronous="NORMAL")
        self._copy.conn.execute("PRAGMA foreign_keys = OFF")  # some of what is named comes later
        self._written = self._settled = 0
        for table in ("bots", "pools"):
            self._insert(table, source.rows(f"SELECT * FROM {table}"))
        self._copy.conn.execute("UPDATE pools SET matches = 0")

    def close(self) -> None:
        """Lets go of the file."""
        self._copy.close()

    def ledger(self, place: Place) -> tuple[Ledger, int]:
        """The ledger as it was at that place, and the rounds that it had."""
        with self._copy.transaction() as conn:
            self._write(place.first)
            self._settle(place.settled)
            conn.execute("UPDATE matches SET status = 'open' WHERE number >= ?", [place.settled])
            conn.executemany(
                "UPDATE matches SET status = 'dropped' WHERE number = ?",
                ([number] for number in place.gone),
            )
            (rounds,) = conn.execute("SELECT coalesce(max(round), 0) FROM matches").fetchone()
            self._enter(place, rounds)
        return Ledger(self._copy, self._tournament.id), rounds

    def _write(self, first: int) -> None:
        span = [self._tournament.id, self._written, first]
        for table, query in _WRITTEN.items():
            self._insert(table, self._source.rows(query, span))
        self._written = first

    def _settle(self, settled: int) -> None:
        """Rates the matches that were rated by then, and notes what became of the others."""
        conn, span = self._copy.conn, [self._tournament.id, self._settled, settled]
        for table in ("results", "seats"):
            self._insert(table, self._source.rows(_PLAYED.format(table), span))
        for row in self._source.rows(_STATUS, span):
            if row["status"] == "rated":
                rate_match(conn, row["id"], row["pool_id"], self._tournament.fixed_k)
            else:
                conn.execute(
                    "UPDATE matches SET status = ? WHERE id = ?", [row["status"], row["id"]]
                )
        self._settled = settled

    def _enter(self, place: Place, rounds: int) -> None:
        """What else is stored of the tournament, and who was suspended, as it was then."""
        conn = self._copy.conn
        for (table,) in conn.execute(_OF_TOURNAMENTS).fetchall():
            conn.execute(f"DELETE FROM {table}")
            query = f"SELECT * FROM {table} WHERE tournament_id = ?"
            self._insert(table, self._source.rows(query, [self._tournament.id]))
        conn.execute("UPDATE entrants SET suspended_in = NULL WHERE suspended_in > ?", [rounds])
        conn.execute("DELETE FROM tournaments")
        query = "SELECT * FROM tournaments WHERE id = ?"
        self._insert("tournaments", self._source.rows(query, [self._tournament.id]))
        conn.execute(
            "UPDATE tournaments SET matches = ?, rounds = ?, rated_until = ?, finished_at = NULL",
            [place.first, rounds, place.settled],
        )
        conn.execute(
            "UPDATE bots SET status = CASE WHEN id IN (SELECT value FROM json_each(?)) "
            "THEN 'suspended' ELSE 'active' END",
            [json.dumps(sorted(place.suspended))],
        )

    def _insert(self, table: str, rows: Rows) -> None:
        if not rows:
            return
        known = self._copy.conn.execute(f"PRAGMA table_info({table})").fetchall()
        names = [column[1] for column in known]  # those that are generated are not among them
        marks = ", ".join(f":{name}" for name in names)
        self._copy.conn.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows
        )


# Tables of what else belongs to a tournament, whatever it is.
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
