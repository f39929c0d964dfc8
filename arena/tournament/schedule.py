"""The schedule of a tournament: its format's pairings in every pool, as matches.

A round is one pass of the format through all pools. Pools take turns, so that a tournament stopped
anywhere has played all pools and bots about equally. A match plays all rotations of the seats,
each on its own deal, so that in any format every bot sits in every seat equally often.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from arena.errors import ArenaError
from arena.tournament.authors import most_together
from arena.tournament.deals import Draws, deal_seed
from arena.tournament.formats import format_named
from arena.tournament.formats.apart import Apart, Pairing
from arena.tournament.formats.format import Bracket, Field, PlayedMatch, SoFar
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.tournaments.tournaments import NewMatch, Pool, Rated

USUAL_GAMES = 250
"""The approximate number of games in a tournament whose length is not given."""
LOOKAHEAD = 20
"""The pairings of a pool among which the one whose bots have played least comes next."""


class ScheduleError(ArenaError):
    """There is no schedule for these bots and games."""


class Schedule:
    """The rounds of one tournament; the same arguments always make the same schedule."""

    def __init__(
        self,
        format: str,
        bots: Sequence[int],
        pools: Sequence[Pool],
        secret: bytes,
        fillers: Sequence[int] = (),
        apart: Sequence[Sequence[int]] = (),
        legs: int = 1,
    ) -> None:
        """Make a schedule.

        Args:
            format: The name of its format.
            bots: Ids of the entrants.
            pools: The pools of a round.
            secret: The tournament's secret.
            fillers: Ids of the bots that take the seats left over.
            apart: Groups of bots of which no two meet.
            legs: How often a table meets before it is decided, in formats that end.

        Raises:
            FormatError: There is no such format.
        """
        chosen = format_named(format)
        self._needed = bots[: chosen.leads] if chosen.needs_leads else []
        self._entrants = [
            *bots[: chosen.leads],
            *Draws(secret, "field").shuffled(bots[chosen.leads :]),
        ]
        self._pools = pools
        self._secret = secret
        self._fillers = fillers
        self._places = {bot: place for place, bot in enumerate(self._entrants)}
        self._apart = Apart(apart)
        places = Apart([self._places[bot] for bot in group] for group in apart)
        most = most_together(bots, apart)  # fillers take the other seats of a table
        self._formats = {
            pool: chosen(
                Field(len(bots), min(pool.players, most), places, number, legs),
                Draws(secret, "design", number),
            )
            for number, pool in enumerate(pools)
        }
        self._format = chosen
        self.sees_results = chosen.sees_results

    @classmethod
    def of(cls, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> "Schedule":
        """Make the schedule of a stored tournament."""
        return cls(
            plan.format,
            settings["bots"],
            plan.pools,
            secret,
            settings["fillers"],
            settings.get("apart", ()),
            plan.options.get("legs", 1),
        )

    @property
    def matches(self) -> int:
        """The number of matches in a round."""
        return sum(each.size for each in self._formats.values())

    @property
    def games(self) -> dict[Pool, int]:
        """The number of games in a round, by pool."""
        return {pool: each.size * pool.players for pool, each in self._formats.items()}

    @property
    def usual_rounds(self) -> int:
        """The usual number of rounds in this format; 0 if any number is usual."""
        return max((len(each.sizes) for each in self._formats.values()), default=0)

    @property
    def usual_games(self) -> dict[Pool, int]:
        """The number of games in the usual rounds, by pool."""
        return {pool: sum(each.sizes) * pool.players for pool, each in self._formats.items()}

    def round(
        self,
        number: int,
        first_match: int,
        suspended: frozenset[int] = frozenset(),
        so_far: SoFar | None = None,
    ) -> Iterator[NewMatch]:
        """Draw the matches of a round in the order of the ledger, with suspended bots replaced.

        Args:
            number: The number of the round, from 1.
            first_match: The number of its first match in the ledger.
            suspended: Ids of bots.
            so_far: The results, by `seen`, for a format that sees results.

        Raises:
            ScheduleError: A match has too few bots, and there are no fillers.
        """
        formats = list(self._formats.values())
        rounds = [iter(each.round(number, so_far or SoFar())) for each in formats]
        match = first_match
        for turn, pairing in _interleaved(rounds, [each.size for each in formats]):
            pool, meeting = self._pools[turn], [self._entrants[place] for place in pairing]
            if suspended.isdisjoint((*meeting, *self._fillers)):
                full: list[int] | None = fill_up(meeting, pool.players, self._fillers)
            else:
                full = self.instead_of(meeting, pool, match, suspended)
            if full:
                yield self.match(number, pool, full, match)
                match += 1

    def match(
        self,
        number: int,
        pool: Pool,
        meeting: Sequence[int],
        match: int,
        instead_of: int | None = None,
    ) -> NewMatch:
        """Make match number `match` of the ledger, seated as the format says."""
        circle = self._format.circle(meeting, Draws(self._secret, "circle", match))
        return NewMatch(number, pool, deal_seed(self._secret, match), tuple(circle), instead_of)

    def instead_of(
        self, meeting: Sequence[int], pool: Pool, match: int, suspended: frozenset[int]
    ) -> list[int] | None:
        """Draw a pairing to replace one with suspended bots: the others, and new ones.

        Return None if fewer than two bots are left to meet.
        """
        if not suspended.isdisjoint(self._needed):
            return None
        # Without repetitions: a filler may have had several seats.
        full = [bot for bot in dict.fromkeys(meeting) if bot not in suspended]
        others = {*self._entrants} if self._format.entrants_stand_in else set[int]()
        others -= suspended.union(full)
        for bot in Draws(self._secret, "replacement", match).shuffled(sorted(others)):
            if len(full) < pool.players and self._apart.lets(bot, full):
                full.append(bot)
        if len(full) < 2:
            return None
        fillers = [bot for bot in self._fillers if bot not in suspended]
        try:
            return fill_up(full, pool.players, fillers)
        except ScheduleError:  # the fillers are suspended as well
            return None

    def seen(self, matches: Iterable[Rated], out: Mapping[int, int]) -> SoFar:
        """Return results as formats see them; `out` has the round in which a bot was suspended."""
        pools = {(pool.variant, pool.players): n for n, pool in enumerate(self._pools)}
        return SoFar(
            [
                PlayedMatch(
                    match.round,
                    pools[match.variant, match.players],
                    {
                        self._places[bot]: score
                        for bot, score in match.scores.items()
                        if bot in self._places
                    },
                )
                for match in matches
            ],
            {self._places[bot]: number for bot, number in out.items() if bot in self._places},
        )

    def bracket(self, labels: Sequence[str], so_far: SoFar, rounds: int) -> Bracket | None:
        """Return the tournament's standing by the format's own rules; see `Format.bracket`."""
        first, *_ = self._formats.values()  # all pools share one table
        return first.bracket(labels, so_far, rounds)

    @property
    def entrants(self) -> Sequence[int]:
        """The bots' ids, in the order of the indexes by which formats know them."""
        return self._entrants


