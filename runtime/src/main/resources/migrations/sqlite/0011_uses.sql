-- What turns used, by agent and by time; and which agents an agent has called. Few rows are in these indexes.

CREATE INDEX events_uses ON events (agent_id, seq)
    WHERE type IN ('tokens.counted', 'turn.started', 'turn.resumed', 'turn.taken_over', 'turn.suspended', 'turn.delivered');
CREATE INDEX events_uses_at ON events (at)
    WHERE type IN ('tokens.counted', 'turn.started', 'turn.resumed', 'turn.taken_over', 'turn.suspended', 'turn.delivered');
CREATE INDEX edges_called ON execution_edges (source_agent_id, target_agent_id)
    WHERE primitive = 'enqueue' AND recursion_depth > 0;
