-- name: after
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent AND seq > :seq
 ORDER BY seq
 LIMIT :max;

-- name: unpublished
SELECT e.agent_id, e.seq, e.agent_turn_id, e.turn_epoch, e.at, e.type, e.body, e.crc
  FROM agent_state_head h JOIN events e ON e.agent_id = h.agent_id AND e.seq > h.published_seq
 WHERE h.unpublished
 ORDER BY e.agent_id, e.seq
 LIMIT :max;

-- name: insert
INSERT INTO events (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc)
VALUES (:agent, :seq, :turn, :epoch, :at, :type, :body, :crc);
