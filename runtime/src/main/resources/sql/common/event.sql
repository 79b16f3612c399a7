-- name: after
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent AND seq > :seq
 ORDER BY seq
 LIMIT :max;

-- name: marks_before
-- All kinds are named because the index of marks names them.
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent AND type = :type AND type IN ('turn.started', 'turn.delivered', 'turns.dropped')
   AND seq < :seq
 ORDER BY seq DESC
 LIMIT :max;

-- name: marks_after
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent AND type = :type AND type IN ('turn.started', 'turn.delivered', 'turns.dropped')
   AND seq > :seq
 ORDER BY seq
 LIMIT :max;

-- name: marks_of
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_turn_id = :turn AND type IN ('turn.started', 'turn.delivered', 'turns.dropped') AND agent_id = :agent
 ORDER BY seq;

-- name: unpublished
SELECT e.agent_id, e.seq, e.agent_turn_id, e.turn_epoch, e.at, e.type, e.body, e.crc
  FROM agent_state_head h JOIN events e ON e.agent_id = h.agent_id AND e.seq > h.published_seq
 WHERE h.unpublished
 ORDER BY e.agent_id, e.seq
 LIMIT :max;

-- name: insert
INSERT INTO events (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc)
VALUES (:agent, :seq, :turn, :epoch, :at, :type, :body, :crc);

-- name: uses
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE agent_id = :agent
   AND type IN ('tokens.counted', 'turn.started', 'turn.resumed', 'turn.taken_over', 'turn.suspended', 'turn.delivered')
 ORDER BY seq;

-- name: uses_since
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM events
 WHERE at >= :since
   AND type IN ('tokens.counted', 'turn.started', 'turn.resumed', 'turn.taken_over', 'turn.suspended', 'turn.delivered')
 ORDER BY agent_id, seq;

-- name: counted_before
-- What was counted since is the difference to this.
SELECT e.agent_id, e.seq, e.agent_turn_id, e.turn_epoch, e.at, e.type, e.body, e.crc
  FROM events e
  JOIN (SELECT b.agent_id, max(b.seq) AS seq
          FROM events b
         WHERE b.type = 'tokens.counted' AND b.at < :since
           AND b.agent_id IN (SELECT s.agent_id FROM events s WHERE s.type = 'tokens.counted' AND s.at >= :since)
         GROUP BY b.agent_id) l
    ON l.agent_id = e.agent_id AND l.seq = e.seq
 ORDER BY e.agent_id;
