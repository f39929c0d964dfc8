-- The ladder's database, schema version 11. Any SQLite tool may read it; only a tournament's driver
-- and `arena submit` write. `docs/data.md` is the guided tour with example queries.
-- All times are UTC in ISO 8601; all durations are milliseconds of wall time.
--
--     bots ─┬─ entrants ── tournaments ── stays, seasons
--           ├─ pairings ── matches ─── games ─── results ─┬─ seats
--           │                 │          └─ voids         ├─ records
--           ├─ ratings ──── pools ─┬─ pair_scores         ├─ trades
--           │    └─ rating_history └─ trade_sums          └─ logs, metrics
--           └─ official_ratings ── fits

-- Every version of every bot that was ever entered.
CREATE TABLE bots (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    version     INTEGER NOT NULL,             -- 1, 2, …: the same name submitted again
    author      TEXT NOT NULL DEFAULT '',
    language    TEXT NOT NULL DEFAULT '',
    hash        TEXT NOT NULL,                -- of the content of its stored copy
    manifest    TEXT NOT NULL DEFAULT '{}',   -- JSON: how it is started
    status      TEXT NOT NULL DEFAULT 'active'
                CHECK (status IN ('active', 'suspended', 'retired')),
    reason      TEXT NOT NULL DEFAULT '',     -- why it is not active
    added_at    TEXT NOT NULL,
    -- The suspension rule looks at rated games since the bot was added or last reinstated.
    judged_games  INTEGER NOT NULL DEFAULT 0,
    faulty_games  INTEGER NOT NULL DEFAULT 0, -- those with at least one fault
    owner       TEXT NOT NULL DEFAULT '',     -- SHA-256 of its submitter's key
    label       TEXT NOT NULL GENERATED ALWAYS AS (name || ':' || version) VIRTUAL, -- 'trader:2'
    UNIQUE (name, version)
);

-- Pools: games that can be compared; each bot has one rating in each.
CREATE TABLE pools (
    id            INTEGER PRIMARY KEY,
    variant       TEXT NOT NULL,              -- 'anniversary', 'classic+…'
    players       INTEGER NOT NULL,
    time_class    TEXT NOT NULL,              -- 'bullet', 'standard', 'slow' or 'network'
    negotiation   TEXT NOT NULL,              -- the limits of the negotiation
    rules_version TEXT NOT NULL,
    matches       INTEGER NOT NULL DEFAULT 0, -- rated so far
    name          TEXT NOT NULL GENERATED ALWAYS AS
                  (variant || ', ' || players || ' players, ' || time_class) VIRTUAL,
    UNIQUE (variant, players, time_class, negotiation, rules_version)
);

-- Tournaments: whole schedules, each drawn from one secret.
CREATE TABLE tournaments (
    id          INTEGER PRIMARY KEY,
    settings    TEXT NOT NULL,                -- JSON: all that is needed to resume it
    secret      BLOB NOT NULL UNIQUE,         -- each deal is a keyed hash under it
    secret_hash TEXT NOT NULL,                -- SHA-256, shown before the first game
    seed        INTEGER,                      -- of a reproducible run, whose deals can be guessed
    fixed_k     REAL,                         -- NULL: live Elo has a shrinking step
    rated_until INTEGER NOT NULL DEFAULT 0,   -- number of the next match to be rated
    matches     INTEGER NOT NULL DEFAULT 0,   -- in the ledger so far
    created_at  TEXT NOT NULL,
    finished_at TEXT,                         -- NULL while there is something left to play
    rounds      INTEGER NOT NULL DEFAULT 0,   -- in the ledger so far
    abandoned_at TEXT,                        -- games not played by then never will be
    rated       INTEGER NOT NULL DEFAULT 1    -- 0: its games change no rating (arena sprt)
);

