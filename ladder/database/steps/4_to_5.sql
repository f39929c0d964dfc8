CREATE INDEX results_by_time ON results (played_at);
CREATE TABLE played (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    pool_id       INTEGER NOT NULL REFERENCES pools (id),
    level         TEXT NOT NULL,
    games         INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, pool_id, level)
) WITHOUT ROWID;
INSERT INTO played SELECT m.tournament_id, m.pool_id, r.level, count(*)
FROM results AS r JOIN games AS g ON g.id = r.game_id JOIN matches AS m ON m.id = g.match_id
GROUP BY 1, 2, 3;

ALTER TABLE bots ADD COLUMN label TEXT NOT NULL GENERATED ALWAYS AS (name || ':' || version) VIRTUAL;
ALTER TABLE pools ADD COLUMN name TEXT NOT NULL
    GENERATED ALWAYS AS (variant || ', ' || players || ' players, ' || time_class) VIRTUAL;

ALTER TABLE seats ADD COLUMN final_place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN final_winner INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET final_place = 1 + (SELECT count(*) FROM seats AS other
    WHERE other.game_id = seats.game_id AND (other.forfeited < seats.forfeited
        OR NOT seats.forfeited AND NOT other.forfeited AND other.place < seats.place));
UPDATE seats SET final_winner = CASE
    WHEN forfeited THEN 0
    WHEN EXISTS (SELECT 1 FROM seats AS other
        WHERE other.game_id = seats.game_id AND other.won AND NOT other.forfeited) THEN won
    ELSE final_place = 1 END;
CREATE INDEX seats_with_faults ON seats (bot_id, game_id, faults) WHERE faults > 0;

CREATE TABLE draws (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    first         INTEGER NOT NULL,
    settled       INTEGER NOT NULL,
    gone          TEXT NOT NULL,
    suspended     TEXT NOT NULL,
    PRIMARY KEY (tournament_id, first)
) WITHOUT ROWID;
CREATE TABLE dealings (
    game_id INTEGER PRIMARY KEY REFERENCES results (game_id),
    numbers BLOB NOT NULL
);
CREATE TABLE partners (
    bot_id     INTEGER NOT NULL REFERENCES bots (id),
    pool_id    INTEGER NOT NULL REFERENCES pools (id),
    partner_id INTEGER NOT NULL REFERENCES bots (id),
    games      INTEGER NOT NULL,
    trades     INTEGER NOT NULL,
    gifts      INTEGER NOT NULL,
    cards      INTEGER NOT NULL,
    coins      REAL NOT NULL,
    PRIMARY KEY (bot_id, pool_id, partner_id)
) WITHOUT ROWID;
CREATE TABLE metrics (
    game_id INTEGER NOT NULL REFERENCES results (game_id),
    seat    INTEGER NOT NULL,
    key     TEXT NOT NULL,
    value   REAL NOT NULL,
    PRIMARY KEY (game_id, seat, key)
) WITHOUT ROWID;

ALTER TABLE tournaments ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
ALTER TABLE matches ADD COLUMN seating TEXT NOT NULL DEFAULT 'rotated'
    CHECK (seating IN ('rotated', 'swapped'));
ALTER TABLE entrants ADD COLUMN suspended_in INTEGER;

CREATE TABLE stays (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    bot_id        INTEGER NOT NULL REFERENCES bots (id),
    since_match   INTEGER NOT NULL,
    until_match   INTEGER,
    PRIMARY KEY (tournament_id, bot_id, since_match)
) WITHOUT ROWID;
CREATE TABLE seasons (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    league_id    INTEGER NOT NULL REFERENCES tournaments (id),
    since_match  INTEGER NOT NULL,
    frozen_match INTEGER,
    until_match  INTEGER,
    secret       BLOB,
    secret_hash  TEXT,
    final_id     INTEGER REFERENCES tournaments (id),
    opened_at    TEXT NOT NULL,
    frozen_at    TEXT,
    closed_at    TEXT
);
CREATE TABLE season_standings (
    season_id  INTEGER NOT NULL REFERENCES seasons (id),
    bot_id     INTEGER NOT NULL REFERENCES bots (id),
    rank       INTEGER NOT NULL,
    elo        REAL NOT NULL,
    interval   REAL NOT NULL,
    bound      INTEGER NOT NULL,
    first_rank INTEGER,
    last_rank  INTEGER,
    ahead      REAL,
    games      INTEGER NOT NULL,
    PRIMARY KEY (season_id, bot_id)
) WITHOUT ROWID;

CREATE TABLE logs (
    id       INTEGER PRIMARY KEY,
    game_id  INTEGER NOT NULL REFERENCES results (game_id),
    seat     INTEGER NOT NULL,
    for_good INTEGER NOT NULL,
    text     BLOB NOT NULL,
    UNIQUE (game_id, seat)
);
CREATE INDEX logs_for_a_while ON logs (id) WHERE NOT for_good;
INSERT INTO logs (game_id, seat, for_good, text)
SELECT game_id, seat, faults > 0, packed_log(text)
FROM stderr JOIN seats USING (game_id, seat) WHERE text <> '' ORDER BY game_id, seat;
DROP TABLE stderr;
CREATE TABLE casual_games (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    match     INTEGER,
    round     INTEGER NOT NULL,
    rotation  INTEGER NOT NULL,
    variant   TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    played_at TEXT NOT NULL,
    level     TEXT NOT NULL,
    seats     TEXT NOT NULL,
    record    BLOB NOT NULL,
    logs      BLOB NOT NULL
);
