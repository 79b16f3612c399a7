-- The kernel's tables. CHECKs repeat the machine: what it cannot say, no row can hold.

-- All times come from here, so that no decision depends on a worker's clock.
CREATE FUNCTION state.store_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE TABLE state.agent_state_head (
    agent_id             text COLLATE "C" PRIMARY KEY,
    worker_target        text COLLATE "C" NOT NULL,
    status               text COLLATE "C" NOT NULL CHECK (status IN ('idle', 'dispatched', 'running', 'suspended')),
    active_agent_turn_id text COLLATE "C",
    turn_epoch           bigint NOT NULL CHECK (turn_epoch >= 0),
    owner_id             text COLLATE "C",
    owner_until          timestamptz,
    resume_deadline      timestamptz,
    since                timestamptz NOT NULL,
    output_box_id        text COLLATE "C" NOT NULL,
    last_letter          bigint NOT NULL CHECK (last_letter >= 0),
    last_seq             bigint NOT NULL CHECK (last_seq >= 0),
    takeovers            bigint NOT NULL CHECK (takeovers >= 0),
    published_seq        bigint NOT NULL DEFAULT 0 CHECK (published_seq BETWEEN 0 AND last_seq),
    unpublished          boolean NOT NULL DEFAULT false,
    CONSTRAINT an_idle_head_has_no_turn CHECK ((status = 'idle') = (active_agent_turn_id IS NULL)),
    CONSTRAINT a_running_head_has_an_owner CHECK ((status = 'running') = (owner_id IS NOT NULL)),
    CONSTRAINT an_owner_has_a_lease CHECK ((owner_id IS NULL) = (owner_until IS NULL)),
    CONSTRAINT a_suspended_head_has_a_deadline CHECK ((status = 'suspended') = (resume_deadline IS NOT NULL)),
    CONSTRAINT an_active_head_has_an_epoch CHECK (status = 'idle' OR turn_epoch > 0),
    CONSTRAINT unpublished_is_behind CHECK (unpublished = (published_seq < last_seq))
) WITH (fillfactor = 70);

CREATE INDEX head_running ON state.agent_state_head (owner_id) WHERE status = 'running';
CREATE INDEX head_dispatched ON state.agent_state_head (since) WHERE status = 'dispatched';
-- On a flag of its own: last_seq moves with every write, and an index that names it would make each of
-- them touch all indexes.
CREATE INDEX head_unpublished ON state.agent_state_head (agent_id) WHERE unpublished;

CREATE TABLE state.agent_inbox (
    agent_id       text COLLATE "C" NOT NULL,
    inbox_id       text COLLATE "C" NOT NULL,
    arrival        bigint GENERATED ALWAYS AS IDENTITY,
    inbox_order    bigint NOT NULL CHECK (inbox_order >= 0),
    message_type   text COLLATE "C" NOT NULL
        CHECK (message_type IN ('turn', 'steer', 'ui_action', 'tool_result', 'timeout', 'stop')),
    correlation_id text COLLATE "C",
    agent_turn_id  text COLLATE "C" NOT NULL,
    turn_epoch     bigint CHECK (turn_epoch > 0),
    status         text COLLATE "C" NOT NULL
        CHECK (status IN ('queued', 'pending', 'claimed', 'consumed', 'skipped', 'dead')),
    payload        text NOT NULL,
    attempts       bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    claimed_by     text COLLATE "C",
    claim_token    text COLLATE "C",
    claim_until    timestamptz,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    PRIMARY KEY (inbox_id, agent_id),
    CONSTRAINT only_requests_queue CHECK (status <> 'queued' OR message_type IN ('turn', 'ui_action')),
    CONSTRAINT a_queued_letter_has_no_epoch CHECK (status <> 'queued' OR turn_epoch IS NULL),
    CONSTRAINT a_letter_on_its_way_has_an_epoch CHECK (
        turn_epoch IS NOT NULL OR message_type IN ('steer', 'stop') OR status IN ('queued', 'skipped', 'dead')),
    CONSTRAINT a_claimed_letter_has_a_token CHECK ((status = 'claimed') = (claim_token IS NOT NULL)),
    CONSTRAINT a_token_has_a_time CHECK ((claim_token IS NULL) = (claim_until IS NULL)),
    CONSTRAINT a_token_has_a_holder CHECK ((claim_token IS NULL) = (claimed_by IS NULL)),
    CONSTRAINT an_answer_names_its_call CHECK (
        (message_type IN ('tool_result', 'timeout')) = (correlation_id IS NOT NULL))
) WITH (fillfactor = 80);

-- A call is asked again when what it would do has changed: the answer belongs to one asking.
CREATE UNIQUE INDEX inbox_answer ON state.agent_inbox (agent_id, correlation_id, agent_turn_id, turn_epoch, message_type)
    WHERE correlation_id IS NOT NULL;
CREATE INDEX inbox_open ON state.agent_inbox (agent_id, arrival) WHERE status IN ('queued', 'pending', 'claimed');
CREATE INDEX inbox_pending ON state.agent_inbox (arrival) WHERE status = 'pending';
CREATE INDEX inbox_claimed ON state.agent_inbox (claim_token) WHERE status = 'claimed';

