package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.main.TestProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server goes on with the turns of a server before it, and not with those of a killed `exec` or
/// of another machine, unless it is asked to.
@Tag("process")
@Timeout(120)
class LeftBehindTurnsTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private void set(String line) throws IOException {
        var config = house.home().resolve("config.toml");
        Files.writeString(config, line + "\n" + Files.readString(config));
    }

    private String interrupted() {
        var thread = house.orphan("old prompt");
        house.beginByADeadWorker();
        return thread;
    }

    private String header(String thread) {
        return Json.parse(house.pawl("status", thread, "--json").out()).text("header");
    }

    /// A turn of a client: after it the server has looked for what others left.
    private void work(TestClient client) throws InterruptedException {
        var thread = client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
        ask(client, thread);
        assertThat(client.await("turn/completed", thread)
                        .at("params")
                        .at("turn")
                        .text("status"))
                .isEqualTo("completed");
    }

    private static void ask(TestClient client, String thread) throws InterruptedException {
        client.call(
                "turn/start",
                "{\"threadId\":\"" + thread + "\",\"input\":[{\"type\":\"text\",\"text\":\"new words\"}]}");
    }

    @Test
    void aKilledExecIsLeftToItsOwner() throws IOException, InterruptedException {
        var thread = interrupted();
        var waiting = house.orphan("never begun");
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            work(client);
            work(client);
            assertThat(header(thread)).isEqualTo("Interrupted: resume or stop");
            assertThat(header(waiting)).isEqualTo("Waiting for a worker");
        }
        assertThat(house.pawl("exec", "resume", thread).code()).isZero();
    }

    @Test
    void aClientThatSpeaksInItsThreadHasItGoneOnWith() throws IOException, InterruptedException {
        var thread = interrupted();
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            client.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            ask(client, thread);
            client.await("turn/completed", thread);
        }
        assertThat(house.pawl("threads", "show", thread).out()).contains("new words");
    }

    @Test
    void withAllAllowedTheServerGoesOn() throws IOException, InterruptedException {
        set("pawl.recover = \"all\"");
        var thread = interrupted();
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            work(client);
            assertThat(house.pawl("wait", thread, "--timeout", "30").code()).isZero();
        }
    }

    @Test
    void anArchivedThreadIsNotGoneOnWith() throws IOException, InterruptedException {
        set("pawl.recover = \"all\"");
        var thread = interrupted();
        assertThat(house.pawl("threads", "archive", thread).code()).isZero();
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            work(client);
        }
        assertThat(house.pawl("threads", "show", thread).out()).doesNotContain("Done.");
    }

    @Test
    void aServerOnAnotherMachineLeavesTheTurnAlone() throws IOException, InterruptedException {
        set("pawl.host = \"a\"");
        var done = says("Done.").write();
        house.script(runs("sleep 60").write(), done, done, done);
        String thread;
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            thread = client.call(
                            "thread/start",
                            "{\"cwd\":\"" + folder
                                    + "\",\"approvalPolicy\":\"never\",\"sandbox\":\"danger-full-access\"}")
                    .at("thread")
                    .text("id");
            ask(client, thread);
            client.await(
                    "item/started",
                    message -> message.at("params").at("item").text("type", "").equals("commandExecution"));
            server.kill();
        }
        house.script(done, done, done);
        var config = house.home().resolve("config.toml");
        var own = Files.readString(config);
        Files.writeString(
                config, own.replace("pawl.host = \"a\"", "pawl.host = \"b\""), StandardOpenOption.TRUNCATE_EXISTING);
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            work(client);
            assertThat(header(thread)).isEqualTo("Interrupted: resume or stop");
        }
        Files.writeString(config, own, StandardOpenOption.TRUNCATE_EXISTING);
        try (var server = ServerProcess.start(house.home());
                var client = server.connect()) {
            work(client);
            assertThat(house.pawl("wait", thread, "--timeout", "30").code()).isZero();
        }
    }
}
