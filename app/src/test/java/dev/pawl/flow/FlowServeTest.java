package dev.pawl.flow;

import static dev.pawl.flow.FlowProject.DONE;
import static dev.pawl.flow.FlowProject.command;
import static dev.pawl.flow.FlowProject.oneTask;
import static dev.pawl.flow.FlowProject.planText;
import static dev.pawl.flow.FlowProject.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.testkit.Eventually;
import dev.pawl.web.ServeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Workflows of a real `pawl serve`: begun, decided and gone on with through its methods.
@Tag("process")
@Timeout(180)
class FlowServeTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String GOOD = command("echo good > a.txt");
    private static final String BAD = command("echo bad > a.txt");

    @TempDir
    private Path folder;

    private FlowProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = new FlowProject(folder);
    }

    private static Json of(String thread) {
        return Json.object().with("threadId", thread);
    }

    private static Json status(ServeProcess server, String thread) {
        try {
            return server.call("pawl/flow/status", of(thread));
        } catch (IOException gone) {
            throw new AssertionError(gone);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static void await(ServeProcess server, String thread, String state) {
        Eventually.within(
                LONG, state, () -> status(server, thread).text("task_status").equals(state));
    }

    private static Json timeless(Json status) {
        return ((Json.Obj) status).with("elapsed_ms", 0).with("owner", "");
    }

    private String start(ServeProcess server) throws IOException, InterruptedException {
        var begun = server.call(
                "pawl/flow/start",
                Json.object().with("cwd", project.work().toString()).with("requirement", "do it"));
        return begun.text("thread_id");
    }

    @Test
    void aWorkflowIsBegunDecidedAndFinishedThroughTheServer() throws Exception {
        project.script(
                oneTask(),
                text(planText("- [ ] T-001 Change it all | files: a.txt | verify: unit")),
                BAD,
                DONE,
                DONE,
                DONE,
                DONE,
                GOOD,
                DONE);
        try (var server = ServeProcess.start(project.home())) {
            var thread = start(server);
            await(server, thread, "CONFIRMING");
            var plan = server.call("pawl/flow/plan", of(thread));
            assertThat(plan.text("markdown")).contains("T-001 Change the word");
            // The same question everywhere.
            Eventually.within(
                    LONG,
                    "the question",
                    () -> project.pawl("approvals", "list").out().contains("Start the plan"));
            assertThat(project.pawl("status").out()).contains(thread.substring(0, 8));
            server.call(
                    "pawl/flow/modify", Json.object().with("threadId", thread).with("message", "all of it"));
            await(server, thread, "CONFIRMING");
            var second = server.call("pawl/flow/plan", of(thread));
            assertThat(second.text("diff")).contains("-- [ ] T-001 Change the word", "+- [ ] T-001 Change it all");
            var late = server.ask(
                            "pawl/flow/confirm",
                            Json.object().with("threadId", thread).with("hash", plan.text("hash")))
                    .at("error");
            assertThat(late.text("message")).contains("allowed now");
            server.call(
                    "pawl/flow/confirm", Json.object().with("threadId", thread).with("hash", second.text("hash")));
            await(server, thread, "BLOCKED");
            Eventually.within(
                    LONG,
                    "six ways",
                    () -> status(server, thread).list("choices").size() == 6);
            var blocked = status(server, thread);
            assertThat(blocked.list("choices").get(4).text("does")).contains("restore a.txt");
            assertThat(blocked.at("tokens").number("input")).isPositive();
            // One object everywhere.
            assertThat(timeless(project.status())).isEqualTo(timeless(blocked));
            var preview = server.call("pawl/flow/rollback", of(thread));
            assertThat(preview.list("files")).hasSize(1);
            assertThat(project.work().resolve("a.txt")).hasContent("bad");
            server.call("pawl/flow/fix", Json.object().with("threadId", thread).with("message", "write good"));
            await(server, thread, "IDLE");
            assertThat(status(server, thread).text("outcome")).isEqualTo("completed");
            assertThat(server.call("pawl/flow/list", Json.object()).list("data"))
                    .isEmpty();
        }
    }

    @Test
    void aWorkflowWhoseProcessIsGoneGoesOnInTheServer() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        // Kept, and nobody goes on with it.
        assertThat(project.flow("confirm", "--no-wait").code()).isZero();
        try (var server = ServeProcess.start(project.home())) {
            var thread = project.status().text("thread_id");
            await(server, thread, "IDLE");
            assertThat(status(server, thread).text("outcome")).isEqualTo("completed");
            assertThat(project.work().resolve("a.txt")).hasContent("good");
        }
    }

    @Test
    void itDoesNotWhereTheSettingsForbidIt() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        var config = project.home().resolve("config.toml");
        Files.writeString(config, Files.readString(config) + "[pawl.workflow]\nresume_in_server = false\n");
        project.plan();
        assertThat(project.flow("confirm", "--no-wait").code()).isZero();
        try (var server = ServeProcess.start(project.home())) {
            var thread = project.status().text("thread_id");
            var error = server.ask("pawl/flow/skip", of(thread)).at("error");
            assertThat(error.text("message")).contains("not possible in CONFIRMING", "allowed now: ");
            assertThat(status(server, thread).text("task_status")).isEqualTo("CONFIRMING");
            // Asked for, it goes on.
            server.call("pawl/flow/resume", of(thread));
            await(server, thread, "IDLE");
        }
    }
}
