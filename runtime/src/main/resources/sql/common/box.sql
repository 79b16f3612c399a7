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

-- name: fill
-- A new box with its first cards: positions count from 0.
INSERT INTO box_cards (box_id, position, card_id)
VALUES (:box, (SELECT coalesce(max(b.position), -1) + 1 FROM box_cards b WHERE b.box_id = :box) + :row, :card);

-- name: append
-- Only the holder of the agent's head adds to its boxes, so the last position cannot move. A box that is
-- not an output box gives no position, which the column refuses.
INSERT INTO box_cards (box_id, position, card_id)
VALUES (:box,
        (SELECT coalesce((SELECT max(b.position) + 1 FROM box_cards b WHERE b.box_id = o.box_id), 0)
           FROM card_boxes o
          WHERE o.box_id = :box AND o.kind = 'output') + :row,
        :card);
