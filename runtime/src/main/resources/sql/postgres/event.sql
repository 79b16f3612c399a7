-- name: insert
INSERT INTO events (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc)
SELECT agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc
  FROM unnest(:agent::text[], :seq::bigint[], :turn::text[], :epoch::bigint[], :at::timestamptz[], :type::text[],
              :body::text[], :crc::bigint[])
       AS row (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc);
