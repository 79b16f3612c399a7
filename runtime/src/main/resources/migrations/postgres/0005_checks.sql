-- The machine's rules again, by state, and in one function for each of the two busiest tables: the server reads
-- the text of a CHECK for each statement anew, a function's once for each connection.

CREATE FUNCTION state.head_fits(
    status text, turn text, epoch bigint, owner text, owner_until timestamptz, resume_deadline timestamptz,
    letters bigint, events bigint, takeovers bigint, published bigint, unpublished boolean
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN RETURN CASE status
    WHEN 'idle' THEN turn IS NULL AND owner IS NULL AND owner_until IS NULL AND resume_deadline IS NULL
    WHEN 'dispatched' THEN turn IS NOT NULL AND epoch > 0 AND owner IS NULL AND owner_until IS NULL
        AND resume_deadline IS NULL
    WHEN 'running' THEN turn IS NOT NULL AND epoch > 0 AND owner IS NOT NULL AND owner_until IS NOT NULL
        AND resume_deadline IS NULL
    WHEN 'suspended' THEN turn IS NOT NULL AND epoch > 0 AND owner IS NULL AND owner_until IS NULL
        AND resume_deadline IS NOT NULL
    ELSE false END
    AND epoch >= 0 AND letters >= 0 AND takeovers >= 0
    AND published >= 0 AND published <= events AND unpublished = (published < events); END $$;

ALTER TABLE state.agent_state_head
    DROP CONSTRAINT agent_state_head_status_check,
    DROP CONSTRAINT agent_state_head_turn_epoch_check,
    DROP CONSTRAINT agent_state_head_last_letter_check,
    DROP CONSTRAINT agent_state_head_last_seq_check,
    DROP CONSTRAINT agent_state_head_takeovers_check,
    DROP CONSTRAINT agent_state_head_check,
    DROP CONSTRAINT an_idle_head_has_no_turn,
    DROP CONSTRAINT a_running_head_has_an_owner,
    DROP CONSTRAINT an_owner_has_a_lease,
    DROP CONSTRAINT a_suspended_head_has_a_deadline,
    DROP CONSTRAINT an_active_head_has_an_epoch,
    DROP CONSTRAINT unpublished_is_behind,
    ADD CONSTRAINT a_head_fits_the_machine CHECK (state.head_fits(status, active_agent_turn_id, turn_epoch,
        owner_id, owner_until, resume_deadline, last_letter, last_seq, takeovers, published_seq, unpublished));

CREATE FUNCTION state.letter_fits(
    status text, kind text, place bigint, correlation text, epoch bigint, attempts bigint,
    holder text, token text, until timestamptz
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN RETURN CASE status
    WHEN 'queued' THEN kind IN ('turn', 'ui_action') AND epoch IS NULL AND token IS NULL
    WHEN 'pending' THEN (epoch IS NOT NULL OR kind IN ('steer', 'stop')) AND token IS NULL
    WHEN 'claimed' THEN epoch IS NOT NULL AND token IS NOT NULL
    WHEN 'consumed' THEN (epoch IS NOT NULL OR kind IN ('steer', 'stop')) AND token IS NULL
    WHEN 'skipped' THEN token IS NULL
    WHEN 'dead' THEN token IS NULL
    ELSE false END
    AND CASE kind
        WHEN 'turn' THEN correlation IS NULL
        WHEN 'steer' THEN correlation IS NULL
        WHEN 'tool_result' THEN correlation IS NOT NULL
        WHEN 'timeout' THEN correlation IS NOT NULL
        WHEN 'ui_action' THEN correlation IS NULL
        WHEN 'stop' THEN correlation IS NULL
        ELSE false END
    AND (token IS NULL) = (until IS NULL) AND (token IS NULL) = (holder IS NULL)
    AND (epoch IS NULL OR epoch > 0) AND place >= 0 AND attempts >= 0; END $$;

ALTER TABLE state.agent_inbox
    DROP CONSTRAINT agent_inbox_inbox_order_check,
    DROP CONSTRAINT agent_inbox_message_type_check,
    DROP CONSTRAINT agent_inbox_turn_epoch_check,
    DROP CONSTRAINT agent_inbox_status_check,
    DROP CONSTRAINT agent_inbox_attempts_check,
    DROP CONSTRAINT only_requests_queue,
    DROP CONSTRAINT a_queued_letter_has_no_epoch,
    DROP CONSTRAINT a_letter_on_its_way_has_an_epoch,
    DROP CONSTRAINT a_claimed_letter_has_a_token,
    DROP CONSTRAINT a_token_has_a_time,
    DROP CONSTRAINT a_token_has_a_holder,
    DROP CONSTRAINT an_answer_names_its_call,
    ADD CONSTRAINT a_letter_fits_the_machine CHECK (state.letter_fits(status, message_type, inbox_order,
        correlation_id, turn_epoch, attempts, claimed_by, claim_token, claim_until));
