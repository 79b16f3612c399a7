-- name: find
SELECT agent_turn_id, agent_id, inbox_id, context_box_id, lineage, outcome, deliverable_card_id
  FROM agent_turns
 WHERE agent_turn_id = :turn;

-- name: insert
INSERT INTO agent_turns (agent_turn_id, agent_id, inbox_id, context_box_id, lineage, outcome, deliverable_card_id,
    created_at)
VALUES (:turn, :agent, :letter, :context, :lineage, :outcome, :deliverable, :now);

-- name: save
UPDATE agent_turns SET outcome = :outcome, deliverable_card_id = :deliverable WHERE agent_turn_id = :turn;
