package dev.pawl.app;

import dev.pawl.toml.TomlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a trusted project may set. It may say how it wants to be worked on, and may only narrow
/// what the user allows: never who serves the model, where requests go, what children see, what is
/// written outside it, or what runs when a turn ends.
final class ProjectLimits {
    private static final Set<String> HARMLESS = Set.of(
            "model",
            "model_reasoning_effort",
            "model_reasoning_summary",
            "model_verbosity",
            "model_auto_compact_token_limit",
            "tool_output_token_limit",
            "developer_instructions",
            "project_doc_max_bytes");
    private static final List<String> MODES = List.of("read-only", "workspace-write", "danger-full-access");

    private ProjectLimits() {}

    /// The value to be in force, nothing when the project may not set it.
    ///
    /// @param user what the user's own settings say
    static Optional<TomlValue> narrowed(Setting project, Optional<TomlValue> user) {
        var value = project.value();
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
        // Its own servers; those of the user stay as the user made them.
        if (path.size() > 2 && path.getFirst().equals("mcp_servers")) {
            return user.isEmpty() ? Optional.of(project.value()) : Optional.empty();
        }
        if (path.size() == 2 && path.getFirst().equals("hooks") && project.value() instanceof TomlValue.Array more) {
            return Optional.of(user.map(own -> joined(own, more)).orElse(more));
        }
        return Optional.empty();
    }

    /// The user's first: a project adds hooks and takes none away.
    private static TomlValue joined(TomlValue own, TomlValue.Array more) {
        if (!(own instanceof TomlValue.Array(var values))) return own;
        var all = new ArrayList<>(values);
        all.addAll(more.values());
        return new TomlValue.Array(all);
    }
}
