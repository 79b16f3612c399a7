-- name: insert
INSERT INTO agent_state_head (agent_id, worker_target, status, active_agent_turn_id, turn_epoch, owner_id, owner_until,
    resume_deadline, since, output_box_id, last_letter, last_seq, takeovers)
VALUES (:agent, :target, :status, :turn, :epoch, :owner, :owner_until,
    :resume_by, :since, :output, :letters, :events, :takeovers)
ON CONFLICT (agent_id) DO NOTHING;

-- name: save
-- The gate: an epoch that moved makes the new one NULL, which the column refuses. So the whole
-- transaction fails even when its COMMIT is already on the way behind this statement.
UPDATE agent_state_head
   SET turn_epoch = CASE WHEN turn_epoch = :old_epoch THEN CAST(:epoch AS bigint) END,
       worker_target = :target, status = :status, active_agent_turn_id = :turn,
       owner_id = :owner, owner_until = :owner_until,
       resume_deadline = :resume_by, since = :since, output_box_id = :output,
       last_letter = :letters, last_seq = :events, takeovers = :takeovers,
       unpublished = (published_seq < :events)
 WHERE agent_id = :agent;

-- name: idle_with_queue
SELECT i.agent_id
  FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'queued' AND h.status = 'idle' AND :target IN ('*', h.worker_target)
 GROUP BY i.agent_id
 ORDER BY min(i.arrival)
 LIMIT :max;

-- name: resumable
-- An answer to a call that is waited for, or a notice (a steer that is bound to another turn) where agents are.
SELECT i.agent_id
  FROM agent_inbox i
  JOIN agent_state_head h ON h.agent_id = i.agent_id
  JOIN turn_waiting_tools w ON w.agent_id = i.agent_id
   AND (w.tool_call_id = i.correlation_id
        OR (i.message_type = 'steer' AND w.answerer IN ('agents', 'agents+input')
            AND (i.agent_turn_id <> h.active_agent_turn_id OR w.answerer = 'agents+input')))
 WHERE i.status = 'pending' AND i.message_type IN ('tool_result', 'timeout', 'steer')
   AND h.status = 'suspended' AND :target IN ('*', h.worker_target)
 GROUP BY i.agent_id
 ORDER BY min(i.arrival)
 LIMIT :max;

-- name: with_waits_past
SELECT w.agent_id
  FROM turn_waiting_tools w JOIN agent_state_head h ON h.agent_id = w.agent_id
 WHERE w.deadline_at <= :time AND h.status = 'suspended' AND :target IN ('*', h.worker_target)
 GROUP BY w.agent_id
 ORDER BY min(w.deadline_at)
 LIMIT :max;

-- name: dispatched_before
SELECT h.agent_id, h.worker_target, h.status, h.active_agent_turn_id, h.turn_epoch, h.owner_id, h.owner_until,
       h.resume_deadline, h.since, h.output_box_id, h.last_letter, h.last_seq, h.takeovers, '' AS waits
  FROM agent_state_head h
 WHERE h.status = 'dispatched' AND h.since < :time AND :target IN ('*', h.worker_target)
 ORDER BY h.since
 LIMIT :max;

-- name: published
UPDATE agent_state_head SET published_seq = :seq, unpublished = (:seq < last_seq)
 WHERE agent_id = :agent AND published_seq < :seq AND last_seq >= :seq;
