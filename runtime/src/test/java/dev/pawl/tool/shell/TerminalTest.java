package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class TerminalTest {
    @TempDir
    Path folder;

    @Test
    void nobodyWaitsForACommandWhoseNoteCannotBeClearedAway() throws Exception {
        var toolEnvironment = Places.free(folder);
        Files.createDirectories(toolEnvironment.cwd());
        var arguments = Json.object().with("cmd", "read -r _").with("tty", Json.of(true));
        var call = Places.call("one", "exec_command", arguments.write());
        var terminal = Terminal.start(
                new Sandbox(toolEnvironment.runFolder()),
                toolEnvironment,
                CommandRequest.of(call, toolEnvironment),
                new Terminal.Starter(call.call(), _ -> {}));
        var note = new RunFolder(toolEnvironment).file(call.call(), "command");
        Files.delete(note);
        Files.createDirectories(note.resolve("in the way"));
        terminal.type("\n");
        assertThat(terminal.awaitExit(TimeUnit.SECONDS.toNanos(20))).isTrue();
    }
}
