-- Questions of people about what is stored. Nothing decides by them.

-- name: search
-- Newest first. Texts are looked for as JSON writes them.
SELECT c.card_no, c.card_id, c.agent_id, c.agent_turn_id, c.type, c.tool_call_id, c.content, c.created_at, t.title
  FROM cards c JOIN threads t ON t.thread_id = c.agent_id
 WHERE c.card_no < :before AND c.type IN ('user_message', 'agent_message', 'tool_call', 'tool_result')
   AND lower(c.content) LIKE :content ESCAPE '!'
 ORDER BY c.card_no DESC
 LIMIT :max;

-- name: letters
SELECT inbox_id, message_type, status, turn_epoch, correlation_id, claimed_by, created_at, updated_at
  FROM agent_inbox
 WHERE agent_id = :agent AND agent_turn_id = :turn
 ORDER BY arrival;

-- name: cards
SELECT card_id, type, turn_epoch, step_id, tool_call_id, length(content) AS bytes, created_at
  FROM cards
 WHERE agent_id = :agent AND agent_turn_id = :turn
 ORDER BY card_no
 LIMIT :max;

-- name: edges
SELECT primitive, edge_phase, source_agent_id, target_agent_id, correlation_id, recursion_depth, created_at
  FROM execution_edges
 WHERE target_agent_id = :agent AND target_agent_turn_id = :turn
 ORDER BY edge_id;

-- name: events
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent AND agent_turn_id = :turn AND type NOT IN ('item.recorded', 'diff.changed', 'tokens.counted')
 ORDER BY seq
 LIMIT :max;

-- name: tokens
-- What steps were paid for, by thread.
SELECT e.agent_id, e.seq, e.agent_turn_id, e.turn_epoch, e.at, e.type, e.body, e.crc, t.setup
  FROM threads t JOIN events e ON e.agent_id = t.thread_id
 WHERE e.type = 'tokens.counted' AND e.at >= :since AND (:thread = '' OR t.thread_id = :thread)
 ORDER BY e.at;

-- name: calls
-- Calls of tools; cards of epoch 0 are another turn's.
SELECT c.content
  FROM cards c JOIN threads t ON t.thread_id = c.agent_id
 WHERE c.type = 'tool_call' AND c.turn_epoch > 0 AND c.created_at >= :since AND (:thread = '' OR c.agent_id = :thread)
 ORDER BY c.card_no;

-- name: ends
-- Turns that began since a time, and how they ended.
SELECT u.agent_turn_id, u.agent_id, u.outcome, u.created_at, c.content
  FROM agent_turns u JOIN threads t ON t.thread_id = u.agent_id
       LEFT JOIN cards c ON c.card_id = u.deliverable_card_id AND u.outcome = 'failed'
 WHERE u.created_at >= :since
 ORDER BY u.created_at
 LIMIT :max;
