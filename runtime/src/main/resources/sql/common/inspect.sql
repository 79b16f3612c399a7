-- Reads rows as they are, for a look at their checksums. Pages by key: a store may be larger than memory.

-- name: heads
SELECT agent_id, last_seq FROM agent_state_head WHERE agent_id > :after ORDER BY agent_id LIMIT :max;

-- name: events
SELECT agent_id, seq, type, body, crc
  FROM events
 WHERE agent_id = :agent AND seq > :after
 ORDER BY seq
 LIMIT :max;

-- name: cards
SELECT c.card_no, c.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content,
       c.crc, c.created_at
  FROM cards c
 WHERE c.card_no > :after
 ORDER BY c.card_no
 LIMIT :max;

-- name: missing
SELECT x.agent_id, b.card_id
  FROM card_boxes x JOIN box_cards b ON b.box_id = x.box_id
       LEFT JOIN cards c ON c.card_id = b.card_id
 WHERE c.card_id IS NULL
 ORDER BY x.agent_id, b.card_id
 LIMIT :max;
