ALTER TABLE tournaments ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN abandoned_at TEXT;
ALTER TABLE entrants RENAME COLUMN house TO filler;
UPDATE tournaments SET rounds = coalesce(
    (SELECT max(round) FROM matches WHERE tournament_id = tournaments.id), 0);
UPDATE tournaments SET settings = json_set(
    json_remove(settings, '$.kind', '$.house', '$.rounds'),
    '$.format', json_extract(settings, '$.kind'),
    '$.fillers', json(json_extract(settings, '$.house')),
    '$.size', json_object('rounds', json_extract(settings, '$.rounds')));
