package dev.pawl.tool.sandbox;

import java.util.Optional;

/// How much a command may change, in Codex's words.
public enum SandboxMode {
    READ_ONLY("read-only"),
    WORKSPACE_WRITE("workspace-write"),
    DANGER_FULL_ACCESS("danger-full-access");

    private final String spelling;

    SandboxMode(String spelling) {
        this.spelling = spelling;
    }

    /// As settings and the command line spell it.
    public String spelling() {
        return spelling;
    }

    public static Optional<SandboxMode> of(String spelling) {
        for (var mode : values()) if (mode.spelling.equals(spelling)) return Optional.of(mode);
        return Optional.empty();
    }
}
