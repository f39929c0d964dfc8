ALTER TABLE games ADD COLUMN deal INTEGER NOT NULL DEFAULT 0;
-- Its rows are made again from the games, as those of version 4 held less.
DROP TABLE pair_scores;
CREATE TABLE pair_scores (
    pool_id  INTEGER NOT NULL REFERENCES pools (id),
    match_id INTEGER NOT NULL REFERENCES matches (id),
    deal     INTEGER NOT NULL,
    bots     BLOB NOT NULL,
    scores   BLOB NOT NULL,
    PRIMARY KEY (pool_id, match_id, deal)
) WITHOUT ROWID;
