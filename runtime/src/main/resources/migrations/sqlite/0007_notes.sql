-- What surfaces keep beside a thread, each by its name: a goal, a queue, attachments.

CREATE TABLE thread_notes (
    thread_id  text NOT NULL,
    name       text NOT NULL,
    value      text NOT NULL,
    PRIMARY KEY (thread_id, name)
) STRICT;

CREATE INDEX thread_notes_named ON thread_notes (name);
