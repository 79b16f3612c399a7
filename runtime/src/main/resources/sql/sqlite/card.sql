-- name: insert
INSERT INTO cards (card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id, type, tool_call_id, content,
    created_at)
VALUES (:card, :agent, :turn, :epoch, :step, :author, :type, :call, :content, :at);
