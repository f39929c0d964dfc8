"""`arena ladder recompute`: refit official ratings and fill in missing trades."""

from dataclasses import asdict, dataclass

from arena.cli.home import opened
from arena.cli.options.arguments import Common
from arena.cli.output.console import counting, print_json, say
from arena.replay.replay import Replay, ReplayError, trades_of
from arena.text.phrases import counted
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.database.trades import keep, packed, recount_trades, without_trades
from ladder.queries import games as stored_games

SAME = 1e-9  # Elo points
AT_ONCE = 100  # games in a transaction: an interruption loses no more


@dataclass(frozen=True, slots=True)
class Filled:
    """Counts of the games whose trades were filled in, and of those that cannot be replayed."""

    found: int
    lost: int
    """Games whose records are damaged or belong to other rules."""


def fill(store: Store, quiet: bool) -> Filled:
    """Fill in missing trades by replaying their games, then sum up all games again.

    Progress survives an interruption; the next call continues there.
    """
    games = without_trades(store)
    found = 0
    with counting(len(games), quiet or not games, "older games, for their trades") as count:
        for first in range(0, len(games), AT_ONCE):
            replayed = {game: _replayed(store, game) for game in games[first : first + AT_ONCE]}
            known = {game: row for game, row in replayed.items() if row is not None}
            keep(store, known)
            found += len(known)
            count(first + len(replayed))
    with store.transaction() as conn:
        recount_trades(conn)
    return Filled(found, len(games) - found)


def _replayed(store: Store, game_id: int) -> bytes | None:
    """Return the row of a game, or None if it cannot be replayed."""
    try:
        return packed(trades_of(Replay(stored_games.record(store, game_id))).between())
    except (ReplayError, DamagedRecord):
        return None


def recompute(common: Common) -> None:
    """Refit all official ratings from the games alone, and say by how much they differ."""
    from arena.tournament.lock import exclusive_run
    from ladder.maintenance import refit

    with opened(common.home, new=False) as (_, store, _), exclusive_run(store):
        done = refit.recompute(store)
        filled = fill(store, common.json)
    if common.json:
        print_json(asdict(done) | {"trades": asdict(filled)})
        return
    matches = counted(done.matches, "match", "matches")
    say(f"Recomputed the official ratings from the games of {matches}.")
    if done.compared:
        verb = "are the same as" if done.difference <= SAME else "differ from"
        say(f"They {verb} those kept before; the largest difference is {done.difference:.2g} Elo.")
    if filled.found:
        found = counted(filled.found, "game")
        say(f"Filled in the trades of {found} stored without them.")
    if filled.lost:
        say(
            f"The trades of {counted(filled.lost, 'game')} stay unknown: the records are damaged, "
            "or belong to other rules. See: arena verify --all"
        )
