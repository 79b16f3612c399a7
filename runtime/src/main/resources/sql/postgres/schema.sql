-- name: exists
SELECT count(*) AS there FROM pg_tables WHERE schemaname = 'state' AND tablename = 'schema_version';

-- name: version
SELECT coalesce(max(version), 0) AS version FROM state.schema_version;

-- name: lock
-- Two processes that start at once migrate one after the other. The number is "pawl" in ASCII.
SELECT pg_advisory_xact_lock(1885435756);

-- name: create_schema
CREATE SCHEMA IF NOT EXISTS state;

-- name: create_version
CREATE TABLE IF NOT EXISTS state.schema_version (
    version    bigint PRIMARY KEY CHECK (version > 0),
    name       text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- name: applied
INSERT INTO state.schema_version (version, name) VALUES (:version, :name);
