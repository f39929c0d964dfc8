"""Admission of bots to a league while it is played, and their departure."""

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from arena.text.phrases import counted
from arena.tournament.authors import author_groups
from arena.tournament.league import follow, newcomers
from arena.tournament.run_events import Notice, NoticeKind, Report
from ladder.database.store import Bot, Store
from ladder.maintenance.refit import refit
from ladder.tournaments.draw_counts import Turns
from ladder.tournaments.seasons import frozen_field
from ladder.tournaments.stays import newest_versions, present, update
from ladder.tournaments.tournaments import tournament

if TYPE_CHECKING:
    from ladder.tournaments.strengths import Strengths

SECONDS_BETWEEN_LOOKS = 1.0
MATCHES_BETWEEN_FITS = 200
"""The fewest matches between two fits of the official ratings."""
GROWTH_BETWEEN_FITS = 0.05
"""The least growth of the ledger between two fits: each is kept, and nobody reads thousands."""


class Admission:
    """Admits bots that were submitted or reinstated, and dismisses retired ones, between games."""

    def __init__(
        self,
        store: Store,
        league: int,
        fillers: Collection[int],
        unable: Callable[[Bot], str],
        report: Report,
        per_author: int | None = None,
    ) -> None:
        """Prepare admission to a league.

        Args:
            store: The ladder.
            league: The league's id.
            fillers: Ids of the bundled bots that play beside the submitted ones.
            unable: Says in a sentence why a bot cannot play here; "" if it can.
            report: Called with each bot that joins or leaves.
            per_author: The most bots of one author, not counting versions; None: any number.
        """
        self._store = store
        self._league = league
        self._fillers = frozenset(fillers)
        self._unable = unable
        self._report = report
        self._per_author = per_author
        self._waiting: set[int] = set()
        self._why: dict[int, str] = {}  # by bot: what `unable` said; asking reads all its files
        self._looked: float | None = None
        self._fitted = tournament(store, league).rated_until  # the run before fitted at its end
        self._followed: tuple[Strengths, Turns] | None = None
        self._newcomers: set[int] | None = None

    def __call__(self) -> None:
        """Call `look` and fit the ratings, if it is time to."""
        now = time.monotonic()
        if self._looked is None or now - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = now
            self.look()
            self._fit_if_due()

    def look(self) -> None:
        """Admit pending bots, and dismiss those that leave."""
        changes = update(self._store, self._league, self._eligible())
        for bot in map(self._store.bot, changes.came):
            self._notify(NoticeKind.BOT_CAME, bot)
        for bot in map(self._store.bot, changes.left):
            why = f"{bot.state}: {bot.reason}".rstrip(": ")
            self._notify(NoticeKind.BOT_LEFT, bot, why=why)
        self._report_placed()

    def _notify(self, kind: NoticeKind, bot: Bot, **facts: object) -> None:
        self._report(Notice(kind, {"bot": bot.label, **facts}))

    def _eligible(self) -> list[int]:
        """Return the ids of the bots that should be in the league."""
        members = set(
            present(self._store, self._league, tournament(self._store, self._league).matches)
        )
        frozen = frozen_field(self._store, self._league)
        bots = self._store.bots()
        # The field of a season's final is frozen: nobody joins it any more.
        if frozen is None:
            submitted = [bot for bot in bots if not bot.bundled]
            bundled = [bot for bot in bots if bot.id in self._fillers and bot.status == "active"]
            willing = [*newest_versions(submitted), *bundled]
        else:
            willing = [bot for bot in bots if bot.id in frozen and bot.willing]
        # Of a bot that was out, such as a suspended one, it is asked anew once it is back.
        self._why = {bot.id: self._why[bot.id] for bot in willing if bot.id in self._why}
        able = [bot for bot in willing if self._can_play(bot, bot.id in members)]
        return [bot.id for bot in (able if frozen else self._within_limits(able, bots))]

    def _within_limits(self, able: list[Bot], bots: list[Bot]) -> list[Bot]:
        """Return the bots within their authors' limits: for each, the names that came first."""
        if self._per_author is None:
            return able
        # A name came with its first version, whose id is the lowest.
        came: dict[str, int] = {}
        for bot in bots:
            came[bot.name] = min(bot.id, came.get(bot.name, bot.id))
        names: dict[str, set[str]] = {}
        by = author_groups(able)
        for bot in able:
            names.setdefault(by[bot.id], set()).add(bot.name)
        room = {
            name
            for author, own in names.items()
            for name in sorted(own, key=came.__getitem__)[: self._per_author if author else None]
        }
        waiting = {bot.id for bot in able if bot.name not in room}
        for bot in able:
            if bot.id in waiting - self._waiting:
                self._notify(NoticeKind.BOT_WAITS, bot, bots=counted(self._per_author, "bot"))
        self._waiting = waiting
        return [bot for bot in able if bot.id not in waiting]

    def _can_play(self, bot: Bot, is_member: bool) -> bool:
        """Return True if a bot can be started here.

        A bot of the league that no longer can is suspended, since its matches could never be
        played.
        """
        if bot.id not in self._why:
            why = self._why[bot.id] = self._unable(bot)
            if why:
                self._notify(NoticeKind.BOT_LEFT, bot, why=why)
                if is_member:
                    self._store.set_status(bot.id, "suspended", why)
        return not self._why[bot.id]

    def _report_placed(self) -> None:
        stored = tournament(self._store, self._league)
        members = present(self._store, self._league, stored.matches)
        strengths, turns = self._followed = self._followed or follow(self._store, self._league)
        unplaced = newcomers(members, strengths, turns, stored.rated_until)
        count = turns.before(stored.rated_until, stored.rated_until)
        # None at the first look: whoever was placed in an earlier run was reported then.
        for bot in sorted((self._newcomers or set()).intersection(members) - unplaced):
            games = counted(count.in_all[bot], "game")
            self._notify(NoticeKind.BOT_PLACED, self._store.bot(bot), games=games)
        self._newcomers = unplaced

    def _fit_if_due(self) -> None:
        rated = tournament(self._store, self._league).rated_until
        if rated - self._fitted >= max(MATCHES_BETWEEN_FITS, GROWTH_BETWEEN_FITS * self._fitted):
            self._fitted = rated
            refit(self._store, self._league)
