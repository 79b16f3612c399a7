-- name: find_all
-- A list of any length as one value: an array of JSON.
SELECT c.card_id, c.agent_id, c.agent_turn_id, c.turn_epoch, c.step_id, c.author_id, c.type, c.content, c.crc, c.created_at
  FROM cards c
 WHERE c.card_id IN (SELECT value FROM json_each(:cards));
