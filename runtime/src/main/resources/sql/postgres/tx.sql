-- name: commit
-- Sent behind the last write, in the same round trip.
COMMIT;

-- name: snapshot
-- All reads of one transaction see one moment.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
