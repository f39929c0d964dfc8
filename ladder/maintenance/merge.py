"""Merging ladders: what was played on another ladder counts as if it had been played here.

Bots are matched by content, tournaments by secret, games by their places in the ledger. So a game
comes in once, however often the merge is repeated, and a ladder may be merged again when more has
been played there. Matches are rated as they come in, in the order of their ledgers. A merge is one
transaction: all of it happens, or nothing.

The other ladder is not trusted (`other_ladder.py`). The `Examiner` replays every game before it
comes in, and reports what contradicts itself or this ladder. The other ladder never changes what
is here: neither names, states and owners of bots (`merge_bots.py`) nor results.

Casual games are not merged, as they are no part of a ladder; nor are earlier fits and seasons,
which are history. See decision 10 (`docs/decisions/10-storage.md`).
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ladder.database.errors import CannotMerge, explained
from ladder.database.logs import MOST_LOGS, prune
from ladder.database.store import Bot, Store, bot_of, stored_json
from ladder.database.trades import count_trades
from ladder.maintenance import merge_games
from ladder.maintenance.merge_bots import Alike, BotMatches, match_bots
from ladder.maintenance.other_ladder import copied, strange
from ladder.ratings.live import rate_match
from ladder.tournaments.tournaments import Tournament, pool_id, pool_of, tournament_of

AT_A_TIME = 1000
"""Matches copied by one statement."""
GRANTS = ("cap", "models")
"""The settings that grant something to bots, which only the organiser here may do."""

Progress = Callable[[int, int], None]
"""Called with the number of matches done, and of all matches."""


class Replayed(NamedTuple):
    """The result of replaying a game of the other ladder."""

    game: int
    """The game's number in the other ladder."""
    wrong: str
    """How its record contradicts the rules or its ladder; empty if it does not."""
    trades: bytes = b""
    """Its trades, computed anew, as in the table of that name."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena cannot replay them."""


@dataclass(frozen=True, slots=True)
class Examiner:
    """The arena's knowledge of bots and games, which the ladder only stores."""

    entered: Callable[[Bot], Bot]
    """Return the bot as it would be entered here, bundled only if this arena says so. Raises
    ValueError with a sentence if no such bot could exist."""
    reserved: frozenset[str]
    """The names of bundled bots, folded by `alike`."""
    alike: Alike
    require_plan: Callable[[Mapping[str, Any]], None]
    """Raise ValueError with a sentence if the settings are not those of a tournament."""
    replayed: Callable[[Store, Sequence[int]], Iterator[Replayed]]
    """Replay these games of a ladder, in any order."""


class Conflicts(CannotMerge):
    """Games contradict their own records, or those here, or cannot be checked."""

    def __init__(self, path: Path, games: Mapping[int, str], unchecked: Collection[int]) -> None:
        self.games = games
        """A sentence on each game, by its number in the other ladder."""
        what = "1 game" if len(games) == 1 else f"{len(games)} games"
        cannot = ["be right"] * (len(games) > len(unchecked))
        cannot += ["be checked here, where the rules are others"] * bool(unchecked)
        super().__init__(
            f"{what} of {path} cannot {', or cannot '.join(cannot)}. Nothing was "
            "merged. Ask whoever keeps that ladder, or merge the rest: --skip-conflicts"
        )


@dataclass(slots=True)
class Merged:
    """A summary of what came in from another ladder."""

    bots: int = 0
    """New bots."""
    tournaments: int = 0
    """New tournaments."""
    games: int = 0
    known: int = 0
    """Games of the other ladder that were already here, or that do not count here."""
    said: list[str] = field(default_factory=list)
    """Sentences about changed names and suspended bots."""
    here: list[int] = field(default_factory=list)
    """The numbers here of the other ladder's tournaments."""
    conflicts: dict[int, str] = field(default_factory=dict)
    """A sentence on each game left out, by its number in the other ladder."""


