-- Threads as their owners know them; an agent's head has the same id.

CREATE TABLE state.threads (
    thread_id   text COLLATE "C" PRIMARY KEY,
    title       text COLLATE "C" NOT NULL,
    source      text COLLATE "C" NOT NULL,
    forked_from text COLLATE "C" NOT NULL,
    archived    bigint NOT NULL CHECK (archived IN (0, 1)),
    cwd         text COLLATE "C" NOT NULL,
    setup       text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);

CREATE INDEX threads_latest ON state.threads (archived, updated_at, thread_id);
