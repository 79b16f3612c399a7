-- name: fill
-- A new box with its first cards: positions count from 0.
INSERT INTO box_cards (box_id, position, card_id)
SELECT row.box_id, row_number() OVER (PARTITION BY row.box_id ORDER BY row.ordinality) - 1, row.card_id
  FROM unnest(:box::text[], :card::text[]) WITH ORDINALITY AS row (box_id, card_id, ordinality);

-- name: append
-- Only the holder of the agent's head adds to its boxes, so the last position cannot move. A box that
-- is not an output box gives no position, which the column refuses.
INSERT INTO box_cards (box_id, position, card_id)
SELECT row.box_id,
       last.position + row_number() OVER (PARTITION BY row.box_id ORDER BY row.ordinality),
       row.card_id
  FROM unnest(:box::text[], :card::text[]) WITH ORDINALITY AS row (box_id, card_id, ordinality)
  LEFT JOIN LATERAL (
       SELECT coalesce((SELECT max(b.position) FROM box_cards b WHERE b.box_id = row.box_id), -1) AS position
         FROM card_boxes o
        WHERE o.box_id = row.box_id AND o.kind = 'output') AS last ON true;
