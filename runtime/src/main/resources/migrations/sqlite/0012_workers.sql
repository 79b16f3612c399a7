-- Workers that serve the store, for people who ask. Nothing decides by it: leases are in the heads.

CREATE TABLE workers (
    worker_id   text PRIMARY KEY,
    targets     text NOT NULL,
    host        text NOT NULL,
    pid         integer NOT NULL,
    slots       integer NOT NULL CHECK (slots > 0),
    version     text NOT NULL,
    draining    integer NOT NULL CHECK (draining IN (0, 1)),
    started_at  integer NOT NULL,
    seen_at     integer NOT NULL,
    lease_until integer NOT NULL
) STRICT, WITHOUT ROWID;
