-- name: insert
INSERT INTO execution_edges (primitive, edge_phase, source_agent_id, target_agent_id, target_agent_turn_id,
    correlation_id, recursion_depth, created_at)
VALUES (:primitive, :phase, :source, :agent, :turn, :correlation, :depth, :now);

-- name: of
-- For the audit: no index, nothing decides by it.
SELECT primitive, edge_phase, source_agent_id, target_agent_id, target_agent_turn_id, correlation_id, recursion_depth
  FROM execution_edges
 WHERE target_agent_id = :agent
 ORDER BY edge_id;

-- name: trace
SELECT primitive, edge_phase, source_agent_id, target_agent_id, target_agent_turn_id, correlation_id, recursion_depth,
       created_at
  FROM execution_edges
 WHERE target_agent_id = :agent
 ORDER BY edge_id;
