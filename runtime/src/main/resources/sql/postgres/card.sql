-- name: insert
-- Any number of rows in one statement, so that its text, and with it the plan, stays the same.
INSERT INTO cards (card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id, type, tool_call_id, content,
    created_at)
SELECT card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id, type, tool_call_id, content, created_at
  FROM unnest(:card::text[], :agent::text[], :turn::text[], :epoch::bigint[], :step::text[], :author::text[],
              :type::text[], :call::text[], :content::text[], :at::timestamptz[])
       WITH ORDINALITY AS row (card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id, type, tool_call_id,
                               content, created_at, ordinality)
 ORDER BY ordinality;
