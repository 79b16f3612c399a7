-- name: insert
INSERT INTO threads (thread_id, title, source, forked_from, archived, cwd, setup, created_at, updated_at)
VALUES (:thread, :title, :source, :forked_from, :archived, :cwd, :setup, :created, :updated)
ON CONFLICT (thread_id) DO NOTHING;

-- name: save
UPDATE threads SET title = :title, archived = :archived, cwd = :cwd, setup = :setup, updated_at = :updated
 WHERE thread_id = :thread;

-- name: find
SELECT thread_id, title, source, forked_from, archived, cwd, setup, created_at, updated_at
  FROM threads
 WHERE thread_id = :thread;

-- name: latest
SELECT thread_id, title, source, forked_from, archived, cwd, setup, created_at, updated_at
  FROM threads
 WHERE archived = :archived AND (:cwd = '' OR cwd = :cwd) AND (:source = '' OR source = :source)
 ORDER BY updated_at DESC, thread_id DESC
 LIMIT :max;

-- name: grant
INSERT INTO thread_grants (thread_id, seal, title) VALUES (:thread, :seal, :title)
ON CONFLICT (thread_id, seal) DO NOTHING;

-- name: grants
SELECT seal, title FROM thread_grants WHERE thread_id = :thread ORDER BY grant_no;

-- name: revoke
DELETE FROM thread_grants WHERE thread_id = :thread;
