-- name: now
SELECT :now AS store_now;

-- name: lock
-- The write transaction is the lock.
SELECT :now AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers
  FROM (SELECT 1) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: lock_if_free
-- The same: nobody else has the write transaction.
SELECT :now AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers
  FROM (SELECT 1) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: peek
SELECT :now AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers,
       (SELECT group_concat(w.tool_call_id, ' ') FROM turn_waiting_tools w WHERE w.agent_id = h.agent_id) AS waits
  FROM (SELECT 1) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: follow
-- Goes on from a head that was recalled; the lease of a running turn is not touched. Changes no row if it
-- has moved.
UPDATE agent_state_head
   SET worker_target = :target, turn_epoch = :epoch, status = :status, active_agent_turn_id = :turn, since = :since,
       output_box_id = :output, last_letter = :letters, last_seq = :events, takeovers = :takeovers,
       owner_id = CASE WHEN :status = 'running' THEN owner_id END,
       owner_until = CASE WHEN :status = 'running' THEN owner_until END,
       unpublished = (published_seq < :events)
 WHERE agent_id = :agent AND turn_epoch = :old_epoch AND status = :old_status
   AND last_letter = :old_letters AND last_seq = :old_events AND worker_target = :old_target;

-- name: renew
UPDATE agent_state_head SET owner_until = :until
 WHERE owner_id = :worker AND status = 'running'
RETURNING agent_id, active_agent_turn_id, turn_epoch;

-- name: owned
SELECT agent_id, active_agent_turn_id, turn_epoch, owner_id, owner_until, owner_until < :now AS expired
  FROM agent_state_head
 WHERE status = 'running' AND :target IN ('*', worker_target)
 ORDER BY owner_until
 LIMIT :max;
