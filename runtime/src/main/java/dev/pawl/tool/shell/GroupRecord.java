package dev.pawl.tool.shell;

import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.ToolEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The note about a running command that its successor finds when this process dies.
final class GroupRecord {
    static final String KIND = "command";
    private static final int LONGEST = 2_000;
    private static final ProcessGroup OWNER =
            ProcessGroup.of(ProcessHandle.current().pid(), "");

    private final RunFolder folder;
    private final Path file;
    private final String tag;

    /// A record that lies there, made by whoever.
    GroupRecord(ToolEnvironment toolEnvironment, Path file) {
        this.folder = new RunFolder(toolEnvironment);
        this.file = file;
        this.tag = "";
    }

    GroupRecord(ToolEnvironment toolEnvironment, CallId call) {
        this.folder = new RunFolder(toolEnvironment);
        this.file = folder.file(call, KIND);
        this.tag = toolEnvironment.thread().value() + "/" + call.value();
    }

    /// The value of the variable that all children of the call carry.
    String tag() {
        return tag;
    }

    /// What runs, for people.
    ///
    /// @param terminal the number it is kept by beyond its call, 0 while it is not
    record What(String command, Path folder, int terminal) {}

    void write(ProcessGroup group, What what) throws IOException {
        folder.write(
                file,
                Json.object()
                        .with("command", shortened(what.command()))
                        .with("folder", what.folder().toString())
                        .with("terminal", what.terminal())
                        .with("pid", group.leader())
                        .with("start_ticks", group.startTicks())
                        .with("boot", group.boot())
                        .with("tag", group.tag())
                        .with("owner", OWNER.leader())
                        .with("owner_start", OWNER.startTicks()));
    }

    private static String shortened(String command) {
        return command.length() <= LONGEST ? command : command.substring(0, LONGEST) + "…";
    }

    /// Whether the process that wrote it is gone, and nobody looks after the command any more.
    boolean isOrphaned() {
        return folder.read(file)
                .filter(json ->
                        !new ProcessGroup(number(json, "owner"), number(json, "owner_start"), boot(json), "").isAlive())
                .isPresent();
    }

    /// The command, when it was kept beyond its call.
    Optional<LeftBehind.Orphan> kept() {
        return folder.read(file).flatMap(GroupRecord::kept);
    }

    private static Optional<LeftBehind.Orphan> kept(Json json) {
        var terminal = (int) Math.max(0, number(json, "terminal"));
        var tag = json.text("tag", "");
        if (terminal == 0 || tag.indexOf('/') < 0) return Optional.empty();
        var call = new CallId(tag.substring(tag.indexOf('/') + 1));
        return Optional.of(new LeftBehind.Orphan(call, terminal, json.text("command", "")));
    }

    private static long number(Json json, String name) {
        try {
            return json.number(name);
        } catch (BadJson missing) {
            return -1;
        }
    }

    private static String boot(Json json) {
        try {
            return json.text("boot");
        } catch (BadJson missing) {
            return "";
        }
    }

    /// The group on record; without a usable record, one that is found by its tag alone.
    ProcessGroup read() {
        return folder.read(file).flatMap(this::group).orElse(new ProcessGroup(-1, -1, "", tag));
    }

    private Optional<ProcessGroup> group(Json json) {
        try {
            return Optional.of(new ProcessGroup(
                    json.number("pid"), json.number("start_ticks"), json.text("boot"), json.text("tag")));
        } catch (BadJson halfWritten) {
            return Optional.empty();
        }
    }

    void delete() {
        folder.delete(file);
    }
}
