"""Two ladders become one: what another has played counts here as if it had been played here.

Bots are found by their content, tournaments by their secret, games by their places in
the ledger; so a game comes once, however often this is repeated, and one ladder may be merged
again when more has been played there. Ratings follow as the matches come, in the order of
their ledgers. All of it is one transaction: it happens, or nothing does.

Not merged: casual games, which are no part of a ladder, and earlier fits, which are history.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from ladder.errors import LadderError, NewerSchema, NotALadder, explained
from ladder.live import rate_match
from ladder.logs import MOST_LOGS, prune
from ladder.merge_games import (
    bring_field,
    bring_matches,
    bring_sources,
    count_played,
    first_difference,
    note,
    prepare,
)
from ladder.migrations import SCHEMA_VERSION
from ladder.scope import RATING
from ladder.store import SUPERSEDED, Bot, Store, bot_of, reading_mode, stored_json
from ladder.tournaments import Tournament, pool_id, pool_of, tournament_of

AT_A_TIME = 1000
"""Matches that are copied by one statement."""

Progress = Callable[[int, int], None]
"""Told how many matches have been looked at, and of how many."""


class CannotMerge(LadderError):
    """Two ladders cannot become one; the message says why and what to do. Nothing has changed."""


@dataclass(slots=True)
class Merged:
    """What came in from another ladder."""

    bots: int = 0
    """New ones."""
    tournaments: int = 0
    """New ones."""
    games: int = 0
    known: int = 0
    """Games of the other ladder that were here before, or that do not count here."""
    said: list[str] = field(default_factory=list)
    """Sentences about names that changed, and bots that are suspended now."""
    here: list[int] = field(default_factory=list)
    """The tournaments of the other ladder, by their numbers here."""


def merge(store: Store, path: Path, progress: Progress = lambda done, of: None) -> Merged:
    """Bring in what another ladder's file has that this one has not.

    The other is only read. Official ratings are not fitted here. Raises CannotMerge, LadderError.
    """
    if path.exists() and path.samefile(store.path):
        raise CannotMerge(f"{path} is this ladder itself. Name another one.")
    with _attached(store, path), store.transaction() as conn, _explained(conn, path):
        return _Merge(store, progress).run()


@contextmanager
def _attached(store: Store, path: Path) -> Iterator[None]:
    """The other ladder's file as `other`, if it is a ladder of this version."""
    uri = f"{path.absolute().as_uri()}?mode={reading_mode(path)}"
    with explained(str(path)):
        store.conn.execute("ATTACH DATABASE ? AS other", [uri])
    try:
        with explained(str(path)):
            (version,) = store.conn.execute("PRAGMA other.user_version").fetchone()
            (tables,) = store.conn.execute(
                "SELECT count(*) FROM other.sqlite_master "
                "WHERE name IN ('matches', 'pairings', 'results', 'seats', 'records')"
            ).fetchone()
        if version == 0 or not tables:
            raise NotALadder(f"{path} is not a ladder.")
        if version > SCHEMA_VERSION:
            raise NewerSchema(
                f"{path} was written by a newer arena (schema {version}, this one knows "
                f"{SCHEMA_VERSION}). Update the arena here first."
            )
        if version < SCHEMA_VERSION:
            raise CannotMerge(
                f"{path} has schema {version}, this ladder has {SCHEMA_VERSION}. Bring it up to "
                "date first: as ladder.sqlite in a folder of its own, arena db --home FOLDER"
            )
        yield
    finally:
        store.conn.execute("DETACH DATABASE other")


