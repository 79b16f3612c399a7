-- name: insert
INSERT INTO agent_inbox (agent_id, inbox_id, inbox_order, message_type, correlation_id, agent_turn_id, turn_epoch,
    status, payload, created_at, updated_at)
VALUES (:agent, :letter, :order, :kind, :correlation, :turn, :epoch, :status, :payload, :now, :now);

-- name: save
UPDATE agent_inbox
   SET status = :status, agent_turn_id = :turn, turn_epoch = :epoch, updated_at = :now,
       claimed_by = CASE WHEN :status = 'claimed' THEN claimed_by END,
       claim_token = CASE WHEN :status = 'claimed' THEN claim_token END,
       claim_until = CASE WHEN :status = 'claimed' THEN claim_until END
 WHERE agent_id = :agent AND inbox_id = :letter;

-- name: find
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
 WHERE i.agent_id = :agent AND i.inbox_id = :letter;

-- name: claimed
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
 WHERE i.agent_id = :agent AND i.inbox_id = :letter AND i.status = 'claimed' AND i.claim_token = :token;

-- name: first_queued
-- All open states are named because the index of open letters names them.
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
 WHERE i.agent_id = :agent AND i.status IN ('queued', 'pending', 'claimed') AND i.status = 'queued'
 ORDER BY i.arrival
 LIMIT 1;

-- name: open
SELECT count(*) AS letters
  FROM agent_inbox
 WHERE agent_id = :agent AND status IN ('queued', 'pending', 'claimed');

-- name: pending
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
 WHERE i.agent_id = :agent AND i.status IN ('queued', 'pending', 'claimed')
   AND i.status = 'pending' AND i.message_type IN ('steer', 'tool_result', 'timeout')
 ORDER BY i.arrival;

-- name: mail
-- What a head's holder looks at: how much is open, the steers and answers that wait, and the first of the
-- queue. One row at least.
SELECT o.letters, i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status,
       i.payload, i.attempts
  FROM (SELECT count(*) AS letters, min(CASE WHEN status = 'queued' THEN arrival END) AS first_queued
          FROM agent_inbox
         WHERE agent_id = :agent AND status IN ('queued', 'pending', 'claimed')) o
  LEFT JOIN agent_inbox i
    ON o.letters > 0 AND i.agent_id = :agent AND i.status IN ('queued', 'pending', 'claimed')
   AND (i.arrival = o.first_queued
        OR (i.status = 'pending' AND i.message_type IN ('steer', 'tool_result', 'timeout')))
 ORDER BY i.arrival;

-- name: answers_to
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
 WHERE i.agent_id = :agent AND i.correlation_id = :call AND i.agent_turn_id = :turn AND i.turn_epoch = :epoch
 ORDER BY i.arrival;

-- name: held
-- What this token claimed before.
SELECT arrival, agent_id, inbox_id, agent_turn_id, turn_epoch, attempts
  FROM agent_inbox
 WHERE status = 'claimed' AND claim_token = :token
 ORDER BY arrival;

-- name: holders
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts,
       i.claimed_by
  FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'claimed' AND :target IN ('*', h.worker_target)
 ORDER BY i.claim_until
 LIMIT :max;

-- name: overdue
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'claimed' AND i.claim_until < :time AND :target IN ('*', h.worker_target)
UNION ALL
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'pending' AND i.message_type IN ('turn', 'ui_action') AND i.attempts >= :attempts
   AND :target IN ('*', h.worker_target)
 LIMIT :max;

-- name: pending_since
SELECT DISTINCT i.agent_id, h.worker_target
  FROM agent_inbox i JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'pending' AND i.updated_at < :time AND :target IN ('*', h.worker_target)
   AND NOT (h.status = 'idle' AND i.message_type = 'steer') -- a notice waits for the next turn
 LIMIT :max;

-- name: stray
SELECT i.agent_id, i.inbox_id, i.inbox_order, i.message_type, i.agent_turn_id, i.turn_epoch, i.status, i.payload, i.attempts
  FROM agent_inbox i
  JOIN agent_turns t ON t.agent_turn_id = i.agent_turn_id
  JOIN agent_state_head h ON h.agent_id = i.agent_id
 WHERE i.status = 'pending' AND i.message_type IN ('tool_result', 'timeout')
   AND t.outcome IS NOT NULL AND :target IN ('*', h.worker_target)
 ORDER BY i.arrival
 LIMIT :max;
