package dev.pawl.appserver.setting;

import dev.pawl.json.Json;
import dev.pawl.thread.Setup;

/// Parts of a thread's setup in Codex's words.
public final class SetupJson {
    private SetupJson() {}

    public static Json sandbox(Setup setup) {
        return switch (setup.sandbox()) {
            case "danger-full-access" -> Json.object().with("type", "dangerFullAccess");
            case "read-only" -> Json.object().with("type", "readOnly").with("networkAccess", Json.of(false));
            default ->
                Json.object()
                        .with("type", "workspaceWrite")
                        .with("writableRoots", Json.strings(setup.roots()))
                        .with("networkAccess", Json.of(false))
                        .with("excludeTmpdirEnvVar", Json.of(false))
                        .with("excludeSlashTmp", Json.of(false));
        };
    }

    /// Codex's word for what a mode of ours, or an older word of its own, comes to.
    public static String policy(String approval) {
        return switch (approval) {
            case "on-failure" -> "on-request";
            case "suggest", "auto-edit" -> "untrusted";
            case "full-auto" -> "never";
            default -> approval;
        };
    }
}