def _interleaved(
    rounds: Sequence[Iterator[Pairing]], sizes: Sequence[int]
) -> Iterator[tuple[int, Pairing]]:
    """Yield the pairings of a round with the numbers of their pools, mixed evenly."""
    waiting = [list(islice(each, LOOKAHEAD)) for each in rounds]
    taken = [0] * len(rounds)
    played: Counter[int] = Counter()  # games by bot; a match has as many games as players
    while any(waiting):
        # The pool that has played the smallest part of its round comes next.
        pool = min(
            (number for number, left in enumerate(waiting) if left),
            key=lambda number: (taken[number] + 0.5) / sizes[number],
        )
        # Of the next few pairings, that whose bots have played least: all bots stay nearly level.
        pairing = min(waiting[pool], key=lambda pairing: sum(played[bot] for bot in pairing))
        waiting[pool].remove(pairing)
        waiting[pool] += islice(rounds[pool], 1)
        taken[pool] += 1
        for bot in pairing:
            played[bot] += len(pairing)
        yield pool, pairing


def fill_up(meeting: Sequence[int], players: int, fillers: Sequence[int]) -> list[int]:
    """Fill the empty seats of a meeting, with each filler as rarely as possible."""
    full = list(meeting)
    while len(full) < players:
        if not fillers:
            raise ScheduleError(
                f"A game with {players} players needs {players} bots. There are {len(meeting)}, "
                "and no fillers for the other seats."
            )
        full.append(min(fillers, key=full.count))
    return full


def usual_size(plan: Plan, bots: int) -> Size:
    """Return the format's usual size, or rounds for about USUAL_GAMES games."""
    if format_named(plan.format).ends:
        return Size(decided=True)
    # Sizes do not depend on what is drawn, so neither the bots' ids nor the secret matter here.
    schedule = Schedule(plan.format, range(max(1, bots)), plan.pools, b"")
    if schedule.usual_rounds:
        return Size(rounds=schedule.usual_rounds)
    return Size(rounds=max(1, round(USUAL_GAMES / max(1, sum(schedule.games.values())))))
