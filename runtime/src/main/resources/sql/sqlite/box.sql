-- name: fill
-- A new box with its first cards: positions count from 0.
INSERT INTO box_cards (box_id, position, card_id)
VALUES (:box, (SELECT coalesce(max(b.position), -1) + 1 FROM box_cards b WHERE b.box_id = :box), :card);

-- name: append
-- A box that is not an output box gives no position, which the column refuses.
INSERT INTO box_cards (box_id, position, card_id)
VALUES (:box,
        (SELECT coalesce((SELECT max(b.position) + 1 FROM box_cards b WHERE b.box_id = o.box_id), 0)
           FROM card_boxes o
          WHERE o.box_id = :box AND o.kind = 'output'),
        :card);
