"""The versions of the database, and the steps from each to the next."""

import sqlite3
from collections.abc import Callable

from ladder.database.logs import packed
from ladder.database.pair_scores import note_all_pairs

SCHEMA_VERSION = 11


def _pack_logs(conn: sqlite3.Connection) -> None:
    """Convert the stderr that a ladder of version 4 keeps into logs."""
    conn.create_function("packed", 1, packed, deterministic=True)
    conn.execute(
        "INSERT INTO logs (game_id, seat, for_good, text) "
        "SELECT game_id, seat, faults > 0, packed(text) FROM stderr "
        "JOIN seats USING (game_id, seat) WHERE text <> '' ORDER BY game_id, seat"
    )
    conn.execute("DROP TABLE stderr")


# Tables are spelled out, as schema.sql has only the newest ones.
MIGRATIONS: dict[int, tuple[str | Callable[[sqlite3.Connection], None], ...]] = {
    1: (
        "ALTER TABLE tournaments ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tournaments ADD COLUMN abandoned_at TEXT",
        "ALTER TABLE entrants RENAME COLUMN house TO filler",
        "UPDATE tournaments SET rounds = coalesce("
        "(SELECT max(round) FROM matches WHERE tournament_id = tournaments.id), 0)",
        "UPDATE tournaments SET settings = json_set("
        "json_remove(settings, '$.kind', '$.house', '$.rounds'), "
        "'$.format', json_extract(settings, '$.kind'), "
        "'$.fillers', json(json_extract(settings, '$.house')), "
        "'$.size', json_object('rounds', json_extract(settings, '$.rounds')))",
    ),
    2: (
        "ALTER TABLE bots ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE results ADD COLUMN level TEXT NOT NULL DEFAULT ''",
    ),
    3: (
        "CREATE TABLE pair_scores (pool_id INTEGER NOT NULL REFERENCES pools (id), "
        "match_id INTEGER NOT NULL REFERENCES matches (id), bots BLOB NOT NULL, "
        "scores BLOB NOT NULL, PRIMARY KEY (pool_id, match_id)) WITHOUT ROWID",
        "CREATE TABLE fits (id INTEGER PRIMARY KEY, pools TEXT NOT NULL, "
        "matches INTEGER NOT NULL, ranked TEXT NOT NULL, fitted_at TEXT NOT NULL)",
        "CREATE INDEX fits_by_pools ON fits (pools, matches)",
        "CREATE TABLE official_ratings (fit_id INTEGER NOT NULL REFERENCES fits (id), "
        "bot_id INTEGER NOT NULL REFERENCES bots (id), elo REAL NOT NULL, "
        "interval REAL NOT NULL, bound INTEGER NOT NULL, group_number INTEGER NOT NULL, "
        "first_rank INTEGER, last_rank INTEGER, ahead REAL, "
        "PRIMARY KEY (fit_id, bot_id)) WITHOUT ROWID",
    ),
    4: (
        "CREATE INDEX results_by_time ON results (played_at)",
        "CREATE TABLE played (tournament_id INTEGER NOT NULL REFERENCES tournaments (id), "
        "pool_id INTEGER NOT NULL REFERENCES pools (id), level TEXT NOT NULL, "
        "games INTEGER NOT NULL, PRIMARY KEY (tournament_id, pool_id, level)) WITHOUT ROWID",
        "INSERT INTO played SELECT m.tournament_id, m.pool_id, r.level, count(*) "
        "FROM results AS r JOIN games AS g ON g.id = r.game_id "
        "JOIN matches AS m ON m.id = g.match_id GROUP BY 1, 2, 3",
        "ALTER TABLE bots ADD COLUMN label TEXT NOT NULL "
        "GENERATED ALWAYS AS (name || ':' || version) VIRTUAL",
        "ALTER TABLE pools ADD COLUMN name TEXT NOT NULL GENERATED ALWAYS AS "
        "(variant || ', ' || players || ' players, ' || time_class) VIRTUAL",
        "ALTER TABLE seats ADD COLUMN final_place INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN final_winner INTEGER NOT NULL DEFAULT 0",
        "UPDATE seats SET final_place = 1 + (SELECT count(*) FROM seats AS other "
        "WHERE other.game_id = seats.game_id AND (other.forfeited < seats.forfeited "
        "OR NOT seats.forfeited AND NOT other.forfeited AND other.place < seats.place))",
        "UPDATE seats SET final_winner = CASE WHEN forfeited THEN 0 "
        "WHEN EXISTS (SELECT 1 FROM seats AS other WHERE other.game_id = seats.game_id "
        "AND other.won AND NOT other.forfeited) THEN won ELSE final_place = 1 END",
        "CREATE INDEX seats_with_faults ON seats (bot_id, game_id, faults) WHERE faults > 0",
        "CREATE TABLE draws (tournament_id INTEGER NOT NULL REFERENCES tournaments (id), "
        "first INTEGER NOT NULL, settled INTEGER NOT NULL, gone TEXT NOT NULL, "
        "suspended TEXT NOT NULL, PRIMARY KEY (tournament_id, first)) WITHOUT ROWID",
        "CREATE TABLE dealings (game_id INTEGER PRIMARY KEY REFERENCES results (game_id), "
        "numbers BLOB NOT NULL)",
        "CREATE TABLE partners (bot_id INTEGER NOT NULL REFERENCES bots (id), "
        "pool_id INTEGER NOT NULL REFERENCES pools (id), "
        "partner_id INTEGER NOT NULL REFERENCES bots (id), games INTEGER NOT NULL, "
        "trades INTEGER NOT NULL, gifts INTEGER NOT NULL, cards INTEGER NOT NULL, "
        "coins REAL NOT NULL, PRIMARY KEY (bot_id, pool_id, partner_id)) WITHOUT ROWID",
        "CREATE TABLE metrics (game_id INTEGER NOT NULL REFERENCES results (game_id), "
        "seat INTEGER NOT NULL, key TEXT NOT NULL, value REAL NOT NULL, "
        "PRIMARY KEY (game_id, seat, key)) WITHOUT ROWID",
        "ALTER TABLE tournaments ADD COLUMN rated INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE matches ADD COLUMN seating TEXT NOT NULL DEFAULT 'rotated' "
        "CHECK (seating IN ('rotated', 'swapped'))",
        "ALTER TABLE entrants ADD COLUMN suspended_in INTEGER",
        "CREATE TABLE stays (tournament_id INTEGER NOT NULL REFERENCES tournaments (id), "
        "bot_id INTEGER NOT NULL REFERENCES bots (id), since_match INTEGER NOT NULL, "
        "until_match INTEGER, PRIMARY KEY (tournament_id, bot_id, since_match)) WITHOUT ROWID",
        "CREATE TABLE seasons (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
        "league_id INTEGER NOT NULL REFERENCES tournaments (id), since_match INTEGER NOT NULL, "
        "frozen_match INTEGER, until_match INTEGER, secret BLOB, secret_hash TEXT, "
        "final_id INTEGER REFERENCES tournaments (id), opened_at TEXT NOT NULL, "
        "frozen_at TEXT, closed_at TEXT)",
        "CREATE TABLE season_standings (season_id INTEGER NOT NULL REFERENCES seasons (id), "
        "bot_id INTEGER NOT NULL REFERENCES bots (id), rank INTEGER NOT NULL, "
        "elo REAL NOT NULL, interval REAL NOT NULL, bound INTEGER NOT NULL, "
        "first_rank INTEGER, last_rank INTEGER, ahead REAL, games INTEGER NOT NULL, "
        "PRIMARY KEY (season_id, bot_id)) WITHOUT ROWID",
        "CREATE TABLE logs (id INTEGER PRIMARY KEY, "
        "game_id INTEGER NOT NULL REFERENCES results (game_id), seat INTEGER NOT NULL, "
        "for_good INTEGER NOT NULL, text BLOB NOT NULL, UNIQUE (game_id, seat))",
        "CREATE INDEX logs_for_a_while ON logs (id) WHERE NOT for_good",
        _pack_logs,
        "CREATE TABLE casual_games (id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER, "
        "round INTEGER NOT NULL, rotation INTEGER NOT NULL, variant TEXT NOT NULL, "
        "decisions INTEGER NOT NULL, played_at TEXT NOT NULL, level TEXT NOT NULL, "
        "seats TEXT NOT NULL, record BLOB NOT NULL, logs BLOB NOT NULL)",
    ),
    5: (),  # new records have a form that arenas of version 5 cannot read (see records.py)
    6: (
        "ALTER TABLE games ADD COLUMN deal INTEGER NOT NULL DEFAULT 0",
        "DROP TABLE pair_scores",
        "CREATE TABLE pair_scores (pool_id INTEGER NOT NULL REFERENCES pools (id), "
        "match_id INTEGER NOT NULL REFERENCES matches (id), deal INTEGER NOT NULL, "
        "bots BLOB NOT NULL, scores BLOB NOT NULL, "
        "PRIMARY KEY (pool_id, match_id, deal)) WITHOUT ROWID",
        note_all_pairs,  # the rows of version 4 held less
    ),
    7: (
        "CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
        "first_at TEXT NOT NULL)",
        "ALTER TABLE results ADD COLUMN source_id INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE played RENAME TO played_before",
        "CREATE TABLE played (tournament_id INTEGER NOT NULL REFERENCES tournaments (id), "
        "pool_id INTEGER NOT NULL REFERENCES pools (id), level TEXT NOT NULL, "
        "source_id INTEGER NOT NULL, games INTEGER NOT NULL, "
        "PRIMARY KEY (tournament_id, pool_id, level, source_id)) WITHOUT ROWID",
        "INSERT INTO played SELECT tournament_id, pool_id, level, 0, games FROM played_before",
        "DROP TABLE played_before",
        "ALTER TABLE fits ADD COLUMN scale TEXT NOT NULL DEFAULT ''",
        *(
            f"ALTER TABLE {table} ADD COLUMN {column}"
            for table in ("official_ratings", "season_standings")
            for column in (
                "above REAL",
                "above_interval REAL",
                "on_scale INTEGER NOT NULL DEFAULT 0",
            )
        ),
    ),
    8: (),  # new views, which are replaced with every new version
    9: (
        "ALTER TABLE stays ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        # So far, draws are looked at by today's keys; those of that time may have been others.
        "UPDATE stays SET owner = (SELECT owner FROM bots WHERE id = bot_id)",
        "UPDATE tournaments SET settings = json_set(settings, '$.owners_noted_from', matches) "
        "WHERE id IN (SELECT tournament_id FROM stays)",
    ),
    10: (
        *(
            f"ALTER TABLE {table} ADD COLUMN refused INTEGER NOT NULL DEFAULT 0"
            for table in ("seats", "ratings")
        ),
        "ALTER TABLE fits ADD COLUMN signs TEXT",
        "ALTER TABLE dealings RENAME TO trades",
        "ALTER TABLE partners RENAME TO trade_sums",
    ),
}
"""By version, the steps that turn such a ladder into one of the next version."""
