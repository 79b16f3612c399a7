-- Workflows: one row for each workspace, and the journal whose fold is the workflow.

CREATE TABLE workflows (
    workspace   text PRIMARY KEY,
    workflow_id text NOT NULL,
    thread_id   text NOT NULL,
    state       text NOT NULL CHECK (state IN
                ('idle', 'planning', 'confirming', 'executing', 'auto_fix', 'blocked', 'archiving')),
    paused      integer NOT NULL CHECK (paused IN (0, 1)),
    revision    integer NOT NULL CHECK (revision >= 0),
    entries     integer NOT NULL CHECK (entries >= revision),
    owner       text,
    lease_until integer,
    updated_at  integer NOT NULL,
    CHECK ((owner IS NULL) = (lease_until IS NULL)),
    CHECK (paused = 0 OR state IN ('planning', 'executing', 'auto_fix'))
) STRICT, WITHOUT ROWID;

CREATE INDEX workflows_thread ON workflows (thread_id);

CREATE TABLE workflow_journal (
    workspace   text NOT NULL,
    entry       integer NOT NULL CHECK (entry > 0),
    revision    integer NOT NULL,
    workflow_id text NOT NULL,
    command_id  text NOT NULL,
    at          integer NOT NULL,
    type        text NOT NULL,
    body        text NOT NULL,
    PRIMARY KEY (workspace, entry)
) STRICT, WITHOUT ROWID;

CREATE INDEX workflow_journal_command ON workflow_journal (workspace, command_id);
