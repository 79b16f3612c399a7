package dev.pawl.tool.shell;

import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.Workplace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The note about a running command that its successor finds when this process dies.
final class GroupRecord {
    private final RunFolder folder;
    private final Path file;
    private final String tag;

    GroupRecord(Workplace workplace, CallId call) {
        this.folder = new RunFolder(workplace);
        this.file = folder.file(call, "command");
        this.tag = workplace.thread().value() + "/" + call.value();
    }

    /// The value of the variable that all children of the call carry.
    String tag() {
        return tag;
    }

    void write(ProcessGroup group) throws IOException {
        folder.write(
                file,
                Json.object()
                        .with("pid", group.leader())
                        .with("start_ticks", group.startTicks())
                        .with("boot", group.boot())
                        .with("tag", group.tag()));
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
