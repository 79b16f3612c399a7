-- name: insert
INSERT INTO card_boxes (box_id, agent_id, kind, created_at) VALUES (:box, :agent, :kind, :now);
