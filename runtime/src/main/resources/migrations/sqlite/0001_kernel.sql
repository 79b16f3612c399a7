-- The kernel's tables. CHECKs repeat the machine: what it cannot say, no row can hold.
-- Times are microseconds since 1970: SQLite has no type for them.

CREATE TABLE agent_state_head (
    agent_id             text PRIMARY KEY,
    worker_target        text NOT NULL,
    status               text NOT NULL CHECK (status IN ('idle', 'dispatched', 'running', 'suspended')),
    active_agent_turn_id text,
    turn_epoch           integer NOT NULL CHECK (turn_epoch >= 0),
    owner_id             text,
    owner_until          integer,
    resume_deadline      integer,
    since                integer NOT NULL,
    output_box_id        text NOT NULL,
    last_letter          integer NOT NULL CHECK (last_letter >= 0),
    last_seq             integer NOT NULL CHECK (last_seq >= 0),
    takeovers            integer NOT NULL CHECK (takeovers >= 0),
    published_seq        integer NOT NULL DEFAULT 0 CHECK (published_seq BETWEEN 0 AND last_seq),
    unpublished          integer NOT NULL DEFAULT 0,
    CONSTRAINT an_idle_head_has_no_turn CHECK ((status = 'idle') = (active_agent_turn_id IS NULL)),
    CONSTRAINT a_running_head_has_an_owner CHECK ((status = 'running') = (owner_id IS NOT NULL)),
    CONSTRAINT an_owner_has_a_lease CHECK ((owner_id IS NULL) = (owner_until IS NULL)),
    CONSTRAINT a_suspended_head_has_a_deadline CHECK ((status = 'suspended') = (resume_deadline IS NOT NULL)),
    CONSTRAINT an_active_head_has_an_epoch CHECK (status = 'idle' OR turn_epoch > 0),
    CONSTRAINT unpublished_is_behind CHECK (unpublished = (published_seq < last_seq))
) STRICT, WITHOUT ROWID;

CREATE INDEX head_running ON agent_state_head (owner_id) WHERE status = 'running';
CREATE INDEX head_dispatched ON agent_state_head (since) WHERE status = 'dispatched';
CREATE INDEX head_unpublished ON agent_state_head (agent_id) WHERE unpublished;

CREATE TABLE agent_inbox (
    agent_id       text NOT NULL,
    inbox_id       text NOT NULL,
    arrival        integer PRIMARY KEY AUTOINCREMENT,
    inbox_order    integer NOT NULL CHECK (inbox_order >= 0),
    message_type   text NOT NULL
        CHECK (message_type IN ('turn', 'steer', 'ui_action', 'tool_result', 'timeout', 'stop')),
    correlation_id text,
    agent_turn_id  text NOT NULL,
    turn_epoch     integer CHECK (turn_epoch > 0),
    status         text NOT NULL
        CHECK (status IN ('queued', 'pending', 'claimed', 'consumed', 'skipped', 'dead')),
    payload        text NOT NULL,
    attempts       integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    claimed_by     text,
    claim_token    text,
    claim_until    integer,
    created_at     integer NOT NULL,
    updated_at     integer NOT NULL,
    UNIQUE (inbox_id, agent_id),
    CONSTRAINT only_requests_queue CHECK (status <> 'queued' OR message_type IN ('turn', 'ui_action')),
    CONSTRAINT a_queued_letter_has_no_epoch CHECK (status <> 'queued' OR turn_epoch IS NULL),
    CONSTRAINT a_letter_on_its_way_has_an_epoch CHECK (
        turn_epoch IS NOT NULL OR message_type IN ('steer', 'stop') OR status IN ('queued', 'skipped', 'dead')),
    CONSTRAINT a_claimed_letter_has_a_token CHECK ((status = 'claimed') = (claim_token IS NOT NULL)),
    CONSTRAINT a_token_has_a_time CHECK ((claim_token IS NULL) = (claim_until IS NULL)),
    CONSTRAINT a_token_has_a_holder CHECK ((claim_token IS NULL) = (claimed_by IS NULL)),
    CONSTRAINT an_answer_names_its_call CHECK (
        (message_type IN ('tool_result', 'timeout')) = (correlation_id IS NOT NULL))
) STRICT;

-- A call is asked again when what it would do has changed: the answer belongs to one asking.
CREATE UNIQUE INDEX inbox_answer ON agent_inbox (agent_id, correlation_id, agent_turn_id, turn_epoch, message_type)
    WHERE correlation_id IS NOT NULL;
