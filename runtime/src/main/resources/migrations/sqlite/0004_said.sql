-- What was said in a thread: its first request is shown in lists, and all of it is searched.

CREATE INDEX cards_said ON cards (agent_id, card_no) WHERE type IN ('user_message', 'agent_message');
