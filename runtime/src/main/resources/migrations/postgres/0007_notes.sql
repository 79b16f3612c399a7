-- What surfaces keep beside a thread, each by its name: a goal, a queue, attachments.

CREATE TABLE state.thread_notes (
    thread_id  text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    value      text COLLATE "C" NOT NULL,
    PRIMARY KEY (thread_id, name)
);

CREATE INDEX thread_notes_named ON state.thread_notes (name);
