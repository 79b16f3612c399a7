-- Threads as their owners know them; an agent's head has the same id.

CREATE TABLE threads (
    thread_id   text PRIMARY KEY,
    title       text NOT NULL,
    source      text NOT NULL,
    forked_from text NOT NULL,
    archived    integer NOT NULL CHECK (archived IN (0, 1)),
    cwd         text NOT NULL,
    setup       text NOT NULL,
    created_at  integer NOT NULL,
    updated_at  integer NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX threads_latest ON threads (archived, updated_at, thread_id);
