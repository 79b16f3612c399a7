package dev.pawl.tui;

import dev.pawl.cli.Text;
import java.util.Locale;

/// The commands a person can type, in the order they are listed.
enum SlashCommand {
    NEW(Text.TUI_CMD_NEW, false),
    RESUME(Text.TUI_CMD_RESUME, true),
    FORK(Text.TUI_CMD_FORK, false),
    RENAME(Text.TUI_CMD_RENAME, true),
    ARCHIVE(Text.TUI_CMD_ARCHIVE, false),
    MODEL(Text.TUI_CMD_MODEL, true),
    MODE(Text.TUI_CMD_MODE, true),
    APPROVALS(Text.TUI_CMD_MODE, true),
    STATUS(Text.TUI_CMD_STATUS, true),
    DIFF(Text.TUI_CMD_DIFF, true),
    UNDO(Text.TUI_CMD_UNDO, false),
    REVIEW(Text.TUI_CMD_REVIEW, false),
    COMPACT(Text.TUI_CMD_COMPACT, false),
    PLAN(Text.TUI_CMD_PLAN, true),
    AGENTS(Text.TUI_CMD_AGENTS, true),
    FLOW(Text.TUI_CMD_FLOW, true),
    MCP(Text.TUI_CMD_MCP, true),
    INIT(Text.TUI_CMD_INIT, false),
    COPY(Text.TUI_CMD_COPY, true),
    EXPORT(Text.TUI_CMD_EXPORT, true),
    THEME(Text.TUI_CMD_THEME, true),
    HELP(Text.TUI_CMD_HELP, true),
    QUIT(Text.TUI_CMD_QUIT, true);

    private final Text about;
    private final boolean anyTime;

    SlashCommand(Text about, boolean anyTime) {
        this.about = about;
        this.anyTime = anyTime;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Text about() {
        return about;
    }

    /// Whether it can be used while a turn runs.
    boolean isAnyTime() {
        return anyTime;
    }
}
