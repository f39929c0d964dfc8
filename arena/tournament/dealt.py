"""Whether the records of a tournament's games are of the deals and bots that its ledger has."""

from collections.abc import Callable, Iterator

import orjson

from arena.tournament.deals import seeds_of_game
from ladder.records import NoRecord, unpacked
from ladder.store import Store
from ladder.tournaments import Tournament

Tell = Callable[[int], None]


def misdealt(
    store: Store, tournament: Tournament, tell: Tell = lambda match: None
) -> Iterator[str]:
    """A sentence for each record with another deal, other bots, seeds or coins than the ladder has.

    One that cannot be read is left out: that is found when the game is replayed. tell: hears the
    number of the match that is looked at.
    """
    for row in store.conn.execute(_RECORDS, [tournament.id]):
        game, number, rotation, seating, deal, hashes, circle, coins, stored = row
        tell(number)
        try:
            record = orjson.loads(unpacked(stored))
            played = [(bot["hash"], bot["seed"]) for bot in record["bots"]]
            seed, scores = record["seed"], record["result"]["scores"]
        except (NoRecord, orjson.JSONDecodeError, LookupError, TypeError):
            continue
        around = orjson.loads(circle)
        seeds = seeds_of_game(tournament.secret, number, around, rotation, seating == "swapped")
        if seed != deal.hex():
            yield f"Game {game} was played on another deal than its match has."
        elif [bot for bot, _ in played] != orjson.loads(hashes):
            yield f"Game {game} was played by other bots than the ladder has."
        elif tuple(given for _, given in played) != seeds:
            yield f"Game {game}: the seeds of its bots do not follow from the secret."
        elif scores != orjson.loads(coins):
            yield f"Game {game} ended with other coins than the ladder has."


_RECORDS = """
SELECT g.id, m.number, g.rotation, m.seating, m.deal_seed,
    (SELECT json_group_array(hash) FROM (SELECT b.hash FROM seats AS s
        JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = g.id ORDER BY s.seat)),
    (SELECT json_group_array(hash) FROM (SELECT b.hash FROM pairings AS c
        JOIN bots AS b ON b.id = c.bot_id WHERE c.match_id = m.id ORDER BY c.position)),
    (SELECT json_group_array(coins) FROM
        (SELECT coins FROM seats WHERE game_id = g.id ORDER BY seat)),
    r.record
FROM matches AS m JOIN games AS g ON g.match_id = m.id JOIN records AS r ON r.game_id = g.id
WHERE m.tournament_id = ? ORDER BY m.number, g.rotation
"""