CREATE TABLE state.agent_turns (
    agent_turn_id       text COLLATE "C" PRIMARY KEY,
    agent_id            text COLLATE "C" NOT NULL,
    inbox_id            text COLLATE "C" NOT NULL,
    context_box_id      text COLLATE "C" NOT NULL,
    lineage             text NOT NULL,
    outcome             text COLLATE "C" CHECK (outcome IN ('success', 'failed', 'canceled', 'timeout')),
    deliverable_card_id text COLLATE "C",
    created_at          timestamptz NOT NULL,
    CONSTRAINT an_outcome_has_a_deliverable CHECK ((outcome IS NULL) = (deliverable_card_id IS NULL))
);

CREATE TABLE state.turn_waiting_tools (
    agent_id      text COLLATE "C" NOT NULL,
    tool_call_id  text COLLATE "C" NOT NULL,
    position      bigint NOT NULL,
    agent_turn_id text COLLATE "C" NOT NULL,
    turn_epoch    bigint NOT NULL CHECK (turn_epoch > 0),
    step_id       text COLLATE "C" NOT NULL,
    answerer      text COLLATE "C" NOT NULL,
    need          text NOT NULL,
    created_at    timestamptz NOT NULL,
    deadline_at   timestamptz NOT NULL,
    PRIMARY KEY (agent_id, tool_call_id),
    CONSTRAINT a_wait_takes_time CHECK (deadline_at > created_at)
);

CREATE INDEX waits_deadline ON state.turn_waiting_tools (deadline_at);

CREATE TABLE state.cards (
    card_id       text COLLATE "C" PRIMARY KEY,
    card_no       bigint GENERATED ALWAYS AS IDENTITY,
    agent_id      text COLLATE "C" NOT NULL,
    agent_turn_id text COLLATE "C" NOT NULL,
    turn_epoch    bigint NOT NULL CHECK (turn_epoch >= 0),
    step_id       text COLLATE "C" NOT NULL,
    author_id     text NOT NULL,
    type          text COLLATE "C" NOT NULL,
    tool_call_id  text COLLATE "C",
    content       text NOT NULL,
    created_at    timestamptz NOT NULL,
    CONSTRAINT a_call_or_result_names_its_call CHECK (
        (type IN ('tool_call', 'tool_result')) = (tool_call_id IS NOT NULL))
);

-- Epoch 0 is what a request brought along: another turn's cards, not this turn's own.
CREATE UNIQUE INDEX cards_result ON state.cards (agent_turn_id, tool_call_id)
    WHERE type = 'tool_result' AND turn_epoch > 0;
CREATE UNIQUE INDEX cards_deliverable ON state.cards (agent_turn_id)
    WHERE type = 'deliverable' AND turn_epoch > 0;
CREATE INDEX cards_call ON state.cards (agent_turn_id) WHERE type = 'tool_call';

CREATE TABLE state.card_boxes (
    box_id     text COLLATE "C" PRIMARY KEY,
    agent_id   text COLLATE "C" NOT NULL,
    kind       text COLLATE "C" NOT NULL CHECK (kind IN ('context', 'output')),
    created_at timestamptz NOT NULL
);

CREATE TABLE state.box_cards (
    box_id   text COLLATE "C" NOT NULL,
    position bigint NOT NULL CHECK (position >= 0),
    card_id  text COLLATE "C" NOT NULL,
    PRIMARY KEY (box_id, position)
);

CREATE TABLE state.events (
    agent_id      text COLLATE "C" NOT NULL,
    seq           bigint NOT NULL CHECK (seq > 0),
    agent_turn_id text COLLATE "C" NOT NULL,
    turn_epoch    bigint NOT NULL CHECK (turn_epoch >= 0),
    at            timestamptz NOT NULL,
    type          text COLLATE "C" NOT NULL,
    body          text NOT NULL,
    crc           bigint NOT NULL,
    PRIMARY KEY (agent_id, seq)
);

CREATE TABLE state.execution_edges (
    edge_id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    primitive            text COLLATE "C" NOT NULL CHECK (primitive IN ('enqueue', 'report', 'join', 'tool_call')),
    edge_phase           text COLLATE "C" NOT NULL CHECK (edge_phase IN ('request', 'response')),
    source_agent_id      text NOT NULL,
    target_agent_id      text COLLATE "C" NOT NULL,
    target_agent_turn_id text COLLATE "C" NOT NULL,
    correlation_id       text COLLATE "C" NOT NULL,
    recursion_depth      bigint NOT NULL CHECK (recursion_depth >= 0),
    created_at           timestamptz NOT NULL
);

CREATE TABLE state.outbox (
    agent_id      text COLLATE "C" NOT NULL,
    agent_turn_id text COLLATE "C" NOT NULL,
    turn_epoch    bigint NOT NULL CHECK (turn_epoch > 0),
    tool_call_id  text COLLATE "C" NOT NULL,
    outbox_no     bigint GENERATED ALWAYS AS IDENTITY,
    need          text NOT NULL,
    card_id       text COLLATE "C" NOT NULL,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (agent_id, agent_turn_id, turn_epoch, tool_call_id)
);

CREATE INDEX outbox_order ON state.outbox (outbox_no);
