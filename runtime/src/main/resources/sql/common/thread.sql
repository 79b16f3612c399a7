-- name: insert
INSERT INTO threads (thread_id, title, source, forked_from, archived, cwd, setup, created_at, updated_at)
VALUES (:thread, :title, :source, :forked_from, :archived, :cwd, :setup, :created, :updated)
ON CONFLICT (thread_id) DO NOTHING;

-- name: rename
UPDATE threads SET title = :title, updated_at = :updated WHERE thread_id = :thread;

-- name: shelve
UPDATE threads SET archived = :archived, updated_at = :updated WHERE thread_id = :thread;

-- name: set_up
UPDATE threads SET cwd = :cwd, setup = :setup, updated_at = :updated WHERE thread_id = :thread;

-- name: find
SELECT thread_id, title, source, forked_from, archived, cwd, setup, created_at, updated_at
  FROM threads
 WHERE thread_id = :thread;

-- name: page
-- A thread was used when its agent last did something, or when its owner last changed it.
WITH used AS (
    SELECT t.thread_id, t.title, t.source, t.forked_from, t.archived, t.setup, t.created_at, t.updated_at,
           CASE WHEN h.since > t.updated_at THEN h.since ELSE t.updated_at END AS used_at
      FROM threads t LEFT JOIN agent_state_head h ON h.agent_id = t.thread_id
     WHERE t.archived IN (:active, :archived)
       AND (:cwd = '' OR t.cwd = :cwd) AND (:source = '' OR t.source = :source)
       AND (:text = '' OR lower(t.title) LIKE :title ESCAPE '!'
            OR EXISTS (SELECT 1 FROM cards c
                        WHERE c.agent_id = t.thread_id AND c.type IN ('user_message', 'agent_message')
                          AND lower(c.content) LIKE :content ESCAPE '!'))
)
SELECT u.thread_id, u.title, u.source, u.forked_from, u.archived, u.setup, u.created_at, u.updated_at, u.used_at,
       (SELECT c.content FROM cards c
         WHERE c.agent_id = u.thread_id AND c.type IN ('user_message', 'agent_message') AND c.type = 'user_message'
         ORDER BY c.card_no LIMIT 1) AS preview
  FROM used u
 WHERE u.used_at < :before OR (u.used_at = :before AND u.thread_id < :before_id)
 ORDER BY u.used_at DESC, u.thread_id DESC
 LIMIT :max;

-- name: preview
-- Both kinds are named because the index names them.
SELECT c.content FROM cards c
 WHERE c.agent_id = :thread AND c.type IN ('user_message', 'agent_message') AND c.type = 'user_message'
 ORDER BY c.card_no LIMIT 1;

-- name: grant
INSERT INTO thread_grants (thread_id, seal, title) VALUES (:thread, :seal, :title)
ON CONFLICT (thread_id, seal) DO NOTHING;

-- name: grants
SELECT seal, title FROM thread_grants WHERE thread_id = :thread ORDER BY grant_no;

-- name: revoke
DELETE FROM thread_grants WHERE thread_id = :thread;

-- name: note
INSERT INTO thread_notes (thread_id, name, value) VALUES (:thread, :name, :value)
ON CONFLICT (thread_id, name) DO UPDATE SET value = excluded.value;

-- name: unnote
DELETE FROM thread_notes WHERE thread_id = :thread AND name = :name;

-- name: notes
SELECT name, value FROM thread_notes WHERE thread_id = :thread ORDER BY name;

-- name: noted
SELECT thread_id, value FROM thread_notes WHERE name = :name ORDER BY thread_id;

-- name: forget_notes
DELETE FROM thread_notes WHERE thread_id = :thread;

-- name: pin
INSERT INTO thread_pins (thread_id, name, pin) VALUES (:thread, :name, :pin)
ON CONFLICT (thread_id, name) DO NOTHING;

-- name: repin
INSERT INTO thread_pins (thread_id, name, pin) VALUES (:thread, :name, :pin)
ON CONFLICT (thread_id, name) DO UPDATE SET pin = excluded.pin;

-- name: pins
SELECT name, pin FROM thread_pins WHERE thread_id = :thread;

-- name: unpin
DELETE FROM thread_pins WHERE thread_id = :thread;

-- name: children
SELECT DISTINCT target_agent_id
  FROM execution_edges
 WHERE source_agent_id = :thread AND primitive = 'enqueue' AND recursion_depth > 0 AND target_agent_id <> :thread
 ORDER BY target_agent_id;

-- name: size
SELECT coalesce((SELECT sum(length(content)) FROM cards WHERE agent_id = :thread), 0)
     + coalesce((SELECT sum(length(body)) FROM events WHERE agent_id = :thread), 0) AS bytes;

-- name: remove
DELETE FROM threads WHERE thread_id = :thread;

-- name: erase_mail
DELETE FROM agent_inbox WHERE agent_id = :agent;

-- name: erase_waits
DELETE FROM turn_waiting_tools WHERE agent_id = :agent;

-- name: erase_turns
DELETE FROM agent_turns WHERE agent_id = :agent;

-- name: erase_cards
-- What a fork's box names is the fork's history too, whoever wrote it.
DELETE FROM cards
 WHERE card_id IN (
       SELECT b.card_id FROM card_boxes o JOIN box_cards b ON b.box_id = o.box_id WHERE o.agent_id = :agent
       EXCEPT
       SELECT b.card_id FROM card_boxes o JOIN box_cards b ON b.box_id = o.box_id WHERE o.agent_id <> :agent);

-- name: erase_lists
DELETE FROM box_cards WHERE box_id IN (SELECT box_id FROM card_boxes WHERE agent_id = :agent);

-- name: erase_boxes
DELETE FROM card_boxes WHERE agent_id = :agent;

-- name: erase_events
DELETE FROM events WHERE agent_id = :agent;

-- name: erase_edges
DELETE FROM execution_edges WHERE target_agent_id = :agent;

-- name: erase_calls
DELETE FROM outbox WHERE agent_id = :agent;

-- name: erase_head
DELETE FROM agent_state_head WHERE agent_id = :agent;