-- Which bots play in a tournament.
CREATE TABLE entrants (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    bot_id        INTEGER NOT NULL REFERENCES bots (id),
    filler        INTEGER NOT NULL DEFAULT 0, -- 1: only fills seats when there are too few bots
    suspended_in  INTEGER,                    -- the last round drawn before it was suspended
    PRIMARY KEY (tournament_id, bot_id)
) WITHOUT ROWID;

-- Stays in a league, whose field changes. People decide when a bot comes or goes; the stay records the
-- place in the ledger, so that every draw can be repeated from the database. A new stay begins when a
-- bot's key changes.
CREATE TABLE stays (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    bot_id        INTEGER NOT NULL REFERENCES bots (id),
    since_match   INTEGER NOT NULL,           -- the first match that it could be drawn for
    until_match   INTEGER,                    -- the first that it could not; NULL: it is there
    owner         TEXT NOT NULL DEFAULT '',   -- as in bots, at that time
    PRIMARY KEY (tournament_id, bot_id, since_match)
) WITHOUT ROWID;

-- A named stretch of a league, and the final that decides it.
CREATE TABLE seasons (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    league_id    INTEGER NOT NULL REFERENCES tournaments (id),
    since_match  INTEGER NOT NULL,            -- its first match in the league's ledger
    frozen_match INTEGER,                     -- the first one with a frozen field
    until_match  INTEGER,                     -- the first one after the season
    secret       BLOB,                        -- of the final; drawn when the season is frozen
    secret_hash  TEXT,                        -- SHA-256, announced at that moment
    final_id     INTEGER REFERENCES tournaments (id),
    opened_at    TEXT NOT NULL,
    frozen_at    TEXT,
    closed_at    TEXT
);

-- The final standings of closed seasons; columns as in `official_ratings`.
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
    games      INTEGER NOT NULL,              -- in the final
    above      REAL,
    above_interval REAL,
    on_scale   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (season_id, bot_id)
) WITHOUT ROWID;

-- Matches: tables of bots, which meet once in each rotation of the seats; each of these games has a
-- deal of its own. A swapped match is two games on one deal: in the second, the tournament's two bots
-- (those that are no fillers) have exchanged their seats.
CREATE TABLE matches (
    id            INTEGER PRIMARY KEY,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number        INTEGER NOT NULL,           -- place in the ledger, from 0
    round         INTEGER NOT NULL,           -- from 1
    pool_id       INTEGER NOT NULL REFERENCES pools (id),
    deal_seed     BLOB NOT NULL UNIQUE,       -- the seed of deal 0; no deal is ever used twice
    instead_of    INTEGER REFERENCES matches (id),  -- the dropped match this one replaces
    status        TEXT NOT NULL DEFAULT 'open'
                  CHECK (status IN (
                      'open',                 -- games are missing
                      'whole',                -- complete, waiting for earlier matches; in an
                                              -- unrated tournament it stays so
                      'rated',
                      'dropped',              -- never rated: one of its bots was suspended,
                                              -- the time was up, or the tournament was
                                              -- decided or abandoned
                      'quarantined'           -- a game failed three times through the arena's fault
                  )),
    seating       TEXT NOT NULL DEFAULT 'rotated' CHECK (seating IN ('rotated', 'swapped')),
    UNIQUE (tournament_id, number)
);

CREATE INDEX matches_by_pool ON matches (pool_id, tournament_id);

-- The bots of each match, in circular order: rotation r seats position p at (p - r) mod players. In a
-- swapped match position p is seat p of the first game (rotation 0).
CREATE TABLE pairings (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    position INTEGER NOT NULL,
    bot_id   INTEGER NOT NULL REFERENCES bots (id),
    PRIMARY KEY (match_id, position)
) WITHOUT ROWID;
CREATE INDEX pairings_by_bot ON pairings (bot_id, match_id);