def merge(
    store: Store,
    path: Path,
    examiner: Examiner,
    progress: Progress = lambda done, of: None,
    skip_conflicts: bool = False,
) -> Merged:
    """Bring in what another ladder has and this one has not.

    The other ladder is only read. Official ratings are not fitted here.

    Args:
        store: This ladder.
        path: The file of the other one.
        examiner: The arena's view of bots and games.
        progress: Called now and then.
        skip_conflicts: Leave out what contradicts, instead of raising Conflicts.

    Raises:
        Conflicts: Some games cannot be right.
        CannotMerge: The two ladders do not fit together.
        LadderError: A file cannot be read or written.
    """
    if path.exists() and path.samefile(store.path):
        raise CannotMerge(f"{path} is this ladder itself. Name another one.")
    place = Path(f"{store.path}.merging")
    with copied(path, place) as other, _explained(path):
        _require_plans(other, path, examiner)
        with _attached(store, place):
            wrong, unchecked = _replay(store, other, examiner)
            conflicts = dict(sorted((wrong | merge_games.contradicted(store.conn)).items()))
            if conflicts and not skip_conflicts:
                raise Conflicts(path, conflicts, unchecked)
            merge_games.leave_out(other.conn, wrong)
            with store.transaction():  # only now, as replaying the games takes long
                done = Merged(conflicts=conflicts)
                return _Merge(store, examiner, progress, skip_conflicts, done).run()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Blame the other ladder for errors that only strange rows cause."""
    try:
        yield
    except (sqlite3.IntegrityError, LookupError, TypeError, ValueError) as error:
        raise strange(path, error) from error


@contextmanager
def _attached(store: Store, place: Path) -> Iterator[None]:
    """Attach the copy of the other ladder as `other`."""
    with explained(str(place)):
        store.conn.execute("ATTACH DATABASE ? AS other", [f"{place.absolute().as_uri()}?mode=ro"])
    try:
        yield
    finally:
        store.conn.execute("DETACH DATABASE other")


def _require_plans(other: Store, path: Path, examiner: Examiner) -> None:
    for row in other.rows("SELECT * FROM tournaments ORDER BY id"):
        tournament = tournament_of(row)
        if tournament.settings.get("fixed_k") != tournament.fixed_k:
            raise CannotMerge(
                f"Tournament {tournament.id} of {path} is not rated as its settings say. "
                "Nothing was merged. See what is wrong there: arena db check"
            )
        examiner.require_plan(tournament.settings)


def _replay(store: Store, other: Store, examiner: Examiner) -> tuple[dict[int, str], set[int]]:
    """Replay the games that are not here.

    Returns:
        A sentence on each wrong one, by number; those of them that other rules played.

    The trades of the others are written into the copy.
    """
    wrong = {}
    rows, unchecked = [], set()
    for game in examiner.replayed(other, merge_games.new_games(store.conn)):
        if game.wrong:
            wrong[game.game] = game.wrong
            unchecked.update([game.game] * bool(game.other_rules))
        elif game.trades:
            rows.append((game.game, game.trades))
    other.conn.executemany("INSERT INTO trades VALUES (?, ?)", rows)
    return wrong, unchecked


@dataclass(slots=True)
class _Merge:
    """One merge, within a transaction."""

    store: Store
    examiner: Examiner
    progress: Progress
    skip: bool
    done: Merged
    bots: BotMatches = field(default_factory=BotMatches)
    suspended: dict[int, str] = field(default_factory=dict)
    """A sentence on each bot that is suspended by now, by its id."""
    seen: int = 0
    """The matches of the tournaments that have come in."""
    total: int = 0

    def run(self) -> Merged:
        """Bring in the bots, then their matches."""
        merge_games.prepare(self.store.conn)
        self._enter_bots()
        merge_games.bring_sources(self.store.conn)
        self._pools()
        self._tournaments()
        self._states()  # last: rating the matches has counted the faults of all their bots
        if self.done.games:
            prune(self.store.conn, MOST_LOGS)
        return self.done

    # bots

    def _enter_bots(self) -> None:
        """Enter the bots that are not here."""
        rows = self.store.rows("SELECT * FROM other.bots ORDER BY id")
        there = [self.examiner.entered(bot_of(row)) for row in rows]
        before = len(self.store.bots())
        self._enter_bundled(there)
        self.bots = match_bots(
            self.store.bots(), there, self.examiner.reserved, self.examiner.alike
        )
        for number, bot in sorted(self.bots.new.items()):
            self.bots.here[number] = int(self.store.db["bots"].insert(_columns(bot)).last_pk)
        merge_games.note(self.store.conn, "bot_of", self.bots.here)
        self.done.bots = len(self.store.bots()) - before
        self.done.said += self.bots.said

    def _enter_bundled(self, there: Sequence[Bot]) -> None:
        """Enter the bundled bots as the arena does on first use."""
        here = {(bot.name, bot.hash) for bot in self.store.bots()}
        for bot in there:
            own = bot.bundled and self.examiner.alike(bot.name) in self.examiner.reserved
            if own and (bot.name, bot.hash) not in here:
                row = _columns(bot)
                self.store.next_version(
                    {name: row[name] for name in ("name", "hash", "author", "language", "manifest")}
                )

    def _states(self) -> None:
        """Set states and faults of new bots to those of the other ladder.

        For bots that were here before, the faults just add up.
        """
        for number, bot in self.bots.new.items():
            here = self.bots.here[number]
            state = ("judged_games", "faulty_games", "status", "reason")
            self.store.db["bots"].update(here, {name: getattr(bot, name) for name in state})
            self.suspended.pop(here, None)
        self.done.said += self.suspended.values()

    # tournaments

    def _pools(self) -> None:
        rows = self.store.rows("SELECT * FROM other.pools")
        pools = {row["id"]: pool_id(self.store.conn, pool_of(row)) for row in rows}
        merge_games.note(self.store.conn, "pool_of", pools)

    def _tournaments(self) -> None:
        rows = self.store.rows("SELECT * FROM other.tournaments ORDER BY id")
        there = [tournament_of(row) for row in rows]
        self.total = sum(tournament.matches for tournament in there)
        for tournament in there:
            self._tournament(tournament)
            self.seen += tournament.matches

    def _tournament(self, there: Tournament) -> None:
        """Bring in a tournament, or the part of it that is not here yet."""
        # By its secret, as numbers differ from ladder to ladder.
        rows = self.store.rows("SELECT * FROM tournaments WHERE secret = ?", [there.secret])
        here = tournament_of(rows[0]) if rows else None
        if here and (why := self._difference(here, there)):
            if not self.skip:
                raise CannotMerge(f"{why[0]} Nothing was merged. {why[1]}")
            self.done.said.append(f"{why[0]} It was left out.")
            return
        number = here.id if here else self._new(there)
        self.done.here.append(number)
        merge_games.note(self.store.conn, "tournament_of", {there.id: number})
        games = self._matches(number, there)
        self._field_and_draws(number, there, here)
        self._settle(number, there)
        if games:
            merge_games.count_played(self.store.conn, number)

    def _difference(self, here: Tournament, there: Tournament) -> tuple[str, str] | None:
        """Say why two ledgers of one secret contradict each other, and the way out."""
        number = merge_games.first_difference(self.store.conn, here.id, there.id)
        if number is None:
            return None
        both = f"Tournament {there.id} there and tournament {here.id} here"
        if here.seed is not None and number == 0:
            return (
                f"{both} were both made with --seed {here.seed}, so they have the same deals, "
                "which cannot count twice.",
                "Leave out --seed, or use another for each.",
            )
        return (
            f"{both} have the same secret, but differ in match {number + 1}: both were "
            "continued separately.",
            "Keep one of the two.",
        )

    def _new(self, there: Tournament) -> int:
        self.done.tournaments += 1
        kept = ("secret", "secret_hash", "seed", "fixed_k", "created_at", "rated")
        row = {name: getattr(there, name) for name in kept}
        settings = json.dumps(self._settings(there), ensure_ascii=False)
        return int(self.store.db["tournaments"].insert(row | {"settings": settings}).last_pk)

    def _settings(self, there: Tournament, here: Tournament | None = None) -> dict[str, Any]:
        """Return the settings with bot numbers and grants as they are here."""
        settings = {name: value for name, value in there.settings.items() if name not in GRANTS}
        if here:
            settings |= {name: here.settings[name] for name in GRANTS if name in here.settings}
        for name in ("bots", "fillers"):
            if name in settings:
                settings[name] = [self.bots.here[bot] for bot in settings[name]]
        if "apart" in settings:
            settings["apart"] = [
                [self.bots.here[bot] for bot in group] for group in settings["apart"]
            ]
        entrants = "SELECT bot_id FROM other.entrants WHERE tournament_id = ? ORDER BY 1"
        order = [self.bots.here[bot] for bot in self.store.column(entrants, [there.id])]
        if order != sorted(order):  # later draws depend on that order
            settings["renumbered"] = True
        return settings

    def _matches(self, number: int, there: Tournament) -> int:
        """Bring in the matches with their games; return how many games came in."""
        known = self.done.games
        for first in range(0, there.matches, AT_A_TIME):
            end = first + AT_A_TIME
            came, others = merge_games.bring_matches(self.store.conn, number, there.id, first, end)
            self.done.games += came
            self.done.known += others
            self.progress(min(self.seen + end, self.total), self.total)
        return self.done.games - known

    def _field_and_draws(self, number: int, there: Tournament, here: Tournament | None) -> None:
        """Bring in members and draws, unless this ladder has more of the tournament."""
        if here and here.matches > there.matches:
            return
        merge_games.bring_field(self.store.conn, number, there.id)
        self._draws(number, there, here.matches if here else 0)
        new: dict[str, Any] = {"matches": there.matches, "rounds": there.rounds}
        if here and there.matches > here.matches:
            settings = self._settings(there, here)
            new["settings"] = json.dumps(settings, ensure_ascii=False)
        self.store.db["tournaments"].update(number, new)

    def _draws(self, number: int, there: Tournament, first: int) -> None:
        draws = "SELECT * FROM other.draws WHERE tournament_id = ? AND first >= ? ORDER BY first"
        for row in self.store.rows(draws, [there.id, first]):
            what = f"who was suspended at match {row['first']}"
            suspended = stored_json(row["suspended"], list, what)
            named = json.dumps(sorted(self.bots.here[bot] for bot in suspended))
            self.store.db["draws"].insert(row | {"tournament_id": number, "suspended": named})

    def _settle(self, number: int, there: Tournament) -> None:
        """Rate complete matches in order, up to the first gap."""
        row = self.store.db["tournaments"].get(number)
        cursor = start = row["rated_until"]
        rated: list[int] = []
        for match, pool, status in self.store.conn.execute(_FROM, [number, cursor]).fetchall():
            if status == "open":
                break
            cursor += 1
            if status == "whole" and row["rated"]:
                self._rate(match, pool, row["fixed_k"])
                rated.append(match)
            if cursor % AT_A_TIME == 0:
                self.progress(self.seen, self.total)
        count_trades(self.store.conn, rated)
        whole = cursor == row["matches"] == there.matches
        if cursor != start or (whole and not row["finished_at"]):
            over = there.finished_at if whole else None
            ends = {"finished_at": over, "abandoned_at": there.abandoned_at if over else None}
            self.store.db["tournaments"].update(number, {"rated_until": cursor} | ends)

    def _rate(self, match: int, pool: int, fixed_k: float | None) -> None:
        for suspension in rate_match(self.store.conn, match, pool, fixed_k):
            self.suspended[suspension.bot_id] = (
                f"{suspension.label} is suspended now: {suspension.reason}."
            )


def _columns(bot: Bot) -> dict[str, Any]:
    """Return the row of a bot, without its id."""
    row = {name: getattr(bot, name) for name in Bot.__slots__ if name != "id"}
    return row | {"manifest": json.dumps(dict(bot.manifest), ensure_ascii=False)}


_FROM = """
SELECT id, pool_id, status FROM matches WHERE tournament_id = ? AND number >= ? ORDER BY number"""
