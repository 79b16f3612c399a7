-- name: lock
-- The one writer holds everything.
SELECT workspace, workflow_id, thread_id, state, paused, revision, entries, owner, lease_until
  FROM workflows
 WHERE workspace = :workspace;
