-- What a person accepted for a whole thread.

CREATE TABLE state.thread_grants (
    grant_no   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    thread_id  text COLLATE "C" NOT NULL,
    seal       text COLLATE "C" NOT NULL,
    title      text COLLATE "C" NOT NULL,
    UNIQUE (thread_id, seal)
);
