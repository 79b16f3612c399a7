package dev.pawl.config;

import dev.pawl.toml.TomlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a trusted project may set. It may say how it wants to be worked on, and may only narrow
/// what the user allows: never who serves the model, where requests go, what children see, what is
/// written outside it, or what runs when a turn ends.
public final class ProjectLimits {
    private static final Set<String> HARMLESS = Set.of(
            "model",
            "model_reasoning_effort",
            "model_reasoning_summary",
            "model_verbosity",
            "model_auto_compact_token_limit",
            "tool_output_token_limit",
            "developer_instructions",
            "project_doc_max_bytes");
    /// Whether a hook runs in the sandbox: for the user alone to say.
    public static final String HOOK_SANDBOX = "sandbox";

    private static final List<String> MODES = List.of("read-only", "workspace-write", "danger-full-access");

    private ProjectLimits() {}

    /// The value to be in force, nothing when the project may not set it.
    ///
    /// @param user what the user's own settings say
    /// @param usersServer whether it is about an MCP server of the user's
    public static Optional<TomlValue> narrowed(Setting project, Optional<TomlValue> user, boolean usersServer) {
        var value = project.value();
        if (project.path().size() > 2 && project.path().getFirst().equals("mcp_servers")) {
            return server(project, user, usersServer);
        }
        return switch (project.key()) {
            case "sandbox_mode" ->
                rank(value) >= 0 && rank(value) <= user.map(ProjectLimits::rank).orElse(1)
                        ? Optional.of(value)
                        : Optional.empty();
            case "approval_policy" -> only(value, new TomlValue.Text("untrusted"), user);
            case "sandbox_workspace_write.network_access" -> only(value, new TomlValue.Flag(false), user);
            case "sandbox_workspace_write.exclude_tmpdir_env_var", "sandbox_workspace_write.exclude_slash_tmp" ->
                only(value, new TomlValue.Flag(true), user);
            default -> other(project, user);
        };
    }

    private static int rank(TomlValue value) {
        return value instanceof TomlValue.Text(var mode) ? MODES.indexOf(mode) : -1;
    }

    private static Optional<TomlValue> only(TomlValue value, TomlValue strict, Optional<TomlValue> user) {
        return value.equals(strict) || user.filter(value::equals).isPresent() ? Optional.of(value) : Optional.empty();
    }

    private static Optional<TomlValue> other(Setting project, Optional<TomlValue> user) {
        var path = project.path();
        if (HARMLESS.contains(project.key())) return Optional.of(project.value());
        if (path.size() == 2 && path.getFirst().equals("hooks") && project.value() instanceof TomlValue.Array more) {
            var confined = new TomlValue.Array(
                    more.values().stream().map(ProjectLimits::confined).toList());
            return Optional.of(user.map(own -> joined(own, confined)).orElse(confined));
        }
        return Optional.empty();
    }

    /// The same hook, which does not leave the sandbox, with those in its list.
    private static TomlValue confined(TomlValue hook) {
        return switch (hook) {
            case TomlValue.Table(var entries) -> {
                var kept = new LinkedHashMap<String, TomlValue>();
                entries.forEach((key, value) -> {
                    if (!key.equals(HOOK_SANDBOX)) kept.put(key, confined(value));
                });
                yield new TomlValue.Table(kept);
            }
            case TomlValue.Array(var values) ->
                new TomlValue.Array(values.stream().map(ProjectLimits::confined).toList());
            case TomlValue.Text _, TomlValue.Whole _, TomlValue.Decimal _, TomlValue.Flag _, TomlValue.Moment _ -> hook;
        };
    }

    /// Its own servers, as it likes, but that nobody is asked is not for it to say. Those of the
    /// user stay as the user made them, with less of them on offer and more asked.
    private static Optional<TomlValue> server(Setting project, Optional<TomlValue> user, boolean usersServer) {
        var field = project.path().subList(2, project.path().size());
        var value = project.value();
        if (field.getLast().equals("approval_mode") || field.equals(List.of("default_tools_approval_mode"))) {
            var free = !usersServer && value.equals(new TomlValue.Text("auto"));
            return free ? Optional.of(value) : only(value, new TomlValue.Text("prompt"), user);
        }
        if (!usersServer) return Optional.of(value);
        return switch (field.getFirst()) {
            case "enabled" -> only(value, new TomlValue.Flag(false), user);
            case "disabled_tools" ->
                value instanceof TomlValue.Array more
                        ? Optional.of(user.map(own -> joined(own, more)).orElse(more))
                        : Optional.empty();
            case "enabled_tools" ->
                value instanceof TomlValue.Array fewer
                        ? Optional.of(user.map(own -> common(own, fewer)).orElse(fewer))
                        : Optional.empty();
            case String _ -> Optional.empty();
        };
    }

    /// Without one in common nothing is named, which would offer all: then the user's stay.
    private static TomlValue common(TomlValue own, TomlValue.Array fewer) {
        if (!(own instanceof TomlValue.Array(var values))) return own;
        var both = values.stream().filter(fewer.values()::contains).toList();
        return both.isEmpty() ? own : new TomlValue.Array(both);
    }

    /// The user's first: a project adds hooks and takes none away.
    private static TomlValue joined(TomlValue own, TomlValue.Array more) {
        if (!(own instanceof TomlValue.Array(var values))) return own;
        var all = new ArrayList<>(values);
        all.addAll(more.values());
        return new TomlValue.Array(all);
    }
}
