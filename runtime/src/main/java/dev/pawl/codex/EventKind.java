package dev.pawl.codex;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// What an event is, whatever its name: each kind with its names, the old ones
/// (`exec_command_begin`, the same behind `codex/event/`) and those of the app-server (`item/…`).
enum EventKind {
    TURN_BEGAN("turn_started", "task_started", "turn/started"),
    TURN_COMPLETED("turn_complete", "task_complete", "turn_completed", "idle", "turn/completed"),
    TURN_FAILED("turn.failed"),
    TURN_ABORTED("turn_aborted", "turn/aborted"),
    SPEAKING("agent_message_delta", "agent_message_content_delta", "item/agentMessage/delta"),
    SPOKE("agent_message", "agent_message_completed"),
    THINKING(
            "agent_reasoning_delta",
            "agent_reasoning_raw_delta",
            "agent_reasoning_raw_content_delta",
            "reasoning_content_delta",
            "reasoning_raw_content_delta",
            "reasoning_delta",
            "item/reasoning/summaryTextDelta",
            "item/reasoning/textDelta"),
    THOUGHT("agent_reasoning", "agent_reasoning_raw", "agent_reasoning_raw_content", "reasoning", "reasoning_summary"),
    THINKING_BROKE("agent_reasoning_section_break", "reasoning_summary_part", "item/reasoning/summaryPartAdded"),
    COMMAND_BEGUN("exec_command_begin"),
    COMMAND_OUTPUT(
            "exec_command_output_delta",
            "exec_output_delta",
            "item/commandExecution/outputDelta",
            "command/exec/outputDelta",
            "process/outputDelta"),
    COMMAND_ENDED("exec_command_end", "process/exited"),
    TERMINAL("exec_terminal_interaction", "terminal_interaction", "item/commandExecution/terminalInteraction"),
    EDIT_BEGUN("patch_apply_begin", "item/fileChange/started"),
    EDIT_ENDED("patch_apply_end"),
    TOOL_BEGUN("mcp_tool_call_begin", "web_search_begin", "image_generation_begin"),
    TOOL_ENDED("mcp_tool_call_end", "web_search_end", "image_generation_end"),
    COLLAB_BEGUN(
            "collab_agent_spawn_begin",
            "collab_agent_interaction_begin",
            "collab_waiting_begin",
            "collab_close_begin",
            "collab_resume_begin"),
    COLLAB_ENDED(
            "collab_agent_spawn_end",
            "collab_agent_interaction_end",
            "collab_waiting_end",
            "collab_close_end",
            "collab_resume_end"),
    APPROVAL_ASKED(
            "exec_approval_request",
            "file_change_approval_request",
            "apply_patch_approval_request",
            "request_permissions",
            "item/commandExecution/requestApproval",
            "item/fileChange/requestApproval",
            "item/permissions/requestApproval",
            "execCommandApproval",
            "applyPatchApproval"),
    INPUT_ASKED(
            "request_user_input", "elicitation_request", "item/tool/requestUserInput", "mcpServer/elicitation/request"),
    RESOLVED("approval_resolved", "serverRequest/resolved"),
    REVIEW("guardian_assessment"),
    REVIEW_BEGUN("item/autoApprovalReview/started"),
    REVIEW_ENDED("item/autoApprovalReview/completed"),
    MCP_CHANGED("mcp_startup_update", "mcpServer/startupStatus/updated"),
    MCP_SETTLED("mcp_startup_complete"),
    BACKGROUND("background_event"),
    STREAM_ERROR("stream_error"),
    ERROR("error"),
    USER_SPOKE("user_message"),
    STATUS_REPORTED("thread/status/changed"),
    ARCHIVED("thread/archived"),
    UNARCHIVED("thread/unarchived"),
    CLOSED("shutdown_complete", "thread/closed", "thread/deleted"),
    ITEM_STARTED("item_started", "item/started"),
    ITEM_UPDATED("item/updated"),
    ITEM_COMPLETED("item_completed", "item/completed"),
    RESPONSE_ITEM("raw_response_item", "rawResponseItem/completed", "response_item"),
    PROGRESS(
            "dynamic_tool_call",
            "dynamic_tool_call_request",
            "dynamic_tool_call_response",
            "mcp_tool_call",
            "patch_apply",
            "patch_apply_delta",
            "patch_apply_updated",
            "file_read",
            "file_updated",
            "plan_delta",
            "plan_update",
            "turn_plan",
            "turn_diff",
            "view_image_tool_call",
            "item/tool/call",
            "item/fileChange/outputDelta",
            "item/fileChange/patchUpdated",
            "item/mcpToolCall/progress",
            "item/plan/delta",
            "turn/plan/updated",
            "turn/diff/updated"),
    NEUTRAL(
            "token_count",
            "context_compacted",
            "warning",
            "session_configured",
            "session_meta",
            "turn_context",
            "compacted",
            "world_state",
            "raw_response_completed",
            "thread_settings_applied",
            "thread_name_updated",
            "thread_rolled_back",
            "undo_started",
            "undo_completed",
            "entered_review_mode",
            "exited_review_mode",
            "deprecation_notice",
            "guardian_warning",
            "mcp_list_tools_response",
            "list_skills_response",
            "list_custom_prompts_response",
            "get_history_entry_response",
            "hook_started",
            "hook_completed",
            "model_reroute",
            "sub_agent_activity",
            "thread/started",
            "thread/name/updated",
            "thread/tokenUsage/updated",
            "thread/compacted",
            "hook/started",
            "hook/completed",
            "configWarning",
            "deprecationNotice",
            "fs/changed");

    /// Events of whole families that say nothing about a status.
    private static final String[] NEUTRAL_FAMILIES = {"account/", "hook/", "model/", "fs/", "app/", "skills/", "undo_"};

    private static final Map<String, EventKind> BY_NAME = byName();

    private final String names;

    EventKind(String... names) {
        this.names = String.join(" ", names);
    }

    private static Map<String, EventKind> byName() {
        var map = new HashMap<String, EventKind>();
        for (var kind : values()) {
            for (var name : kind.names.split(" ", -1)) {
                if (map.put(folded(name), kind) != null) throw new IllegalStateException("two kinds of " + name);
            }
        }
        return map;
    }

    /// The kind of a name; what nobody knows is neutral.
    static EventKind of(String name) {
        return BY_NAME.getOrDefault(folded(name), NEUTRAL);
    }

    static boolean isKnown(String name) {
        var plain = folded(name);
        if (BY_NAME.containsKey(plain)) return true;
        for (var family : NEUTRAL_FAMILIES) if (plain.startsWith(family)) return true;
        return false;
    }

    /// Prefixes and case do not tell events apart, nor does the dot of `exec --json`.
    private static String folded(String name) {
        var plain = name;
        for (var prefix : new String[] {"codex/event/", "agent/event/"}) {
            if (plain.startsWith(prefix)) plain = plain.substring(prefix.length());
        }
        var lower = plain.toLowerCase(Locale.ROOT);
        return lower.equals("turn.failed") ? lower : lower.replace('.', '/');
    }
}