-- The ledger: every game to be played, written before its round starts. A game's number
-- is its name everywhere. Rows never change; outcomes are in `results`.
CREATE TABLE games (
    id       INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    rotation INTEGER NOT NULL,
    deal     INTEGER NOT NULL DEFAULT 0,      -- number of the deal in its match: the rotation, or 0
                                              -- if the whole match has one deal, like swapped ones
                                              -- and all before version 7
    UNIQUE (match_id, rotation)
);

-- What matches added to a ledger were drawn from. With the tournament's secret they can be drawn
-- again (arena verify).
CREATE TABLE draws (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    first     INTEGER NOT NULL,               -- number of the first match that was drawn
    settled   INTEGER NOT NULL,               -- all matches before this one were settled by then
    gone      TEXT NOT NULL,                  -- JSON: numbers of others dropped by then
    suspended TEXT NOT NULL,                  -- JSON: ids of the bots suspended by then
    PRIMARY KEY (tournament_id, first)
) WITHOUT ROWID;

-- The code that played games: rules, protocol, referee, and all that these need.
CREATE TABLE sources (
    id       INTEGER PRIMARY KEY,             -- from 1; 0 stands for an unknown source
    name     TEXT NOT NULL UNIQUE,            -- '0.1.0+1f0c…': the arena's version, a fingerprint
    first_at TEXT NOT NULL                    -- when its first game was stored here
);

-- The games that were played to their end.
CREATE TABLE results (
    game_id   INTEGER PRIMARY KEY REFERENCES games (id),
    decisions INTEGER NOT NULL,
    time_ms   REAL NOT NULL,                  -- the whole game
    played_at TEXT NOT NULL,
    level     TEXT NOT NULL DEFAULT '',       -- how its bots were confined: A, B, C, or '': unknown
    source_id INTEGER NOT NULL DEFAULT 0      -- in `sources`; 0: unknown, as before version 8
);
CREATE INDEX results_by_time ON results (played_at);

-- Running counts of played games, rated or not.
CREATE TABLE played (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    pool_id       INTEGER NOT NULL REFERENCES pools (id),
    level         TEXT NOT NULL,              -- as in results
    source_id     INTEGER NOT NULL,           -- as in results
    games         INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, pool_id, level, source_id)
) WITHOUT ROWID;

