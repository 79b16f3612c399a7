-- Workers that serve the store, for people who ask. Nothing decides by it: leases are in the heads.

CREATE TABLE state.workers (
    worker_id   text COLLATE "C" PRIMARY KEY,
    targets     text COLLATE "C" NOT NULL,
    host        text NOT NULL,
    pid         bigint NOT NULL,
    slots       bigint NOT NULL CHECK (slots > 0),
    version     text NOT NULL,
    draining    bigint NOT NULL CHECK (draining IN (0, 1)),
    started_at  timestamptz NOT NULL,
    seen_at     timestamptz NOT NULL,
    lease_until timestamptz NOT NULL
) WITH (fillfactor = 50);
