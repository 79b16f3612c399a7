-- name: claim
-- One writer at a time: nobody else holds a row.
UPDATE agent_inbox
   SET status = 'claimed', claimed_by = :worker, claim_token = :token, claim_until = :now + :micros,
       attempts = attempts + 1, updated_at = :now
 WHERE arrival IN (
    SELECT i.arrival
      FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
     WHERE i.status = 'pending' AND i.message_type IN ('turn', 'ui_action') AND i.attempts < :attempts
       AND h.worker_target = :target AND h.status = 'dispatched' AND h.active_agent_turn_id = i.agent_turn_id
       AND NOT EXISTS (SELECT 1 FROM agent_inbox WHERE status = 'claimed' AND claim_token = :token)
     ORDER BY i.arrival
     LIMIT :max)
RETURNING arrival, agent_id, inbox_id, agent_turn_id, turn_epoch, attempts;

-- name: claim_of
-- One agent's letter: the outer condition is looked at again when somebody else was faster.
UPDATE agent_inbox
   SET status = 'claimed', claimed_by = :worker, claim_token = :token, claim_until = :now + :micros,
       attempts = attempts + 1, updated_at = :now
 WHERE agent_id = :agent AND status = 'pending' AND message_type IN ('turn', 'ui_action') AND attempts < :attempts
   AND agent_turn_id = (SELECT active_agent_turn_id FROM agent_state_head
                         WHERE agent_id = :agent AND status = 'dispatched')
RETURNING arrival, agent_id, inbox_id, agent_turn_id, turn_epoch, attempts;
