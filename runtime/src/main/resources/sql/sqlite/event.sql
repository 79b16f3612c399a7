-- name: insert
INSERT INTO events (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc)
VALUES (:agent, :seq, :turn, :epoch, :at, :type, :body, :crc);
