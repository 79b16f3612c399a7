package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `exec --json` and commands that outlive their call, or never start: each item that is started is
/// completed once.
@Tag("process")
class OutlivedCallTest {
    private static final String SLOW = "echo one; while [ ! -e flag ]; do sleep 0.05; done; echo two; exit 4";
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";

    @TempDir
    Path folder;

    private TestProgram house;

    @BeforeEach
    void open() throws IOException {
        house = new TestProgram(folder);
        Files.createDirectories(folder.resolve("work"));
    }

    private static String call(String id, String tool, Json.Obj arguments) {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", tool)
                .with("call_id", id)
                .with("arguments", arguments);
        return Json.object().with("items", Json.array(List.of(call))).write();
    }

    private static String runs(String id, String command) {
        var arguments = Json.object().with("cmd", command).with("login", Json.of(false));
        return call(id, "exec_command", arguments.with("yield_time_ms", 250));
    }

    /// The number that a call's command is kept by.
    private static int session(String call) {
        var hash = RunFolder.hash(call.getBytes(StandardCharsets.UTF_8));
        return 1000 + Integer.parseUnsignedInt(hash.substring(0, 7), 16) % 99_000;
    }

    private List<Json> exec() {
        var work = folder.resolve("work").toString();
        var said = house.pawl("exec", "--json", "--skip-git-repo-check", "--yolo", "--cd", work, "go");
        assertThat(said.code()).as(said.err()).isZero();
        return said.lines().stream().map(Json::parse).toList();
    }

    private static Json completed(List<Json> lines, String item) {
        var found = lines.stream()
                .filter(line -> line.text("type").equals("item.completed"))
                .map(line -> line.at("item"))
                .filter(each -> each.text("id").equals(item))
                .toList();
        assertThat(found).as(lines.toString()).hasSize(1);
        return found.getFirst();
    }

    @Test
    void theEndOfACommandCompletesTheItemOfTheCallThatStartedIt() throws IOException {
        var look = call("c3", "write_stdin", Json.object().with("session_id", session("c1")));
        house.script(runs("c1", SLOW), runs("c2", "touch flag"), look, DONE);

        var lines = exec();

        var item = completed(lines, "item_0");
        assertThat(item.text("status")).isEqualTo("failed");
        assertThat(item.number("exit_code")).isEqualTo(4);
        assertThat(item.text("aggregated_output")).isEqualTo("one\ntwo\n");
        assertThat(completed(lines, "item_1").text("status")).isEqualTo("completed");
    }

    @Test
    void oneWhoseEndNobodySawIsCompletedWithTheTurn() throws IOException {
        house.script(runs("c1", "echo one; sleep 1303"), DONE);

        var lines = exec();

        var item = completed(lines, "item_0");
        assertThat(item.at("exit_code").isNull()).isTrue();
        assertThat(item.text("aggregated_output")).doesNotContain("Chunk ID");
        assertThat(lines.getLast().text("type")).isEqualTo("turn.completed");
    }

    @Test
    void oneThatCannotBeStartedIsCompletedAsFailedWithItsWords() throws IOException {
        var arguments = Json.object().with("cmd", "ls").with("workdir", "nowhere");
        house.script(call("c1", "exec_command", arguments), DONE);

        var item = completed(exec(), "item_0");

        assertThat(item.text("status")).isEqualTo("failed");
        assertThat(item.text("aggregated_output")).contains("No such file or directory");
    }
}
