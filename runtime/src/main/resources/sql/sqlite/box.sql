-- name: append
INSERT INTO box_cards (box_id, position, card_id)
VALUES (:box, coalesce((SELECT max(b.position) + 1 FROM box_cards b WHERE b.box_id = :box), 0), :card);