-- The result of each seat in each played game.
CREATE TABLE seats (
    game_id     INTEGER NOT NULL REFERENCES results (game_id),
    seat        INTEGER NOT NULL,             -- from 0
    bot_id      INTEGER NOT NULL REFERENCES bots (id),
    coins       INTEGER NOT NULL,
    place       INTEGER NOT NULL,             -- by coins: 1 is best; ties share a place
    place_score REAL NOT NULL,                -- (beaten + tied/2) / (players - 1)
    win_share   REAL NOT NULL,                -- 1/m for m who share the first place
    won         INTEGER NOT NULL,             -- 1: a winner by the rulebook's tie-break
    forfeited   INTEGER NOT NULL,             -- 1: played on by the referee, loses to all
    faults      INTEGER NOT NULL,
    fault_kinds TEXT NOT NULL DEFAULT '{}',   -- JSON: kind -> number of times
    decisions   INTEGER NOT NULL,
    time_ms     REAL NOT NULL,                -- charged to the bot in this game
    max_ms      REAL NOT NULL,                -- its slowest decision
    final_place  INTEGER NOT NULL DEFAULT 0,  -- the place that counts; forfeiters share the last
    final_winner INTEGER NOT NULL DEFAULT 0,  -- 1: a winner among those who did not forfeit
    refused      INTEGER NOT NULL DEFAULT 0,  -- answers refused, then corrected; 0 in games stored
                                              -- before version 11
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_bot ON seats (bot_id, game_id);
CREATE INDEX seats_with_faults ON seats (bot_id, game_id, faults) WHERE faults > 0;

-- The replayable record of a game, JSON; ladder/database/records.py says how it is packed.
CREATE TABLE records (
    game_id INTEGER PRIMARY KEY REFERENCES results (game_id),
    record  BLOB NOT NULL
);

-- Cards that the seats of a game gave each other in trades and gifts, and the coins these earned. A
-- game stored before version 5 has no row until `arena ladder recompute` has replayed it.
CREATE TABLE trades (
    game_id INTEGER PRIMARY KEY REFERENCES results (game_id),
    numbers BLOB NOT NULL                     -- binary; see ladder/database/trades.py
);

-- What bots wrote on their standard error during games, shortened in the middle. Of seats without a
-- fault only the latest are kept; see ladder/database/logs.py.
CREATE TABLE logs (
    id       INTEGER PRIMARY KEY,             -- in order of arrival
    game_id  INTEGER NOT NULL REFERENCES results (game_id),
    seat     INTEGER NOT NULL,
    for_good INTEGER NOT NULL,                -- 1: kept for good, as the seat was at fault
    text     BLOB NOT NULL,                   -- compressed with zlib
    UNIQUE (game_id, seat)
);
CREATE INDEX logs_for_a_while ON logs (id) WHERE NOT for_good;

-- Casual games, those of `arena match`, which are no part of the ladder. Their numbers are written with
-- a c: c17. Only the latest are kept; see ladder/database/casual_games.py.
CREATE TABLE casual_games (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused
    match     INTEGER,                        -- the first game of its match; NULL: it is the first
    round     INTEGER NOT NULL,               -- from 1
    rotation  INTEGER NOT NULL,
    variant   TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    played_at TEXT NOT NULL,
    level     TEXT NOT NULL,                  -- as in results
    seats     TEXT NOT NULL,                  -- JSON: by seat, its bot's name, coins, place, faults …
    record    BLOB NOT NULL,                  -- as in records
    logs      BLOB NOT NULL                   -- JSON: seat -> its log; compressed with zlib
);

-- Numbers that bots reported of themselves, in lines `metric key=value` on their standard error: the
-- last value of each key in a game.
CREATE TABLE metrics (
    game_id INTEGER NOT NULL REFERENCES results (game_id),
    seat    INTEGER NOT NULL,
    key     TEXT NOT NULL,
    value   REAL NOT NULL,
    PRIMARY KEY (game_id, seat, key)
) WITHOUT ROWID;

-- Failures of games through the arena's fault. The games are played again under the same numbers.
CREATE TABLE voids (
    id        INTEGER PRIMARY KEY,
    game_id   INTEGER NOT NULL REFERENCES games (id),
    reason    TEXT NOT NULL,
    failed_at TEXT NOT NULL
);
CREATE INDEX voids_by_game ON voids (game_id);

-- Live Elo and running sums over rated matches, so that standings never read the games again.
CREATE TABLE ratings (
    pool_id      INTEGER NOT NULL REFERENCES pools (id),
    bot_id       INTEGER NOT NULL REFERENCES bots (id),
    elo          REAL NOT NULL,
    info         REAL NOT NULL,               -- its step is (400/ln 10) / (1 + info)
    games        INTEGER NOT NULL,
    blocks       INTEGER NOT NULL,            -- deals; a block is all games on one deal
    place_score  REAL NOT NULL,               -- from here on, sums over games
    win_share    REAL NOT NULL,
    coins        REAL NOT NULL,
    block_coins    REAL NOT NULL,             -- sum of the blocks' mean coins
    block_coins_sq REAL NOT NULL,             -- sum of its squares, for the standard error
    faults       INTEGER NOT NULL,
    faulty_games INTEGER NOT NULL,
    forfeits     INTEGER NOT NULL,
    decisions    INTEGER NOT NULL,
    time_ms      REAL NOT NULL,
    max_ms       REAL NOT NULL,               -- the slowest decision of all
    refused      INTEGER NOT NULL DEFAULT 0,  -- as in seats
    PRIMARY KEY (pool_id, bot_id)
) WITHOUT ROWID;
CREATE INDEX ratings_by_bot ON ratings (bot_id, pool_id);

-- Trades by pair of bots: running sums over rated games, so that pages never read the games.
CREATE TABLE trade_sums (
    bot_id     INTEGER NOT NULL REFERENCES bots (id),   -- who gave
    pool_id    INTEGER NOT NULL REFERENCES pools (id),
    partner_id INTEGER NOT NULL REFERENCES bots (id),   -- who received
    games      INTEGER NOT NULL,              -- in which the two met
    trades     INTEGER NOT NULL,              -- between the two, including gifts either way
    gifts      INTEGER NOT NULL,              -- given for nothing
    cards      INTEGER NOT NULL,              -- given
    coins      REAL NOT NULL,                 -- that these cards earned the partner
    PRIMARY KEY (bot_id, pool_id, partner_id)
) WITHOUT ROWID;

-- The live Elo of each bot of a match right after the match was rated.
CREATE TABLE rating_history (
    bot_id   INTEGER NOT NULL REFERENCES bots (id),
    pool_id  INTEGER NOT NULL REFERENCES pools (id),
    blocks   INTEGER NOT NULL,                -- n: after the bot's n-th deal in the pool
    match_id INTEGER NOT NULL REFERENCES matches (id),
    elo      REAL NOT NULL,
    info     REAL NOT NULL,
    PRIMARY KEY (bot_id, pool_id, blocks)
) WITHOUT ROWID;

-- The scores of each pair of bots at each deal of a rated match. Official ratings are computed from
-- these rows alone, and pages about opponents read them.
-- `bots` and `scores` are binary; see ladder/database/pair_scores.py.
CREATE TABLE pair_scores (
    pool_id  INTEGER NOT NULL REFERENCES pools (id),
    match_id INTEGER NOT NULL REFERENCES matches (id),
    deal     INTEGER NOT NULL,                -- as in games
    bots     BLOB NOT NULL,                   -- ids, by position in the circle
    scores   BLOB NOT NULL,                   -- by pair of positions: twice the score, the games,
                                              -- the ties, the coins ahead
    PRIMARY KEY (pool_id, match_id, deal)
) WITHOUT ROWID;

-- Each fit of official ratings, over one pool or several together; the older ones are history.
CREATE TABLE fits (
    id        INTEGER PRIMARY KEY,
    pools     TEXT NOT NULL,                  -- JSON: the ids, in order
    matches   INTEGER NOT NULL,               -- rated in these pools by then
    ranked    TEXT NOT NULL,                  -- JSON: ids of the ranked bots
    scale     TEXT NOT NULL DEFAULT '',       -- the calibration that sets the scale, or ''
    fitted_at TEXT NOT NULL,
    signs     TEXT                            -- JSON: who seems to lose for whom, as ids; NULL:
                                              -- not looked for
);
CREATE INDEX fits_by_pools ON fits (pools, matches);

-- The rating of each bot in a fit.
CREATE TABLE official_ratings (
    fit_id     INTEGER NOT NULL REFERENCES fits (id),
    bot_id     INTEGER NOT NULL REFERENCES bots (id),
    elo        REAL NOT NULL,
    interval   REAL NOT NULL,                 -- elo ± this is its 95 % interval
    bound      INTEGER NOT NULL,              -- 1: at least this strong, -1: at most, 0: neither
    group_number INTEGER NOT NULL,            -- bots of different groups have never met, not even
                                              -- through others, so their ratings do not compare
    first_rank INTEGER,                       -- the best rank it could plausibly have (95 %)
    last_rank  INTEGER,                       -- the worst; NULL: not ranked
    ahead      REAL,                          -- the probability of being stronger than the next
    above      REAL,                          -- Elo points above the next
    above_interval REAL,                      -- above ± this is its 95 % interval
    on_scale   INTEGER NOT NULL DEFAULT 0,    -- 1: measured by the reference bots, 0: by a mean
    PRIMARY KEY (fit_id, bot_id)
) WITHOUT ROWID;

-- Standings of each pool: official rating as last fitted, live rating, and running means.
CREATE VIEW standings AS
SELECT
    p.id AS pool_id, p.variant, p.players, p.time_class, p.negotiation, p.rules_version,
    b.id AS bot_id, b.name, b.version, b.author, b.language, b.status,
    o.elo, o.interval, o.bound, r.elo AS live,
    r.games, r.blocks,
    r.place_score / r.games AS place_score,
    r.win_share / r.games AS win_share,
    r.coins / r.games AS coins,
    CASE WHEN r.blocks > 1 THEN
        sqrt(max(0, r.block_coins_sq - r.block_coins * r.block_coins / r.blocks)
             / (r.blocks - 1) / r.blocks)
    END AS coins_error,
    r.faults, r.faulty_games, r.forfeits, r.refused,
    CASE WHEN r.decisions > 0 THEN r.time_ms / r.decisions END AS ms_per_decision,
    r.max_ms
FROM ratings AS r
JOIN pools AS p ON p.id = r.pool_id
JOIN bots AS b ON b.id = r.bot_id
LEFT JOIN official_ratings AS o ON o.bot_id = r.bot_id
    AND o.fit_id = (SELECT max(id) FROM fits WHERE pools = '[' || p.id || ']');

-- Standings of the whole ladder, as `arena ladder` prints them: all pools together, without bots that
-- are retired, nor ratings under older rules where there are newer ones. The official rating is that
-- of the widest fit, as last fitted; means are over the pools that a bot has played.
CREATE VIEW overall_standings AS
WITH counted AS (
    SELECT p.id FROM pools AS p
    WHERE p.matches > 0 AND NOT EXISTS (
        SELECT 1 FROM pools AS newer
        WHERE newer.variant = p.variant AND newer.players = p.players
            AND newer.time_class = p.time_class AND newer.negotiation = p.negotiation
            AND newer.matches > 0
            AND CAST(newer.rules_version AS REAL) > CAST(p.rules_version AS REAL))
), widest AS (
    SELECT f.id, f.ranked, f.scale FROM fits AS f
    WHERE NOT EXISTS (
        SELECT 1 FROM json_each(f.pools) WHERE value NOT IN (SELECT id FROM counted))
    ORDER BY json_array_length(f.pools) DESC, f.id DESC LIMIT 1
), sums AS (
    SELECT
        r.bot_id, count(*) AS pools, avg(r.elo) AS live, sum(r.games) AS games,
        sum(r.blocks) AS blocks, avg(r.place_score / r.games) AS place_score,
        avg(r.win_share / r.games) AS win_share, avg(r.coins / r.games) AS coins,
        sum(r.faults) AS faults, sum(r.faulty_games) AS faulty_games,
        sum(r.forfeits) AS forfeits, sum(r.refused) AS refused, max(r.max_ms) AS max_ms,
        CASE WHEN sum(r.decisions) > 0 THEN sum(r.time_ms) / sum(r.decisions) END
            AS ms_per_decision
    FROM ratings AS r WHERE r.pool_id IN (SELECT id FROM counted) GROUP BY r.bot_id
), rated AS (
    SELECT o.*, o.group_number >= 0
        AND o.bot_id IN (SELECT value FROM widest, json_each(widest.ranked)) AS ranked
    FROM official_ratings AS o WHERE o.fit_id = (SELECT id FROM widest)
)
SELECT
    CASE WHEN o.ranked THEN
        rank() OVER (PARTITION BY o.ranked ORDER BY round(o.elo, 6) DESC)
    END AS rank,
    b.id AS bot_id, b.name, b.version, b.author, b.language, b.status, b.reason,
    o.elo, o.interval, o.bound, o.group_number, o.first_rank, o.last_rank, o.ahead, o.above,
    o.above_interval, s.live, s.pools, (SELECT count(*) FROM counted) AS of, s.games, s.blocks,
    s.place_score, s.win_share, s.coins, s.faults, s.faulty_games, s.forfeits, s.refused,
    s.ms_per_decision, s.max_ms,
    CASE WHEN o.on_scale THEN (SELECT scale FROM widest) ELSE '' END AS calibration,
    (SELECT group_concat(DISTINCT rules_version) FROM pools WHERE id IN (SELECT id FROM counted))
        AS rules
FROM sums AS s
JOIN bots AS b ON b.id = s.bot_id AND b.status <> 'retired'
LEFT JOIN rated AS o ON o.bot_id = s.bot_id;

-- Each bot against each other in each pool, over the rated games that both sat in. If somebody
-- forfeited, the game counts between those who did and those who did not, as in the ratings.
CREATE VIEW head_to_head AS
SELECT
    p.id AS pool_id, p.variant, p.players,
    b.id AS bot_id, b.name, b.version,
    other.id AS other_id, other.name AS other_name, other.version AS other_version,
    count(*) AS games,
    sum(s.final_place < o.final_place) AS ahead,
    sum(s.final_place = o.final_place) AS level,
    sum(s.final_place > o.final_place) AS behind,
    avg((s.final_place < o.final_place) + 0.5 * (s.final_place = o.final_place)) AS score,
    avg(s.coins - o.coins) AS coins_ahead
FROM bots AS b
JOIN seats AS s ON s.bot_id = b.id
JOIN seats AS o ON o.game_id = s.game_id AND o.bot_id <> s.bot_id
JOIN bots AS other ON other.id = o.bot_id
JOIN games AS g ON g.id = s.game_id
JOIN matches AS m ON m.id = g.match_id AND m.status = 'rated'
JOIN pools AS p ON p.id = m.pool_id
WHERE s.forfeited <> o.forfeited
    OR NOT EXISTS (SELECT 1 FROM seats AS f WHERE f.game_id = s.game_id AND f.forfeited)
GROUP BY p.id, b.id, b.name, b.version, other.id, other.name, other.version;

-- The newest version of each bot.
CREATE VIEW latest_bots AS
SELECT
    b.id AS bot_id, b.name, b.version, b.label, b.author, b.language, b.status, b.reason, b.added_at
FROM bots AS b
WHERE NOT EXISTS (
    SELECT 1 FROM bots AS newer WHERE newer.name = b.name AND newer.version > b.version);

-- Each game of the ledger with its outcome.
CREATE VIEW ledger AS
SELECT
    g.id AS game_id, m.tournament_id, m.number AS match_number, m.id AS match_id, m.round,
    g.rotation, g.deal, p.id AS pool_id, p.variant, p.players,
    CASE WHEN r.game_id IS NOT NULL THEN 'played'
         WHEN m.status IN ('dropped', 'quarantined') THEN m.status
         ELSE 'to play' END AS status,
    m.status AS match_status, r.decisions, r.time_ms, r.played_at, r.level
FROM games AS g
JOIN matches AS m ON m.id = g.match_id
JOIN pools AS p ON p.id = m.pool_id
LEFT JOIN results AS r ON r.game_id = g.id;

-- One line for each seat of each played game, with names.
CREATE VIEW seat_results AS
SELECT
    s.game_id, m.tournament_id, p.variant, p.players, s.seat, b.name, b.version,
    s.coins, s.final_place, s.final_winner, s.place, s.won, s.place_score, s.win_share,
    s.forfeited, s.faults, s.fault_kinds, s.decisions, s.time_ms, s.max_ms
FROM seats AS s
JOIN games AS g ON g.id = s.game_id
JOIN matches AS m ON m.id = g.match_id
JOIN pools AS p ON p.id = m.pool_id
JOIN bots AS b ON b.id = s.bot_id;