CREATE INDEX inbox_open ON agent_inbox (agent_id, arrival) WHERE status IN ('queued', 'pending', 'claimed');
CREATE INDEX inbox_pending ON agent_inbox (arrival) WHERE status = 'pending';
CREATE INDEX inbox_claimed ON agent_inbox (claim_token) WHERE status = 'claimed';

CREATE TABLE agent_turns (
    agent_turn_id       text PRIMARY KEY,
    agent_id            text NOT NULL,
    inbox_id            text NOT NULL,
    context_box_id      text NOT NULL,
    lineage             text NOT NULL,
    outcome             text CHECK (outcome IN ('success', 'failed', 'canceled', 'timeout')),
    deliverable_card_id text,
    created_at          integer NOT NULL,
    CONSTRAINT an_outcome_has_a_deliverable CHECK ((outcome IS NULL) = (deliverable_card_id IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE turn_waiting_tools (
    agent_id      text NOT NULL,
    tool_call_id  text NOT NULL,
    position      integer NOT NULL,
    agent_turn_id text NOT NULL,
    turn_epoch    integer NOT NULL CHECK (turn_epoch > 0),
    step_id       text NOT NULL,
    answerer      text NOT NULL,
    need          text NOT NULL,
    created_at    integer NOT NULL,
    deadline_at   integer NOT NULL,
    PRIMARY KEY (agent_id, tool_call_id),
    CONSTRAINT a_wait_takes_time CHECK (deadline_at > created_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX waits_deadline ON turn_waiting_tools (deadline_at);

CREATE TABLE cards (
    card_no       integer PRIMARY KEY,
    card_id       text NOT NULL UNIQUE,
    agent_id      text NOT NULL,
    agent_turn_id text NOT NULL,
    turn_epoch    integer NOT NULL CHECK (turn_epoch >= 0),
    step_id       text NOT NULL,
    author_id     text NOT NULL,
    type          text NOT NULL,
    tool_call_id  text,
    content       text NOT NULL,
    created_at    integer NOT NULL,
    CONSTRAINT a_call_or_result_names_its_call CHECK (
        (type IN ('tool_call', 'tool_result')) = (tool_call_id IS NOT NULL))
) STRICT;

-- Epoch 0 is what a request brought along: another turn's cards, not this turn's own.
CREATE UNIQUE INDEX cards_result ON cards (agent_turn_id, tool_call_id)
    WHERE type = 'tool_result' AND turn_epoch > 0;
CREATE UNIQUE INDEX cards_deliverable ON cards (agent_turn_id)
    WHERE type = 'deliverable' AND turn_epoch > 0;
CREATE INDEX cards_call ON cards (agent_turn_id) WHERE type = 'tool_call';

CREATE TABLE card_boxes (
    box_id     text PRIMARY KEY,
    agent_id   text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('context', 'output')),
    created_at integer NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE box_cards (
    box_id   text NOT NULL,
    position integer NOT NULL CHECK (position >= 0),
    card_id  text NOT NULL,
    PRIMARY KEY (box_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    agent_id      text NOT NULL,
    seq           integer NOT NULL CHECK (seq > 0),
    agent_turn_id text NOT NULL,
    turn_epoch    integer NOT NULL CHECK (turn_epoch >= 0),
    at            integer NOT NULL,
    type          text NOT NULL,
    body          text NOT NULL,
    crc           integer NOT NULL,
    PRIMARY KEY (agent_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE execution_edges (
    edge_id              integer PRIMARY KEY,
    primitive            text NOT NULL CHECK (primitive IN ('enqueue', 'report', 'join', 'tool_call')),
    edge_phase           text NOT NULL CHECK (edge_phase IN ('request', 'response')),
    source_agent_id      text NOT NULL,
    target_agent_id      text NOT NULL,
    target_agent_turn_id text NOT NULL,
    correlation_id       text NOT NULL,
    recursion_depth      integer NOT NULL CHECK (recursion_depth >= 0),
    created_at           integer NOT NULL
) STRICT;

CREATE TABLE outbox (
    agent_id      text NOT NULL,
    agent_turn_id text NOT NULL,
    turn_epoch    integer NOT NULL CHECK (turn_epoch > 0),
    tool_call_id  text NOT NULL,
    outbox_no     integer PRIMARY KEY,
    need          text NOT NULL,
    card_id       text NOT NULL,
    created_at    integer NOT NULL,
    UNIQUE (agent_id, agent_turn_id, turn_epoch, tool_call_id)
) STRICT;
