-- name: create
INSERT INTO workflows (workspace, workflow_id, thread_id, state, paused, revision, entries, owner, lease_until, updated_at)
VALUES (:workspace, '', 'none', 'idle', 0, 0, 0, NULL, NULL, :at)
ON CONFLICT (workspace) DO NOTHING;

-- name: find
SELECT workspace, workflow_id, thread_id, state, paused, revision, entries, owner, lease_until
  FROM workflows
 WHERE workspace = :workspace;

-- name: of_thread
SELECT workspace, workflow_id, thread_id, state, paused, revision, entries, owner, lease_until
  FROM workflows
 WHERE thread_id = :thread;

-- name: active
SELECT workspace, workflow_id, thread_id, state, paused, revision, entries, owner, lease_until
  FROM workflows
 WHERE state <> 'idle'
 ORDER BY workspace
 LIMIT :max;

-- name: save
UPDATE workflows
   SET workflow_id = :workflow, thread_id = :thread, state = :state, paused = :paused, revision = :revision,
       entries = :entries, owner = :owner, lease_until = :lease_until, updated_at = :at
 WHERE workspace = :workspace;

-- name: append
INSERT INTO workflow_journal (workspace, entry, revision, workflow_id, command_id, at, type, body)
VALUES (:workspace, :entry, :revision, :workflow, :command, :at, :type, :body);

-- name: entries
SELECT entry, revision, workflow_id, command_id, at, type, body
  FROM workflow_journal
 WHERE workspace = :workspace AND workflow_id = :workflow
 ORDER BY entry;

-- name: of_command
SELECT entry, revision, workflow_id, command_id, at, type, body
  FROM workflow_journal
 WHERE workspace = :workspace AND command_id = :command
 ORDER BY entry;
