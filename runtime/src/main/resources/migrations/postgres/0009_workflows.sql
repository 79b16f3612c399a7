-- Workflows: one row for each workspace, and the journal whose fold is the workflow.

CREATE TABLE state.workflows (
    workspace   text COLLATE "C" PRIMARY KEY,
    workflow_id text COLLATE "C" NOT NULL,
    thread_id   text COLLATE "C" NOT NULL,
    state       text COLLATE "C" NOT NULL CHECK (state IN
                ('idle', 'planning', 'confirming', 'executing', 'auto_fix', 'blocked', 'archiving')),
    paused      bigint NOT NULL CHECK (paused IN (0, 1)),
    revision    bigint NOT NULL CHECK (revision >= 0),
    entries     bigint NOT NULL CHECK (entries >= revision),
    owner       text COLLATE "C",
    lease_until timestamptz,
    updated_at  timestamptz NOT NULL,
    CHECK ((owner IS NULL) = (lease_until IS NULL)),
    CHECK (paused = 0 OR state IN ('planning', 'executing', 'auto_fix'))
);

CREATE INDEX workflows_thread ON state.workflows (thread_id);

CREATE TABLE state.workflow_journal (
    workspace   text COLLATE "C" NOT NULL,
    entry       bigint NOT NULL CHECK (entry > 0),
    revision    bigint NOT NULL,
    workflow_id text COLLATE "C" NOT NULL,
    command_id  text COLLATE "C" NOT NULL,
    at          timestamptz NOT NULL,
    type        text COLLATE "C" NOT NULL,
    body        text COLLATE "C" NOT NULL,
    PRIMARY KEY (workspace, entry)
);

CREATE INDEX workflow_journal_command ON state.workflow_journal (workspace, command_id);
