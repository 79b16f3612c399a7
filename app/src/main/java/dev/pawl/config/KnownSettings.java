package dev.pawl.config;

import static dev.pawl.config.KnownSetting.Kind.ANY;
import static dev.pawl.config.KnownSetting.Kind.DECIMAL;
import static dev.pawl.config.KnownSetting.Kind.FLAG;
import static dev.pawl.config.KnownSetting.Kind.LIST;
import static dev.pawl.config.KnownSetting.Kind.TEXT;
import static dev.pawl.config.KnownSetting.Kind.WHOLE;
import static dev.pawl.config.KnownSetting.known;

import dev.pawl.toml.TomlValue;
import java.util.List;
import java.util.Optional;

/// All settings: Codex's names where Codex has one, Pawl's own under `pawl`.
public final class KnownSettings {
    public static final List<KnownSetting> ALL = List.of(
            // The model and who serves it.
            known("model", TEXT),
            known("model_provider", TEXT).usually("openai"),
            known("openai_base_url", TEXT),
            known("model_providers.*.name", TEXT),
            known("model_providers.*.base_url", TEXT),
            known("model_providers.*.wire_api", TEXT, "responses", "chat", "anthropic", "scripted"),
            known("model_providers.*.env_key", TEXT),
            known("model_providers.*.env_key_instructions", TEXT),
            known("model_providers.*.experimental_bearer_token", TEXT),
            known("model_providers.*.http_headers.*", TEXT),
            known("model_providers.*.env_http_headers.*", TEXT),
            known("model_providers.*.query_params.*", ANY),
            known("model_providers.*.request_max_retries", WHOLE),
            known("model_providers.*.stream_max_retries", WHOLE),
            known("model_providers.*.stream_idle_timeout_ms", WHOLE),
            known("model_providers.*.requires_openai_auth", FLAG),
            known("model_reasoning_effort", TEXT, "none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra"),
            known("model_reasoning_summary", TEXT, "auto", "concise", "detailed", "none"),
            known("model_verbosity", TEXT, "low", "medium", "high"),
            known("developer_instructions", TEXT),
            known("model_context_window", WHOLE),
            known("model_auto_compact_token_limit", WHOLE),
            known("tool_output_token_limit", WHOLE),
            known("project_doc_max_bytes", WHOLE).usually(32768),
            // What it may do.
            known("approval_policy", TEXT, "untrusted", "on-request", "on-failure", "never")
                    .usually("on-request"),
            known("sandbox_mode", TEXT, "read-only", "workspace-write", "danger-full-access")
                    .usually("workspace-write"),
            known("sandbox_workspace_write.writable_roots", LIST),
            known("sandbox_workspace_write.network_access", FLAG).usually(new TomlValue.Flag(false)),
            known("sandbox_workspace_write.exclude_tmpdir_env_var", FLAG),
            known("sandbox_workspace_write.exclude_slash_tmp", FLAG),
            known("shell_environment_policy.inherit", TEXT, "all", "core", "none"),
            known("shell_environment_policy.ignore_default_excludes", FLAG),
            known("shell_environment_policy.exclude", LIST),
            known("shell_environment_policy.include_only", LIST),
            known("shell_environment_policy.set.*", TEXT),
            known("mcp_servers.*.command", TEXT),
            known("mcp_servers.*.args", LIST),
            known("mcp_servers.*.env.*", ANY),
            known("mcp_servers.*.env_vars", LIST),
            known("mcp_servers.*.cwd", TEXT),
            known("mcp_servers.*.url", TEXT),
            known("mcp_servers.*.bearer_token_env_var", TEXT),
            known("mcp_servers.*.http_headers.*", ANY),
            known("mcp_servers.*.env_http_headers.*", ANY),
            known("mcp_servers.*.enabled", FLAG),
            known("mcp_servers.*.required", FLAG),
            known("mcp_servers.*.startup_timeout_sec", DECIMAL),
            known("mcp_servers.*.startup_timeout_ms", WHOLE),
            known("mcp_servers.*.tool_timeout_sec", DECIMAL),
            known("mcp_servers.*.enabled_tools", LIST),
            known("mcp_servers.*.disabled_tools", LIST),
            known("mcp_servers.*.supports_parallel_tool_calls", FLAG),
            known("mcp_servers.*.default_tools_approval_mode", TEXT, "auto", "prompt", "approve"),
            known("mcp_servers.*.tools.*.approval_mode", TEXT, "auto", "prompt", "approve"),
            known("notify", LIST),
            known("hooks.**", ANY),
            known("skills.config", LIST),
            known("tui.notifications", FLAG).usually(new TomlValue.Flag(true)),
            known("tui.animations", FLAG).usually(new TomlValue.Flag(true)),
            known("tui.wrap", TEXT, "terminal", "word").usually("terminal"),
            known("transcripts", FLAG),
            known("thread_unload_delay_secs", WHOLE).usually(1800),
            known("profile", TEXT),
            known("profiles.**", ANY),
            // Pawl's own.
            known("pawl.store", TEXT),
            known("pawl.doorbell", TEXT),
            known("pawl.durability", TEXT, "full", "normal").usually("full"),
            known("pawl.lease_seconds", WHOLE).usually(15),
            known("pawl.recover", TEXT, "own", "all").usually("own"),
            known("pawl.host", TEXT),
            known("pawl.log.level", TEXT, "error", "warn", "info", "debug", "trace")
                    .usually("info"),
            known("pawl.log.max_mb", WHOLE).usually(10),
            known("pawl.log.files", WHOLE).usually(5),
            known("pawl.worker.target", TEXT),
            known("pawl.worker.shared_roots", LIST),
            known("pawl.retry_base_ms", WHOLE).usually(1000),
            known("pawl.mcp_wait_ms", WHOLE).usually(5000),
            known("pawl.mcp_ask_seconds", WHOLE).usually(3600),
            known("pawl.checkpoints", FLAG).usually(new TomlValue.Flag(true)),
            known("pawl.redact", FLAG).usually(new TomlValue.Flag(true)),
            known("pawl.hide", LIST),
            known("pawl.unhide", LIST),
            known("pawl.limits.memory_mb", WHOLE),
            known("pawl.limits.processes", WHOLE).usually(4096),
            known("pawl.limits.shm_mb", WHOLE).usually(1024),
            // Workflows: pawl flow.
            known("pawl.workflow.verify.*", TEXT),
            known("pawl.workflow.verify.*.run", TEXT),
            known("pawl.workflow.verify.*.when", LIST),
            known("pawl.workflow.verify.*.timeout_seconds", WHOLE),
            known("pawl.workflow.verify.*.allow_baseline_failure", FLAG),
            known("pawl.workflow.verify.*.retry_once", FLAG),
            known("pawl.workflow.max_attempts", WHOLE).usually(3),
            known("pawl.workflow.lifetime_attempts", WHOLE).usually(9),
            known("pawl.workflow.task_minutes", WHOLE).usually(20),
            known("pawl.workflow.skip_policy", TEXT, "ask", "continue", "skip_dependants")
                    .usually("ask"),
            known("pawl.workflow.protected", LIST),
            known("pawl.workflow.plan_folder", TEXT).usually("docs/prd"),
            known("pawl.workflow.baseline", FLAG).usually(new TomlValue.Flag(true)),
            known("pawl.workflow.resume_in_server", FLAG).usually(new TomlValue.Flag(true)),
            known("pawl.limits.steps", WHOLE).usually(500),
            known("pawl.limits.seconds", WHOLE).usually(14_400),
            known("pawl.limits.tokens", WHOLE).usually(50_000_000),
            known("pawl.budget.tokens", WHOLE),
            known("pawl.budget.usd", DECIMAL),
            known("pawl.budget.turns", WHOLE),
            known("pawl.budget.*.tokens", WHOLE),
            known("pawl.budget.*.usd", DECIMAL),
            known("pawl.budget.*.turns", WHOLE),
            known("pawl.budget.*.seconds", WHOLE),
            known("pawl.prices.*.input", DECIMAL),
            known("pawl.prices.*.cached", DECIMAL),
            known("pawl.prices.*.output", DECIMAL),
            known("agents.enabled", FLAG),
            known("agents.max_threads", WHOLE).usually(6),
            known("agents.max_depth", WHOLE).usually(1),
            known("agents.default_subagent_model", TEXT),
            known("agents.default_subagent_reasoning_effort", TEXT),
            known("agents.*.description", TEXT),
            known("agents.*.developer_instructions", TEXT),
            known("agents.*.model", TEXT),
            known("agents.*.model_reasoning_effort", TEXT),
            known("agents.*.model_reasoning_summary", TEXT),
            known("agents.*.model_verbosity", TEXT),
            known("agents.*.nickname_candidates", LIST),
            known("features.multi_agent", FLAG),
            known("features.multi_agent_v2", FLAG),
            known("pawl.lang", TEXT, "en", "zh"));

