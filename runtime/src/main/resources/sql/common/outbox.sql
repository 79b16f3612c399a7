-- name: insert
INSERT INTO outbox (agent_id, agent_turn_id, turn_epoch, tool_call_id, need, card_id, created_at)
VALUES (:agent, :turn, :epoch, :call, :need, :card, :now);

-- name: calls
SELECT agent_id, agent_turn_id, turn_epoch, tool_call_id, need, card_id
  FROM outbox
 ORDER BY outbox_no
 LIMIT :max;

-- name: sent
DELETE FROM outbox
 WHERE agent_id = :agent AND agent_turn_id = :turn AND turn_epoch = :epoch AND tool_call_id = :call;
