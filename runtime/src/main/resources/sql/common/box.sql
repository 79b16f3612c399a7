-- name: insert
INSERT INTO card_boxes (box_id, agent_id, kind, created_at) VALUES (:box, :agent, :kind, :now);

-- name: share
-- The order of a box up to a card, in another box: one statement, however long it is.
INSERT INTO box_cards (box_id, position, card_id)
SELECT :into, s.position, s.card_id
  FROM box_cards s
 WHERE s.box_id = :source
   AND s.position <= (SELECT l.position FROM box_cards l WHERE l.box_id = :source AND l.card_id = :last);

-- name: output_with
-- Rare, and so without an index from cards to boxes, which every append would pay for.
SELECT b.box_id
  FROM card_boxes b JOIN box_cards c ON c.box_id = b.box_id
 WHERE b.agent_id = :agent AND b.kind = 'output' AND c.card_id = :card
 LIMIT 1;

-- name: up_to
SELECT position + 1 AS cards FROM box_cards WHERE box_id = :box AND card_id = :last;
