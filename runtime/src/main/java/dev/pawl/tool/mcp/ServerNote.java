package dev.pawl.tool.mcp;

import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.shell.ProcessGroup;
import java.io.IOException;
import java.nio.file.Path;

/// The note about a running server. Whoever starts the thread's servers next ends those whose owner
/// died without doing so.
final class ServerNote {
    private static final String KIND = "server";

    private final RunFolder folder;
    private final Path file;
    private final String tag;

    ServerNote(ToolEnvironment toolEnvironment, String id) {
        var owner = ProcessHandle.current().pid();
        this.folder = new RunFolder(toolEnvironment);
        // A server's name is the user's: it may hold spaces, or be a path.
        var name = RunFolder.fileName(id);
        this.file = folder.file(new CallId("mcp-" + name + "-" + owner), KIND);
        this.tag = toolEnvironment.thread().value() + "/mcp/" + name + "/" + owner;
    }

    /// The value of the variable that all its children carry.
    String tag() {
        return tag;
    }

    void write(ProcessGroup server) throws IOException {
        var owner = ProcessGroup.of(ProcessHandle.current().pid(), "");
        folder.write(file, Json.object().with("server", json(server)).with("owner", json(owner)));
    }

    void delete() {
        folder.delete(file);
    }

    /// Ends the servers that dead owners left, all they started included.
    static void endLeftBehind(ToolEnvironment toolEnvironment) {
        var folder = new RunFolder(toolEnvironment);
        for (var file : folder.files(KIND)) {
            var note = folder.read(file);
            try {
                if (note.isPresent()) {
                    if (group(note.get().at("owner")).isAlive()) continue;
                    group(note.get().at("server")).end();
                }
            } catch (BadJson halfWritten) {
                // Nobody can be found by it.
            }
            folder.delete(file);
        }
    }

    private static Json json(ProcessGroup group) {
        return Json.object()
                .with("pid", group.leader())
                .with("start_ticks", group.startTicks())
                .with("boot", group.boot())
                .with("tag", group.tag());
    }

    private static ProcessGroup group(Json json) {
        return new ProcessGroup(json.number("pid"), json.number("start_ticks"), json.text("boot"), json.text("tag"));
    }
}
