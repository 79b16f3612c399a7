-- Where turns begin and end in a log: a page of a long history is found without reading the log.

CREATE INDEX events_marks ON state.events (agent_id, type, seq)
    WHERE type IN ('turn.started', 'turn.delivered', 'turns.dropped');
CREATE INDEX events_turn ON state.events (agent_turn_id, seq)
    WHERE type IN ('turn.started', 'turn.delivered', 'turns.dropped');