    /// Settings of parts that are not there yet. A limit that holds nothing back is worse than
    /// none: they are refused.
    private static final List<KnownSetting> NOT_BUILT = List.of(known("pawl.otel.**", ANY));

    /// Keys of Codex that Pawl has no use for. A shared `config.toml` may hold them without a word
    /// from us.
    private static final List<String> OF_CODEX = List.of(
            "agents allow_login_shell analytics approvals_reviewer apps audio background_terminal_max_timeout",
            "chatgpt_base_url check_for_update_on_startup cli_auth_credentials_store compact_prompt",
            "default_permissions disable_paste_burst disable_response_storage features",
            "feedback file_opener forced_chatgpt_workspace_id forced_login_method ghost_snapshot",
            "hide_agent_reasoning history hooks instructions log_dir marketplaces mcp_oauth_callback_port",
            "mcp_oauth_credentials_store mcp_servers memories model_catalog_json model_instructions_file",
            "model_supports_reasoning_summaries notice oss_provider otel permissions personality",
            "plan_mode_reasoning_effort plugins preferred_auth_method project_doc_fallback_filenames",
            "project_root_markers projects review_model service_tier show_raw_agent_reasoning skills",
            "sqlite_home suppress_unstable_features_warning tools tui web_search windows");

    private KnownSettings() {}

    public static Optional<KnownSetting> find(List<String> path) {
        for (var known : ALL) if (known.matches(path)) return Optional.of(known);
        return Optional.empty();
    }

    public static boolean isNotBuilt(List<String> path) {
        return NOT_BUILT.stream().anyMatch(known -> known.matches(path));
    }

    public static List<String> notBuilt() {
        return NOT_BUILT.stream().map(KnownSetting::key).toList();
    }

    public static List<String> ofCodex() {
        return List.of(String.join(" ", OF_CODEX).split(" "));
    }

    public static boolean isOfCodex(List<String> path) {
        var first = path.getFirst();
        if (first.startsWith("experimental_")) return true;
        for (var line : OF_CODEX) if ((" " + line + " ").contains(" " + first + " ")) return true;
        return false;
    }
}
