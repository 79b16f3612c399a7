-- The machine's rules again, by state: of the many that were asked for each row, only its own are. SQLite cannot
-- change a table's CHECKs, so the two busiest tables are made anew.

CREATE TABLE checked_head (
    agent_id             text PRIMARY KEY,
    worker_target        text NOT NULL,
    status               text NOT NULL,
    active_agent_turn_id text,
    turn_epoch           integer NOT NULL,
    owner_id             text,
    owner_until          integer,
    resume_deadline      integer,
    since                integer NOT NULL,
    output_box_id        text NOT NULL,
    last_letter          integer NOT NULL,
    last_seq             integer NOT NULL,
    takeovers            integer NOT NULL,
    published_seq        integer NOT NULL DEFAULT 0,
    unpublished          integer NOT NULL DEFAULT 0,
    CONSTRAINT a_head_fits_the_machine CHECK (CASE status
        WHEN 'idle' THEN active_agent_turn_id IS NULL AND owner_id IS NULL AND owner_until IS NULL
            AND resume_deadline IS NULL
        WHEN 'dispatched' THEN active_agent_turn_id IS NOT NULL AND turn_epoch > 0
            AND owner_id IS NULL AND owner_until IS NULL AND resume_deadline IS NULL
        WHEN 'running' THEN active_agent_turn_id IS NOT NULL AND turn_epoch > 0
            AND owner_id IS NOT NULL AND owner_until IS NOT NULL AND resume_deadline IS NULL
        WHEN 'suspended' THEN active_agent_turn_id IS NOT NULL AND turn_epoch > 0
            AND owner_id IS NULL AND owner_until IS NULL AND resume_deadline IS NOT NULL
        ELSE false END),
    CONSTRAINT a_head_counts CHECK (turn_epoch >= 0 AND last_letter >= 0 AND takeovers >= 0
        AND published_seq >= 0 AND published_seq <= last_seq AND unpublished = (published_seq < last_seq))
) STRICT, WITHOUT ROWID;

INSERT INTO checked_head (
    agent_id, worker_target, status, active_agent_turn_id, turn_epoch, owner_id, owner_until,
    resume_deadline, since, output_box_id, last_letter, last_seq, takeovers, published_seq,
    unpublished)
SELECT
    agent_id, worker_target, status, active_agent_turn_id, turn_epoch, owner_id, owner_until,
    resume_deadline, since, output_box_id, last_letter, last_seq, takeovers, published_seq,
    unpublished
  FROM agent_state_head;

DROP TABLE agent_state_head;

ALTER TABLE checked_head RENAME TO agent_state_head;

CREATE INDEX head_running ON agent_state_head (owner_id) WHERE status = 'running';
CREATE INDEX head_dispatched ON agent_state_head (since) WHERE status = 'dispatched';
CREATE INDEX head_unpublished ON agent_state_head (agent_id) WHERE unpublished;

CREATE TABLE checked_inbox (
    agent_id       text NOT NULL,
    inbox_id       text NOT NULL,
    arrival        integer PRIMARY KEY AUTOINCREMENT,
    inbox_order    integer NOT NULL,
    message_type   text NOT NULL,
    correlation_id text,
    agent_turn_id  text NOT NULL,
    turn_epoch     integer,
    status         text NOT NULL,
    payload        text NOT NULL,
    attempts       integer NOT NULL DEFAULT 0,
    claimed_by     text,
    claim_token    text,
    claim_until    integer,
    created_at     integer NOT NULL,
    updated_at     integer NOT NULL,
    UNIQUE (inbox_id, agent_id),
    CONSTRAINT a_letter_fits_its_state CHECK (CASE status
        WHEN 'queued' THEN message_type IN ('turn', 'ui_action') AND turn_epoch IS NULL AND claim_token IS NULL
        WHEN 'pending' THEN (turn_epoch IS NOT NULL OR message_type IN ('steer', 'stop')) AND claim_token IS NULL
        WHEN 'claimed' THEN turn_epoch IS NOT NULL AND claim_token IS NOT NULL
        WHEN 'consumed' THEN (turn_epoch IS NOT NULL OR message_type IN ('steer', 'stop')) AND claim_token IS NULL
        WHEN 'skipped' THEN claim_token IS NULL
        WHEN 'dead' THEN claim_token IS NULL
        ELSE false END),
    CONSTRAINT a_letter_fits_its_kind CHECK (CASE message_type
        WHEN 'turn' THEN correlation_id IS NULL
        WHEN 'steer' THEN correlation_id IS NULL
        WHEN 'tool_result' THEN correlation_id IS NOT NULL
        WHEN 'timeout' THEN correlation_id IS NOT NULL
        WHEN 'ui_action' THEN correlation_id IS NULL
        WHEN 'stop' THEN correlation_id IS NULL
        ELSE false END),
    CONSTRAINT a_claim_is_whole CHECK (
        (claim_token IS NULL) = (claim_until IS NULL) AND (claim_token IS NULL) = (claimed_by IS NULL)
        AND (turn_epoch IS NULL OR turn_epoch > 0) AND inbox_order >= 0 AND attempts >= 0)
) STRICT;

INSERT INTO checked_inbox (
    agent_id, inbox_id, arrival, inbox_order, message_type, correlation_id, agent_turn_id,
    turn_epoch, status, payload, attempts, claimed_by, claim_token, claim_until, created_at,
    updated_at)
SELECT
    agent_id, inbox_id, arrival, inbox_order, message_type, correlation_id, agent_turn_id,
    turn_epoch, status, payload, attempts, claimed_by, claim_token, claim_until, created_at,
    updated_at
  FROM agent_inbox;

DROP TABLE agent_inbox;

ALTER TABLE checked_inbox RENAME TO agent_inbox;

CREATE UNIQUE INDEX inbox_answer ON agent_inbox (agent_id, correlation_id, agent_turn_id, turn_epoch, message_type)
    WHERE correlation_id IS NOT NULL;
CREATE INDEX inbox_open ON agent_inbox (agent_id, arrival) WHERE status IN ('queued', 'pending', 'claimed');
CREATE INDEX inbox_pending ON agent_inbox (arrival) WHERE status = 'pending';
CREATE INDEX inbox_claimed ON agent_inbox (claim_token) WHERE status = 'claimed';
