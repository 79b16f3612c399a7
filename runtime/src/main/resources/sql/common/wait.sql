-- name: of
SELECT tool_call_id, agent_turn_id, turn_epoch, step_id, need, created_at, deadline_at
  FROM turn_waiting_tools
 WHERE agent_id = :agent
 ORDER BY created_at, position;

-- name: waiting_for
SELECT agent_id
  FROM turn_waiting_tools
 WHERE answerer = :answerer
 GROUP BY agent_id
 ORDER BY min(created_at)
 LIMIT :max;

-- name: insert
INSERT INTO turn_waiting_tools (agent_id, tool_call_id, position, agent_turn_id, turn_epoch, step_id, answerer,
    need, created_at, deadline_at)
VALUES (:agent, :call, :position, :turn, :epoch, :step, :answerer, :need, :since, :deadline);

-- name: remove
DELETE FROM turn_waiting_tools WHERE agent_id = :agent AND tool_call_id = :call;

-- name: clear
DELETE FROM turn_waiting_tools WHERE agent_id = :agent;
