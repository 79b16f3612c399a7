package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl status`, `pawl wait` and `pawl replay` as a user types them.
class StatusCommandsTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    @Test
    void aDeliveredThreadIsIdleAndWaitingForItIsOver() {
        var thread = house.thread("hello");
        var status = Json.parse(house.pawl("status", thread, "--json").out());
        assertThat(status.text("status")).isEqualTo("idle");
        assertThat(status.text("header")).isEqualTo("Waiting for instructions");
        assertThat(status.text("agent_status")).isEqualTo("completed");
        assertThat(house.pawl("wait", thread).code()).isZero();
        assertThat(house.pawl("status").out()).contains(thread.substring(0, 13), "Done", "hello");
    }

    @Test
    void whatWaitSawLastIsTheTurnsLastEvent() {
        var thread = house.thread("hello");
        var waited = Json.parse(house.pawl("wait", thread, "--json").out());
        var last = Json.parse(house.pawl("replay", thread, "--json").lines().getLast());
        assertThat(last.text("event")).isEqualTo("turn.delivered");
        assertThat(waited.number("seq")).isEqualTo(last.number("seq"));
    }

    @Test
    void aThreadThatIsNotThereIsNotFound() {
        house.thread("hello");
        var said = house.pawl("status", "0192f0c1-0000-7000-8000-000000000000", "--json");
        assertThat(said.out().strip())
                .isEqualTo("{\"thread\":\"0192f0c1-0000-7000-8000-000000000000\",\"agent_status\":\"not_found\"}");
        assertThat(said.code()).isEqualTo(2);
        assertThat(house.pawl("status", "nosuch", "--json", "--watch").out()).contains("not_found");
        var plain = house.pawl("status", "nosuch");
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.out()).isEmpty();
        assertThat(plain.err()).contains("no thread nosuch");
    }

    @Test
    void aFailedTurnIsAnErrorAndAFailedWait() throws IOException {
        house.script(
                "{\"items\":[],\"fault\":{\"kind\":\"fail\",\"failure\":\"quota\",\"message\":\"no more\",\"times\":99}}");
        var said = house.pawl("exec", "--skip-git-repo-check", "hello");
        assertThat(said.code()).isEqualTo(1);
        var status = Json.parse(house.pawl("status", "last", "--json").out());
        assertThat(status.text("status")).isEqualTo("error");
        assertThat(status.text("agent_status")).isEqualTo("errored");
        assertThat(house.pawl("wait", "last").code()).isEqualTo(1);
    }

    @Test
    void aTurnThatNobodyCarriesSaysSoAndHowItGoesOn() {
        var thread = house.orphan("hello");
        var text = house.pawl("status", thread).out();
        assertThat(text).contains("Waiting for a worker").contains("just now").contains("pawl exec resume " + thread);
        var status = Json.parse(house.pawl("status", thread, "--json").out());
        assertThat(status.text("status")).isEqualTo("waiting");
        assertThat(status.list("waits").getFirst().text("why")).isEqualTo("worker");
        assertThat(status.list("waits").getFirst().text("since")).isNotEmpty();
        var waited = house.pawl("wait", thread, "--timeout", "0.1");
        assertThat(waited.code()).isEqualTo(1);
        assertThat(waited.err()).contains("pawl exec resume " + thread);
        assertThat(house.pawl("exec", "resume", thread, "--skip-git-repo-check").code())
                .isZero();
        assertThat(house.pawl("wait", thread).code()).isZero();
    }

    @Test
    void aTurnThatAsksAPersonIsWaitingAndSoIsWhoeverWaitsForIt() throws IOException {
        house.script(
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"c1\",\"arguments\":"
                        + "{\"cmd\":\"touch made\",\"login\":false}}]}",
                "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        // Whoever reads JSON is a program: nobody is asked at the terminal.
        var said = house.pawl("exec", "--json", "--skip-git-repo-check", "-a", "untrusted", "hello");
        assertThat(said.code()).as(said.err()).isEqualTo(3);
        var waited = house.pawl("wait", "last", "--json");
        assertThat(waited.code()).isEqualTo(3);
        assertThat(Json.parse(waited.out()).at("attention").number("approvals")).isEqualTo(1);
        var status = house.pawl("status", "last");
        assertThat(status.out())
                .contains("Waiting for approval")
                .contains("just now")
                .contains("pawl approvals");
        assertThat(house.pawl("approvals", "decline", "c1").code()).isZero();
        assertThat(house.pawl("wait", "last").code()).isZero();
    }

    @Test
    void aTurnWhoseWorkerDiedSaysSinceWhenAndHowItGoesOn() {
        var thread = house.orphan("hello");
        house.beginByADeadWorker();
        var text = house.pawl("status", thread).out();
        assertThat(text)
                .contains("Interrupted: resume or stop")
                .contains("just now")
                .contains("pawl exec resume " + thread)
                .contains("pawl stop " + thread);
        assertThat(house.pawl("threads", "list").out()).contains("Interrupted: resume or stop");
        assertThat(Json.parse(house.pawl("status", thread, "--json").out()).text("agent_status"))
                .isEqualTo("running");
        assertThat(house.pawl("wait", thread, "--timeout", "0.1").err()).contains("pawl exec resume " + thread);
        assertThat(house.pawl("exec", "resume", thread, "--skip-git-repo-check").code())
                .isZero();
        assertThat(house.pawl("wait", thread).code()).isZero();
    }

    @Test
    void aWatchedStatusTellsEachChangeOnceUntilItIsEnded() throws InterruptedException {
        var thread = house.orphan("hello");
        var watching = house.begin("status", thread, "--watch", "--json");
        watching.await("waiting");
        assertThat(house.pawl("exec", "resume", thread, "--skip-git-repo-check").code())
                .isZero();
        watching.await("\"status\":\"idle\"");
        var lines = watching.end();
        assertThat(lines).doesNotHaveDuplicates();
        assertThat(Json.parse(lines.getFirst()).text("status")).isEqualTo("waiting");
        assertThat(Json.parse(lines.getLast()).text("status")).isEqualTo("idle");
    }

    @Test
    void aFilesLinesAreFoldedInWhateverSpelling() throws IOException {
        var file = folder.resolve("log.jsonl");
        Files.write(
                file,
                List.of(
                        "{\"event\":\"turn_started\",\"fields\":{\"turn\":\"t1\"}}",
                        "{\"method\":\"item/started\",\"params\":{\"turnId\":\"t1\",\"item\":{\"type\":\"commandExecution\","
                                + "\"id\":\"c1\",\"command\":\"make\"}}}",
                        "",
                        "broken",
                        "{\"method\":\"item/commandExecution/requestApproval\",\"id\":0,\"params\":{\"turnId\":\"t1\","
                                + "\"itemId\":\"c2\",\"command\":\"rm x\"}}",
                        "{\"method\":\"serverRequest/resolved\",\"params\":{\"requestId\":0}}",
                        "{\"id\":\"t1\",\"msg\":{\"type\":\"exec_command_end\",\"call_id\":\"c1\"}}",
                        "{\"timestamp\":\"2026-02-05T16:12:44.123Z\",\"type\":\"event_msg\",\"payload\":"
                                + "{\"type\":\"task_complete\",\"turn_id\":\"t1\",\"last_agent_message\":\"ok\"}}"));
        var said = house.pawl("replay", file.toString(), "--json");
        assertThat(said.code()).isZero();
        assertThat(said.err()).contains("line 4");
        assertThat(said.lines())
                .containsExactly(
                        line(1, "turn_started", "thinking", "Working", "Thinking", 0, 6),
                        line(2, "item/started", "running", "Working", "Running `make`", 0, 5),
                        line(
                                3,
                                "item/commandExecution/requestApproval",
                                "waiting",
                                "Waiting for approval",
                                "rm x",
                                1,
                                4),
                        line(4, "serverRequest/resolved", "running", "Working", "Running `make`", 0, 5),
                        line(5, "exec_command_end", "thinking", "Working", "Thinking", 0, 6),
                        line(6, "task_complete", "idle", "Waiting for instructions", "", 0, 7));
        assertThat(house.pawl("replay", file.toString(), "--json", "--at", "3").lines())
                .containsExactly(said.lines().get(2));
    }

    private static String line(
            int seq, String event, String status, String header, String details, int approvals, int level) {
        return "{\"seq\":" + seq + ",\"event\":\"" + event + "\",\"status\":\"" + status + "\",\"header\":\"" + header
                + "\",\"details\":\"" + details + "\",\"attention\":{\"approvals\":" + approvals
                + ",\"inputs\":0},\"level\":" + level + "}";
    }

    @Test
    void theWordsAreTheUsersOwn() throws IOException {
        var thread = house.thread("hello");
        var said = house.pawl("status", thread, "-c", "pawl.lang=zh");
        assertThat(said.out()).contains("已完成");
        var english = new TestProgram(folder, Map.of("PAWL_LANG", "en"));
        assertThat(english.pawl("status", thread, "-c", "pawl.lang=zh").out()).contains("Done");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        assertThat(house.pawl("replay", "nothing.jsonl").err()).contains("no file nothing.jsonl");
        assertThat(house.pawl("replay", "nothing").err()).contains("no thread nothing");
        assertThat(house.pawl("wait", "last").err()).contains("no thread yet");
        assertThat(house.pawl("wait", "x", "--timeout", "soon").code()).isEqualTo(2);
        assertThat(house.pawl("replay", "x", "--at", "0").code()).isEqualTo(2);
        var empty = Files.writeString(folder.resolve("empty.jsonl"), "\n");
        assertThat(house.pawl("replay", empty.toString()).code()).isEqualTo(1);
    }
}
