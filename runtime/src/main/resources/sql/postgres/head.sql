-- name: now
SELECT state.store_now() AS store_now;

-- name: lock
-- The time is taken outside, where the wait for the lock is over. Waits are read by a statement of their
-- own: this one's snapshot is older than the lock.
SELECT state.store_now() AS store_now, h.*
  FROM (SELECT agent_id, worker_target, status, active_agent_turn_id, turn_epoch, owner_id, owner_until,
               resume_deadline, since, output_box_id, last_letter, last_seq, takeovers
          FROM agent_state_head
         WHERE agent_id = :agent
           FOR NO KEY UPDATE) h;

-- name: lock_if_free
-- Nothing while somebody else holds it.
SELECT state.store_now() AS store_now, h.*
  FROM (SELECT agent_id, worker_target, status, active_agent_turn_id, turn_epoch, owner_id, owner_until,
               resume_deadline, since, output_box_id, last_letter, last_seq, takeovers
          FROM agent_state_head
         WHERE agent_id = :agent
           FOR NO KEY UPDATE SKIP LOCKED) h;

-- name: follow
-- Goes on from a head that was recalled. Whoever moved it meanwhile leaves no row here, and the division
-- fails the whole transaction even when its COMMIT is already on the way behind this statement. While
-- the turn runs its lease is not touched: a heartbeat may have renewed it.
WITH moved AS (
    UPDATE agent_state_head
       SET worker_target = :target, turn_epoch = :epoch, status = :status, active_agent_turn_id = :turn, since = :since,
           output_box_id = :output, last_letter = :letters, last_seq = :events, takeovers = :takeovers,
           owner_id = CASE WHEN :status = 'running' THEN owner_id END,
           owner_until = CASE WHEN :status = 'running' THEN owner_until END,
           unpublished = (published_seq < :events)
     WHERE agent_id = :agent AND turn_epoch = :old_epoch AND status = :old_status
       AND last_letter = :old_letters AND last_seq = :old_events AND worker_target = :old_target
    RETURNING 1
)
SELECT 1 / count(*) AS moved FROM moved;

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
 WHERE status = 'running' AND :target IN ('*', worker_target)
 ORDER BY owner_until
 LIMIT :max;
