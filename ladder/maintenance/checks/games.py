"""Checks of single games: one result each, the right bots in their seats, the right places."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from ladder.database.result import SeatResult, final, place_scores, win_shares
from ladder.database.store import Store
from ladder.maintenance.checks.check import Beat, Check, counted, lines

CLOSE = 1e-9


def _wrong_results(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT r.game_id, p.players, count(s.seat), r.decisions, coalesce(sum(s.decisions), 0)
           FROM results AS r JOIN games AS g ON g.id = r.game_id
               JOIN matches AS m ON m.id = g.match_id JOIN pools AS p ON p.id = m.pool_id
               LEFT JOIN seats AS s ON s.game_id = r.game_id
           GROUP BY r.game_id
           HAVING count(s.seat) <> p.players OR min(s.seat) <> 0 OR max(s.seat) <> p.players - 1
               OR r.decisions <> sum(s.decisions)""",
        "Game {0} of {1} players has {2} seats, and {3} decisions, while these have {4}.",
    )
    yield from lines(
        store,
        "SELECT game_id FROM results WHERE game_id NOT IN (SELECT game_id FROM records)",
        "Game {0} has no record.",
    )


def _wrong_bots(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT s.game_id, s.seat + 1, b.label, w.label FROM seats AS s
           JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
           JOIN pools AS p ON p.id = m.pool_id
           JOIN pairings AS c ON c.match_id = m.id
               AND c.position = (s.seat + g.rotation) % p.players
           JOIN bots AS b ON b.id = s.bot_id JOIN bots AS w ON w.id = c.bot_id
           WHERE m.seating = 'rotated' AND c.bot_id <> s.bot_id""",
        "Seat {1} of game {0} is {2}; by the ledger it is {3}.",
    )
    yield from lines(
        store,
        """SELECT s.game_id, s.seat + 1, b.label, w.label FROM matches AS m
           JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
           JOIN pairings AS c ON c.match_id = m.id AND c.position = s.seat
           JOIN entrants AS e ON e.tournament_id = m.tournament_id AND e.bot_id = c.bot_id
           JOIN entrants AS x ON x.tournament_id = m.tournament_id
               AND iif(g.rotation AND NOT e.filler, NOT x.filler AND x.bot_id <> c.bot_id,
                       x.bot_id = c.bot_id)
           JOIN bots AS b ON b.id = s.bot_id JOIN bots AS w ON w.id = x.bot_id
           WHERE m.seating = 'swapped' AND x.bot_id <> s.bot_id""",
        "Seat {1} of game {0} is {2}; by the ledger it is {3}.",
    )
    yield from lines(
        store,
        """SELECT DISTINCT m.tournament_id, b.label FROM matches AS m
           JOIN pairings AS c ON c.match_id = m.id JOIN bots AS b ON b.id = c.bot_id
           WHERE NOT EXISTS (SELECT 1 FROM entrants AS e
               WHERE e.tournament_id = m.tournament_id AND e.bot_id = c.bot_id)""",
        "{1} plays in tournament {0}, but is not an entrant.",
    )


def _wrong_places(store: Store, beat: Beat) -> Iterator[str]:
    (total,) = store.conn.execute("SELECT count(*) FROM seats").fetchone()
    rows = counted(
        store.conn.execute(
            "SELECT game_id, coins, place, won, forfeited, place_score, win_share, final_place, "
            "final_winner FROM seats ORDER BY game_id, seat"
        ),
        total,
        beat,
    )
    for game_id, game in groupby(rows, key=lambda row: row[0]):
        seats = [row[1:] for row in game]
        coins = [row[0] for row in seats]
        places = tuple(1 + sum(other > mine for other in coins) for mine in coins)
        if places != tuple(row[1] for row in seats):
            yield f"The places of game {game_id} are not those by its coins."
        won, forfeited = (tuple(bool(row[column]) for row in seats) for column in (2, 3))
        for row, right in zip(seats, _ends(places, won, forfeited), strict=True):
            if any(abs(one - two) > CLOSE for one, two in zip(row[4:], right, strict=True)):
                yield f"Game {game_id} has scores that do not follow from its places."
                break


@lru_cache(maxsize=10_000)
def _ends(
    places: tuple[int, ...], won: tuple[bool, ...], forfeited: tuple[bool, ...]
) -> tuple[tuple[float, float, int, bool], ...]:
    """Return each seat's place score, win share, final place, and whether it is a final winner."""
    seats = [SeatResult(0, *each) for each in zip(places, forfeited, strict=True)]
    if len(seats) < 2:
        return ()
    ends = final(seats, [seat for seat, first in enumerate(won) if first])
    scores = zip(place_scores(seats), win_shares(seats), ends, strict=True)
    return tuple((score, share, *end) for score, share, end in scores)


GAMES = (
    Check(
        "results",
        "each played game has one result, its seats and its record",
        _wrong_results,
    ),
    Check("seats", "every seat has the bot that the ledger puts there", _wrong_bots),
    Check("places", "places and scores follow from coins and forfeits", _wrong_places),
)
