-- name: now
SELECT state.store_now() AS store_now;

-- name: lock
-- The time is taken outside the fence, so it is the time after the wait for the lock; and it is
-- answered even when there is no head. Waits are read by a statement of their own: this one's
-- snapshot is older than the lock.
WITH held AS MATERIALIZED (
    SELECT h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers
      FROM agent_state_head h
     WHERE h.agent_id = :agent
       FOR NO KEY UPDATE
)
SELECT state.store_now() AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers
  FROM (VALUES (1)) AS one (row) LEFT JOIN held h ON true;

-- name: peek
-- One statement, so that a head and its waits are of one moment.
SELECT state.store_now() AS store_now, h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers,
       (SELECT string_agg(w.tool_call_id, ' ' ORDER BY w.position) FROM turn_waiting_tools w
         WHERE w.agent_id = h.agent_id) AS waits
  FROM (VALUES (1)) AS one (row) LEFT JOIN agent_state_head h ON h.agent_id = :agent;

-- name: renew
-- Locks in the order of names, so that two heartbeats never wait for each other.
WITH mine AS MATERIALIZED (
    SELECT agent_id FROM agent_state_head
     WHERE owner_id = :worker AND status = 'running'
     ORDER BY agent_id
       FOR NO KEY UPDATE
)
UPDATE agent_state_head h SET owner_until = :until
  FROM mine
 WHERE h.agent_id = mine.agent_id AND h.owner_id = :worker AND h.status = 'running'
RETURNING h.agent_id, h.active_agent_turn_id, h.turn_epoch;

-- name: owned
SELECT agent_id, active_agent_turn_id, turn_epoch, owner_id, owner_until,
       CASE WHEN owner_until < state.store_now() THEN 1 ELSE 0 END AS expired
  FROM agent_state_head
 WHERE status = 'running' AND worker_target = :target
 ORDER BY owner_until
 LIMIT :max;
