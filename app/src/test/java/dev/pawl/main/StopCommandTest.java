package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A turn that its process left can be ended, and its thread put away, deleted or taken back.
class StopCommandTest {
    private static final String TOUCH = "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\","
            + "\"call_id\":\"c1\",\"arguments\":{\"cmd\":\"echo two > a.txt\",\"login\":false}}]}";

    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private String interrupted() {
        var thread = house.orphan("hello");
        house.beginByADeadWorker();
        return thread;
    }

    private Json status(String thread) {
        return Json.parse(house.pawl("status", thread, "--json").out());
    }

    private void isStopped(String word) {
        var status = status(word);
        var thread = status.text("thread");
        assertThat(status.text("status")).isEqualTo("idle");
        assertThat(status.list("waits")).isEmpty();
        assertThat(house.pawl("stop", thread).err()).contains("no turn to stop");
        assertThat(house.pawl("wait", thread).code()).as("it was canceled").isEqualTo(1);
    }

    @Test
    void aTurnThatAProcessRunsKeepsItsThread() {
        var thread = house.orphan("hello");
        house.beginByALivingWorker();
        var kept = house.pawl("threads", "delete", thread, "--yes");
        assertThat(kept.code()).isEqualTo(1);
        assertThat(kept.err()).contains("pawl stop " + thread);
        assertThat(house.pawl("stop", thread).code()).isZero();
        assertThat(house.pawl("threads", "delete", thread, "--yes").code()).isZero();
    }

    @Test
    void anInterruptedTurnIsStopped() {
        var thread = interrupted();
        var said = house.pawl("stop", thread, "--json");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(Json.parse(said.out()).text("done")).isEqualTo("stopped");
        assertThat(Json.parse(said.out()).text("thread")).isEqualTo(thread);
        isStopped(thread);
    }

    @Test
    void aTurnThatWasNeverBegunIsStopped() {
        var thread = house.orphan("hello");
        assertThat(house.pawl("stop", thread).out()).contains(thread).contains("stopped");
        isStopped(thread);
    }

    @Test
    void aTurnThatWaitsForAPersonIsStopped() throws IOException {
        house.script(TOUCH);
        assertThat(house.pawl("exec", "--json", "--skip-git-repo-check", "-a", "untrusted", "hello")
                        .code())
                .isEqualTo(3);
        assertThat(house.pawl("stop", "last").code()).isZero();
        isStopped("last");
        assertThat(house.pawl("approvals", "list").out()).doesNotContain("c1");
    }

    @Test
    void whereNoTurnIsThereIsNothingToStop() {
        var thread = house.thread("hello");
        var said = house.pawl("stop", thread);
        assertThat(said.code()).isZero();
        assertThat(said.err()).contains("no turn to stop");
        assertThat(house.pawl("stop", "nosuchthread").code()).isEqualTo(2);
    }

    @Test
    void aTurnWhoseHistoryIsDamagedIsStopped() throws Exception {
        house.script(TOUCH);
        assertThat(house.pawl("exec", "--json", "--skip-git-repo-check", "-a", "untrusted", "hello")
                        .code())
                .isEqualTo(3);
        try (var connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + house.home().resolve("pawl.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE cards SET content = '{\"broken' WHERE type = 'tool_call'"))
                    .isPositive();
        }
        var said = house.pawl("stop", "last");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("stopped");
    }

    @Test
    void anArchivedThreadHasNoTurn() {
        var thread = interrupted();
        assertThat(house.pawl("threads", "archive", thread).code()).isZero();
        assertThat(house.pawl("threads", "unarchive", thread).code()).isZero();
        isStopped(thread);
    }

    @Test
    void anInterruptedThreadIsDeletedAndSaysSo() {
        var thread = interrupted();
        var said = house.pawl("threads", "delete", thread, "--yes");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.err()).contains("was stopped first");
        assertThat(house.pawl("status", thread).code()).isEqualTo(2);
    }

    @Test
    void whatAnInterruptedTurnDidIsTakenBack() throws Exception {
        var work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("a.txt"), "one\n");
        house.script(TOUCH, "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        var said = house.pawl(
                "exec",
                "--json",
                "--skip-git-repo-check",
                "--sandbox",
                "danger-full-access",
                "--cd",
                work.toString(),
                "go");
        assertThat(said.code()).as(said.err()).isZero();
        // As if the process had ended in the middle: the same thread has a turn that nobody runs.
        house.leaveATurnIn(said.lines().getFirst().replaceAll(".*\"thread_id\":\"([^\"]*)\".*", "$1"));
        house.beginByADeadWorker();
        var dry = house.pawl("undo", "--dry-run", "--cd", work.toString());
        assertThat(dry.code()).as(dry.err()).isZero();
        assertThat(status("last").text("status")).isEqualTo("waiting");
        var undone = house.pawl("undo", "--yes", "--cd", work.toString());
        assertThat(undone.code()).as(undone.err()).isZero();
        assertThat(undone.err()).contains("was stopped first");
        assertThat(work.resolve("a.txt")).hasContent("one");
        isStopped("last");
    }
}