@contextmanager
def _explained(conn: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Say so if it is the other file that is wrong."""
    try:
        yield
    except (sqlite3.IntegrityError, LookupError) as error:
        raise CannotMerge(
            f"{path} has rows that the arena does not write ({error}), so nothing was merged. See "
            "what is wrong there: arena db check"
        ) from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            with explained(str(path)):
                (line,) = conn.execute("PRAGMA other.quick_check(1)").fetchone()
            if line != "ok":
                raise NotALadder(f"{path} is damaged, so nothing was merged ({error}).") from error
        raise


@dataclass(slots=True)
class Kin:
    """The bots of another ladder, found here or to be entered.

    A bot is the same if its content and its name are. A name that belongs to somebody else here
    gets a number; further versions of a name take their places among those that are here, by when
    they were submitted.
    """

    here: dict[int, int] = field(default_factory=dict)
    """Id there → id here, of those that are here."""
    fresh: dict[int, Bot] = field(default_factory=dict)
    """Id there → the row to be entered."""
    changed: list[Bot] = field(default_factory=list)
    """The bots of this ladder that get another version, or are superseded now."""
    said: list[str] = field(default_factory=list)
    """A sentence for each that goes by another label than before."""


def kin(here: Iterable[Bot], there: Iterable[Bot]) -> Kin:
    """Find each bot of another ladder here, or a name and a version for it."""
    found = Kin()
    mine, theirs = _by_name(here), _by_name(there)
    names = {name: name for name in theirs if _one(mine.get(name, ()), theirs[name])}
    for name in theirs.keys() - names.keys():
        others = (f"{name}-{number}" for number in count(2))
        names[name] = next(
            each
            for each in others
            if each not in names.values() and _one(mine.get(each, ()), theirs[name])
        )
    for name, bots in theirs.items():
        _join(found, mine.get(names[name], []), bots, names[name])
    _tell_authors(found, [bot for bots in mine.values() for bot in bots])
    return found


def _by_name(bots: Iterable[Bot]) -> dict[str, list[Bot]]:
    named: dict[str, list[Bot]] = {}
    for bot in sorted(bots, key=lambda bot: (bot.name, bot.version)):
        named.setdefault(bot.name, []).append(bot)
    return named


def _one(mine: Sequence[Bot], theirs: Sequence[Bot]) -> bool:
    """True if the versions of a name may be one person's: by the keys, else by the authors."""
    if not mine:
        return True
    one, other = mine[-1], theirs[-1]
    if one.owner and other.owner:
        return one.owner == other.owner
    return one.author == other.author or not (one.author and other.author)


def _join(found: Kin, mine: Sequence[Bot], theirs: Sequence[Bot], name: str) -> None:
    """Find the versions of one name, and give the rest their places."""
    left = list(mine)
    for same_version in (True, False):
        for bot in theirs:
            twins = [one for one in left if one.hash == bot.hash]
            if same_version:
                twins = [one for one in twins if one.version == bot.version]
            if twins and bot.id not in found.here:
                left.remove(twins[0])
                found.here[bot.id] = twins[0].id
    fresh = [bot for bot in theirs if bot.id not in found.here]
    if not fresh:
        return
    if name != fresh[0].name:
        theirs_now = f"so the one there is called {name} now"
        found.said.append(f"{fresh[0].name} here is another author's bot, {theirs_now}.")
    order = sorted(
        [(at, 0, one) for one, at in _times(mine)] + [(at, 1, bot) for bot, at in _times(fresh)],
        key=lambda each: (each[0], each[1], each[2].version),
    )
    for version, (_, which, bot) in enumerate(order, start=1):
        status, reason = bot.status, bot.reason
        if version < len(order) and status == "active":
            status, reason = "retired", SUPERSEDED
        now = replace(bot, name=name, version=version, status=status, reason=reason)
        if which:
            found.fresh[bot.id] = now
        elif now != bot:
            found.changed.append(now)
        if now.label != bot.label and (not which or name == bot.name):
            ladder = "there" if which else "here"
            found.said.append(f"{bot.label} {ladder} is {now.label} now, by when it was submitted.")


def _times(bots: Sequence[Bot]) -> list[tuple[Bot, str]]:
    """Each version with the time that it was submitted, never before an earlier version."""
    timed: list[tuple[Bot, str]] = []
    latest = ""
    for bot in bots:
        latest = max(latest, bot.added_at)
        timed.append((bot, latest))
    return timed


def _tell_authors(found: Kin, mine: Sequence[Bot]) -> None:
    """Say where an author's name comes with two keys: those bots may meet."""
    for bot in found.fresh.values():
        others = [
            one for one in mine if one.author == bot.author and one.owner not in ("", bot.owner)
        ]
        if bot.author and bot.owner and others:
            found.said.append(
                f"{bot.label} is by {bot.author}, and so is {others[0].label}, with another key. "
                f"If this is one person: arena disown {bot.name}"
            )


class _Merge:
    """One merging, within a transaction."""

    def __init__(self, store: Store, progress: Progress) -> None:
        self._store = store
        self._conn = store.conn
        self._progress = progress
        self._done = Merged()
        self._suspended: dict[int, str] = {}

    def run(self) -> Merged:
        """Do all of it."""
        prepare(self._conn)
        there = [bot_of(row) for row in self._store.rows("SELECT * FROM other.bots ORDER BY id")]
        found = kin(self._store.bots(), there)
        self._enter(found)
        note(self._conn, "bot_of", found.here)
        bring_sources(self._conn)
        pools = self._store.rows("SELECT * FROM other.pools")
        here = {row["id"]: pool_id(self._conn, pool_of(row)) for row in pools}
        note(self._conn, "pool_of", here)
        tournaments = [
            tournament_of(row)
            for row in self._store.rows("SELECT * FROM other.tournaments ORDER BY id")
        ]
        self._of = sum(each.matches for each in tournaments)
        self._seen = 0
        for stored in tournaments:
            self._tournament(stored, found)
        self._seasons()
        self._judge(found, there)
        if self._done.games:
            prune(self._conn, MOST_LOGS)
        return self._done

    def _enter(self, found: Kin) -> None:
        """Enter the bots that are not here, and gives versions their places."""
        bots = self._store.db["bots"]
        for bot in found.changed:  # two steps, as no two may have the same version meanwhile
            bots.update(bot.id, {"version": -bot.version})
        for bot in found.changed:
            changed = {"version": bot.version, "status": bot.status, "reason": bot.reason}
            bots.update(bot.id, changed)
        for number, bot in sorted(found.fresh.items(), key=lambda each: each[0]):
            row = {name: getattr(bot, name) for name in Bot.__slots__ if name != "id"}
            manifest = json.dumps(dict(bot.manifest), ensure_ascii=False)
            found.here[number] = bots.insert(row | {"manifest": manifest}).last_pk
        self._done.bots = len(found.fresh)
        self._done.said += found.said

    def _tournament(self, there: Tournament, found: Kin) -> None:
        """Bring in a tournament, or what of it is not here yet."""
        rows = self._store.rows("SELECT * FROM tournaments WHERE secret = ?", [there.secret])
        here = tournament_of(rows[0]) if rows else None
        if here is None:
            number = self._new(there, found)
            self._done.tournaments += 1
        else:
            number = here.id
            self._require_the_same(here, there)
        self._done.here.append(number)
        note(self._conn, "tournament_of", {there.id: number})
        known = self._done.games
        for first in range(0, there.matches, AT_A_TIME):
            came = bring_matches(self._conn, number, there.id, first, first + AT_A_TIME)
            self._done.games += came.games
            self._done.known += came.known
            self._progress(min(self._seen + first + AT_A_TIME, self._of), self._of)
        self._seen += there.matches
        self._about(number, there, here, found)
        self._settle(number, there)
        if self._done.games > known:
            count_played(self._conn, number)

    def _new(self, there: Tournament, found: Kin) -> int:
        row = {
            "settings": json.dumps(self._settings(there, found), ensure_ascii=False),
            "secret": there.secret,
            "secret_hash": there.secret_hash,
            "seed": there.seed,
            "fixed_k": there.fixed_k,
            "created_at": there.created_at,
            "rated": there.rated,
        }
        return int(self._store.db["tournaments"].insert(row).last_pk)

    def _settings(self, there: Tournament, found: Kin) -> dict[str, Any]:
        """The settings with the bots as they are numbered here."""
        settings = dict(there.settings)
        for name in ("bots", "fillers"):
            if name in settings:
                settings[name] = [found.here[bot] for bot in settings[name]]
        if "apart" in settings:
            settings["apart"] = [[found.here[bot] for bot in group] for group in settings["apart"]]
        order = [found.here[bot] for bot in sorted(self._entrants(there.id))]
        if order != sorted(order):  # what is drawn later goes by that order
            settings["renumbered"] = True
        return settings

    def _entrants(self, number: int) -> list[int]:
        rows = self._store.rows(
            "SELECT bot_id FROM other.entrants WHERE tournament_id = ?", [number]
        )
        return [row["bot_id"] for row in rows]

    def _require_the_same(self, here: Tournament, there: Tournament) -> None:
        """Raise CannotMerge if two ledgers of one secret are not beginnings of the same."""
        number = first_difference(self._conn, here.id, there.id)
        if number is None:
            return
        if here.seed is not None and number == 0:
            raise CannotMerge(
                f"Tournament {there.id} there and tournament {here.id} here were both made with "
                f"--seed {here.seed}, so they have the same deals, which cannot count twice. "
                "Nothing was merged. Leave out --seed, or use another for each."
            )
        raise CannotMerge(
            f"Tournament {there.id} there and tournament {here.id} here have the same secret, but "
            f"differ in match {number + 1}: both were played on by themselves. Nothing was merged. "
            "Keep one of the two."
        )

    def _about(self, number: int, there: Tournament, here: Tournament | None, found: Kin) -> None:
        """Bring in who plays and when, and what was drawn from what."""
        bring_field(self._conn, number, there.id)
        draws = "SELECT * FROM other.draws WHERE tournament_id = ? AND first >= ? ORDER BY first"
        for row in self._store.rows(draws, [there.id, here.matches if here else 0]):
            what = f"who was suspended at match {row['first']}"
            suspended = stored_json(row["suspended"], list, what)
            named = json.dumps(sorted(found.here[bot] for bot in suspended))
            self._store.db["draws"].insert(row | {"tournament_id": number, "suspended": named})
        matches = max(there.matches, here.matches if here else 0)
        new: dict[str, Any] = {"matches": matches}
        new["rounds"] = max(there.rounds, here.rounds if here else 0)
        if here and there.matches > here.matches:
            new["settings"] = json.dumps(self._settings(there, found), ensure_ascii=False)
        self._store.db["tournaments"].update(number, new)

    def _settle(self, number: int, there: Tournament) -> None:
        """Rate what is whole, in order, as far as nothing is missing."""
        row = self._store.db["tournaments"].get(number)
        cursor = start = row["rated_until"]
        for match, pool, status in self._conn.execute(_FROM, [number, cursor]).fetchall():
            if status == "open":
                break
            cursor += 1
            if status == "whole" and there.rated:
                for each in rate_match(self._conn, match, pool, there.fixed_k):
                    self._suspended[each.bot_id] = f"{each.label} is suspended now: {each.reason}."
            if cursor % AT_A_TIME == 0:
                self._progress(self._seen, self._of)
        whole = cursor == row["matches"] == there.matches
        if cursor != start or (whole and not row["finished_at"]):
            over = there.finished_at if whole else None
            ends = {"finished_at": over, "abandoned_at": there.abandoned_at if over else None}
            self._store.db["tournaments"].update(number, {"rated_until": cursor} | ends)

    def _seasons(self) -> None:
        """Bring in seasons, under another name where theirs is taken."""
        seasons = self._store.db["seasons"]
        for row in self._store.rows(_SEASONS):
            mine = list(
                seasons.rows_where(
                    "league_id = ? AND since_match = ?", [row["league_id"], row["since_match"]]
                )
            )
            number, name = row.pop("id"), row["name"]
            if mine:
                self._same_season(mine[0], row, number)
                continue
            if not row["closed_at"] and seasons.count_where("closed_at IS NULL"):
                raise CannotMerge(
                    f"Season {name} there is not closed, nor is one here. Nothing was merged. "
                    "Close one of the two first: arena season close"
                )
            number_of = 2
            while seasons.count_where("name = ?", [row["name"]]):
                row["name"] = f"{name}-{number_of}"
                number_of += 1
            if row["name"] != name:
                self._done.said.append(
                    f"There already was a season {name} here, so theirs is called {row['name']}."
                )
            self._standings(seasons.insert(row).last_pk, number)

    def _same_season(self, mine: dict[str, Any], row: dict[str, Any], number: int) -> None:
        """Go on with a season that is in both, if it is further on there."""
        if mine["secret"] and row["secret"] not in (None, mine["secret"]):
            raise CannotMerge(
                f"Season {mine['name']} was frozen here and there, each with a secret of its own. "
                "Nothing was merged. Thaw it on one side first: arena season thaw"
            )
        times = ("frozen_at", "final_id", "closed_at")
        ours, theirs = (sum(each[time] is not None for time in times) for each in (mine, row))
        if theirs > ours:
            self._store.db["seasons"].update(mine["id"], row | {"name": mine["name"]})
            self._standings(mine["id"], number)

    def _standings(self, here: int, there: int) -> None:
        kept = ", ".join(("rank", "games", *RATING))
        rows = self._store.rows(
            f"SELECT ? AS season_id, b.here AS bot_id, {kept} FROM other.season_standings AS s "
            "JOIN bot_of AS b ON b.there = s.bot_id WHERE season_id = ?",
            [here, there],
        )
        self._store.db["season_standings"].insert_all(rows)

    def _judge(self, found: Kin, there: list[Bot]) -> None:
        """Count the faults of bots that are new as they were counted there; others' add up.

        Who is suspended there is so here, if games came.
        """
        bots = self._store.db["bots"]
        for bot in there:
            number = found.here[bot.id]
            if new := found.fresh.get(bot.id):
                counts = {name: getattr(new, name) for name in ("judged_games", "faulty_games")}
                bots.update(number, counts | {"status": new.status, "reason": new.reason})
                self._suspended.pop(number, None)
            elif bot.status == "suspended" and self._done.games:
                mine = self._store.bot(number)
                if mine.status == "active":
                    bots.update(number, {"status": "suspended", "reason": bot.reason})
                    self._suspended[number] = f"{mine.label} is suspended there: {bot.reason}."
        self._done.said += self._suspended.values()


_FROM = """
SELECT id, pool_id, status FROM matches WHERE tournament_id = ? AND number >= ? ORDER BY number"""
_SEASONS = """
SELECT s.id, s.name, l.here AS league_id, s.since_match, s.frozen_match, s.until_match, s.secret,
    s.secret_hash, f.here AS final_id, s.opened_at, s.frozen_at, s.closed_at
FROM other.seasons AS s JOIN tournament_of AS l ON l.there = s.league_id
    LEFT JOIN tournament_of AS f ON f.there = s.final_id
ORDER BY s.id"""
