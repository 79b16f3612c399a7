-- name: append
-- Only the holder of the agent's head adds to its boxes, so the last position cannot move.
INSERT INTO box_cards (box_id, position, card_id)
SELECT row.box_id,
       coalesce((SELECT max(b.position) + 1 FROM box_cards b WHERE b.box_id = row.box_id), 0)
           + row_number() OVER (PARTITION BY row.box_id ORDER BY row.ordinality) - 1,
       row.card_id
  FROM unnest(:box::text[], :card::text[]) WITH ORDINALITY AS row (box_id, card_id, ordinality);
