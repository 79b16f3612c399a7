-- A box may name a card that is not there only when the store is damaged: a LEFT JOIN finds it.

-- name: find
SELECT c.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM cards c
 WHERE c.card_id = :card;

-- name: in_box
SELECT b.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM box_cards b LEFT JOIN cards c ON c.card_id = b.card_id
 WHERE b.box_id = :box AND b.position >= :from
 ORDER BY b.position;

-- name: context_of
SELECT b.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM box_cards b LEFT JOIN cards c ON c.card_id = b.card_id
 WHERE b.box_id = (SELECT context_box_id FROM agent_turns WHERE agent_turn_id = :turn)
 ORDER BY b.position;

-- name: of_output
SELECT b.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM box_cards b LEFT JOIN cards c ON c.card_id = b.card_id
 WHERE b.box_id = (SELECT output_box_id FROM agent_state_head WHERE agent_id = :agent) AND b.position >= :from
 ORDER BY b.position
 LIMIT :max;

-- name: results
SELECT c.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM cards c
 WHERE c.agent_turn_id = :turn AND c.type = 'tool_result' AND c.turn_epoch > 0 AND c.step_id = :step
 ORDER BY c.card_no;

-- name: open_calls
SELECT c.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM cards c
 WHERE c.agent_turn_id = :turn AND c.type = 'tool_call' AND c.turn_epoch > 0
   AND NOT EXISTS (
       SELECT 1 FROM cards r
        WHERE r.agent_turn_id = c.agent_turn_id AND r.tool_call_id = c.tool_call_id
          AND r.type = 'tool_result' AND r.turn_epoch > 0)
 ORDER BY c.card_no;

-- name: insert
INSERT INTO cards (card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id, type, tool_call_id, content,
    crc, created_at)
VALUES (:card, :agent, :turn, :epoch, :step, :author, :type, :call, :content, :crc, :at);
