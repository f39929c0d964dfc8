ALTER TABLE stays ADD COLUMN owner TEXT NOT NULL DEFAULT '';
-- So far, draws are looked at by today's keys; those of that time may have been others.
UPDATE stays SET owner = (SELECT owner FROM bots WHERE id = bot_id);
UPDATE tournaments SET settings = json_set(settings, '$.owners_noted_from', matches)
WHERE id IN (SELECT tournament_id FROM stays);
