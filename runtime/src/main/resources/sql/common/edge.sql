-- name: insert
INSERT INTO execution_edges (primitive, edge_phase, source_agent_id, target_agent_id, target_agent_turn_id,
    correlation_id, recursion_depth, created_at)
VALUES (:primitive, :phase, :source, :agent, :turn, :correlation, :depth, :now);
