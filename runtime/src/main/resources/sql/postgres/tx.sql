-- name: commit
-- Sent behind the last write, in the same round trip.
COMMIT;
