-- name: begin
BEGIN IMMEDIATE;

-- name: begin_read
BEGIN;

-- name: commit
COMMIT;

-- name: rollback
ROLLBACK;

-- name: save
SAVEPOINT work;

-- name: undo
ROLLBACK TO work;

-- name: release
RELEASE work;
