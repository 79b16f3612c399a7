-- What a person accepted for a whole thread.

CREATE TABLE thread_grants (
    grant_no   integer PRIMARY KEY,
    thread_id  text NOT NULL,
    seal       text NOT NULL,
    title      text NOT NULL,
    UNIQUE (thread_id, seal)
) STRICT;
