package dev.pawl.status;

import java.util.Locale;

/// The class of a status: what a dot's colour and a filter go by.
public enum ChatStatus {
    ERROR,
    WAITING,
    EDITING,
    RUNNING,
    RESPONDING,
    THINKING,
    SYNCING,
    STARTING,
    IDLE;

    /// Whether the agent itself should be moving.
    public boolean isBusy() {
        return this == EDITING || this == RUNNING || this == RESPONDING || this == THINKING;
    }

    /// Its name on the wire.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The status that a list's word stands for. A word nobody knows is idle.
    public static ChatStatus ofWord(String listed) {
        var word = listed.strip().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "starting", "booting", "starting_up" -> STARTING;
            case "responding", "streaming" -> RESPONDING;
            case "running", "executing", "working", "in_progress" -> RUNNING;
            case "waiting", "awaiting_approval", "pending" -> WAITING;
            case "thinking" -> THINKING;
            case "editing" -> EDITING;
            case "syncing" -> SYNCING;
            default -> word.contains("error") || word.contains("fail") ? ERROR : IDLE;
        };
    }
}
