CREATE TABLE sources (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    first_at TEXT NOT NULL
);
ALTER TABLE results ADD COLUMN source_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE played RENAME TO played_before;
CREATE TABLE played (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    pool_id       INTEGER NOT NULL REFERENCES pools (id),
    level         TEXT NOT NULL,
    source_id     INTEGER NOT NULL,
    games         INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, pool_id, level, source_id)
) WITHOUT ROWID;
INSERT INTO played SELECT tournament_id, pool_id, level, 0, games FROM played_before;
DROP TABLE played_before;

ALTER TABLE fits ADD COLUMN scale TEXT NOT NULL DEFAULT '';
ALTER TABLE official_ratings ADD COLUMN above REAL;
ALTER TABLE official_ratings ADD COLUMN above_interval REAL;
ALTER TABLE official_ratings ADD COLUMN on_scale INTEGER NOT NULL DEFAULT 0;
ALTER TABLE season_standings ADD COLUMN above REAL;
ALTER TABLE season_standings ADD COLUMN above_interval REAL;
ALTER TABLE season_standings ADD COLUMN on_scale INTEGER NOT NULL DEFAULT 0;
