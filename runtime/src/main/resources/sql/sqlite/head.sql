-- name: now
SELECT :now AS store_now;

-- name: lock
-- The write transaction is the lock.
SELECT :now AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers
  FROM (SELECT 1) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: peek
SELECT :now AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers,
       (SELECT group_concat(w.tool_call_id, ' ') FROM turn_waiting_tools w WHERE w.agent_id = h.agent_id) AS waits
  FROM (SELECT 1) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: renew
UPDATE agent_state_head SET owner_until = :until
 WHERE owner_id = :worker AND status = 'running'
RETURNING agent_id, active_agent_turn_id, turn_epoch;

-- name: owned
SELECT agent_id, active_agent_turn_id, turn_epoch, owner_id, owner_until, owner_until < :now AS expired
  FROM agent_state_head
 WHERE status = 'running' AND worker_target = :target
 ORDER BY owner_until
 LIMIT :max;
