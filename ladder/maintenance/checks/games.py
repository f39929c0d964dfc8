"""Checks of single games: one result each, the right bots in their seats, the right places."""

from collections.abc import Iterator
from itertools import groupby

from ladder.database.result import outcomes
from ladder.database.store import Store
from ladder.maintenance.checks.check import Beat, Check, whole_table

CLOSE = 1e-9


def _wrong_places(store: Store, beat: Beat) -> Iterator[str]:
    query = (
        "SELECT game_id, coins, place, won, forfeited, place_score, win_share, final_place, "
        "final_winner FROM seats ORDER BY game_id, seat"
    )
    rows = whole_table(store, "seats", query, beat)
    for game_id, game in groupby(rows, key=lambda row: row[0]):
        _, coins, kept, won, forfeited, *scores = zip(*game, strict=True)
        places = tuple(1 + sum(other > mine for other in coins) for mine in coins)
        if places != kept:
            yield f"The places of game {game_id} are not those by its coins."
        winners, left = (
            [seat for seat, true in enumerate(column) if true] for column in (won, forfeited)
        )
        right = zip(*outcomes(places, frozenset(left), tuple(winners)), strict=True)
        if any(
            abs(one - two) > CLOSE
            for column in zip(scores, right, strict=True)
            for one, two in zip(*column, strict=True)
        ):
            yield f"Game {game_id} has scores that do not follow from its places."


# By the ledger, which bot belongs in each seat; `w` is that bot, `b` the one that sat there.
_SEATED = """
    SELECT s.game_id, s.seat + 1, b.label, w.label FROM seats AS s
    JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN pools AS p ON p.id = m.pool_id
    JOIN pairings AS c ON c.match_id = m.id
        AND c.position = (s.seat + g.rotation) % p.players
    JOIN bots AS b ON b.id = s.bot_id JOIN bots AS w ON w.id = c.bot_id
    WHERE m.seating = 'rotated' AND c.bot_id <> s.bot_id"""
_SWAPPED = """
    SELECT s.game_id, s.seat + 1, b.label, w.label FROM matches AS m
    JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
    JOIN pairings AS c ON c.match_id = m.id AND c.position = s.seat
    JOIN entrants AS e ON e.tournament_id = m.tournament_id AND e.bot_id = c.bot_id
    JOIN entrants AS x ON x.tournament_id = m.tournament_id
        AND iif(g.rotation AND NOT e.filler, NOT x.filler AND x.bot_id <> c.bot_id,
                x.bot_id = c.bot_id)
    JOIN bots AS b ON b.id = s.bot_id JOIN bots AS w ON w.id = x.bot_id
    WHERE m.seating = 'swapped' AND x.bot_id <> s.bot_id"""

GAMES = (
    Check(
        "results",
        "each played game has one result, its seats and its record",
        {
            "Game {0} of {1} players has {2} seats, and {3} decisions, while these have {4}.": """
                SELECT r.game_id, p.players, count(s.seat), r.decisions,
                    coalesce(sum(s.decisions), 0)
                FROM results AS r JOIN games AS g ON g.id = r.game_id
                    JOIN matches AS m ON m.id = g.match_id JOIN pools AS p ON p.id = m.pool_id
                    LEFT JOIN seats AS s ON s.game_id = r.game_id
                GROUP BY r.game_id
                HAVING count(s.seat) <> p.players
                    OR min(s.seat) <> 0 OR max(s.seat) <> p.players - 1
                    OR r.decisions <> sum(s.decisions)""",
            "Game {0} has no record.": """
                SELECT game_id FROM results WHERE game_id NOT IN (SELECT game_id FROM records)""",
        },
    ),
    Check(
        "seats",
        "every seat has the bot that the ledger puts there",
        {
            "Seat {1} of game {0} is {2}; by the ledger it is {3}.": f"""
                {_SEATED} UNION ALL {_SWAPPED}""",
            "{1} plays in tournament {0}, but is not an entrant.": """
                SELECT DISTINCT m.tournament_id, b.label FROM matches AS m
                JOIN pairings AS c ON c.match_id = m.id JOIN bots AS b ON b.id = c.bot_id
                WHERE NOT EXISTS (SELECT 1 FROM entrants AS e
                    WHERE e.tournament_id = m.tournament_id AND e.bot_id = c.bot_id)""",
        },
    ),
    Check("places", "places and scores follow from coins and forfeits", search=_wrong_places),
)
