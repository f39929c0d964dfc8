CREATE TABLE pair_scores (
    pool_id  INTEGER NOT NULL REFERENCES pools (id),
    match_id INTEGER NOT NULL REFERENCES matches (id),
    bots     BLOB NOT NULL,
    scores   BLOB NOT NULL,
    PRIMARY KEY (pool_id, match_id)
) WITHOUT ROWID;
CREATE TABLE fits (
    id        INTEGER PRIMARY KEY,
    pools     TEXT NOT NULL,
    matches   INTEGER NOT NULL,
    ranked    TEXT NOT NULL,
    fitted_at TEXT NOT NULL
);
CREATE INDEX fits_by_pools ON fits (pools, matches);
CREATE TABLE official_ratings (
    fit_id       INTEGER NOT NULL REFERENCES fits (id),
    bot_id       INTEGER NOT NULL REFERENCES bots (id),
    elo          REAL NOT NULL,
    interval     REAL NOT NULL,
    bound        INTEGER NOT NULL,
    group_number INTEGER NOT NULL,
    first_rank   INTEGER,
    last_rank    INTEGER,
    ahead        REAL,
    PRIMARY KEY (fit_id, bot_id)
) WITHOUT ROWID;
