-- name: exists
SELECT count(*) AS there FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version';

-- name: strangers
-- Tables of somebody else: this file is not ours to write to.
SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!';

-- name: version
SELECT coalesce(max(version), 0) AS version FROM schema_version;

-- name: create_version
CREATE TABLE IF NOT EXISTS schema_version (
    version    integer PRIMARY KEY CHECK (version > 0),
    name       text NOT NULL,
    applied_at integer NOT NULL DEFAULT (unixepoch() * 1000000)
) STRICT;

-- name: applied
INSERT INTO schema_version (version, name) VALUES (:version, :name);
