package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes that do what they can to outlive their command.
class ProcessTreeTest {
    private static final GroupRecord.What WHAT = new GroupRecord.What("sleep", Path.of("/"), 0);

    /// Six sleepers: in the background, in a session of its own, deaf to SIGTERM, forked twice,
    /// deaf in a session of its own, and the one that is waited for.
    private static final String STUBBORN = """
            sleep 1001 &
            setsid sleep 1002 &
            (trap '' TERM; exec sleep 1003) &
            (sh -c 'sleep 1004 &' &)
            setsid sh -c 'trap "" TERM; exec sleep 1005' &
            sleep 1006
            """;

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.free(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.free(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    private List<Long> alive(String call) {
        return ProcessTable.all().stream()
                .filter(entry -> !entry.gone())
                .map(ProcessTable.Entry::pid)
                .filter(pid -> ProcessTable.hasVariable(pid, "PAWL_CALL_ID", "thread/" + call))
                .toList();
    }

    private Thread start(String call, AtomicReference<String> end) {
        var tool = new ExecCommandTool(
                toolEnvironment, new ApplyPatch(toolEnvironment), Places.terminals(toolEnvironment));
        var arguments = Json.object().with("cmd", STUBBORN).write();
        return Thread.ofVirtual().start(() -> {
            try {
                end.set(tool.run(Places.call(call, "exec_command", arguments), RunMode.FREE, _ -> {})
                        .text());
            } catch (InterruptedException stopped) {
                end.set("interrupted with " + alive(call).size() + " left");
            }
        });
    }

    private boolean sleepersAreUp(String call) {
        return alive(call).stream()
                        .filter(pid -> ProcessHandle.of(pid)
                                .flatMap(handle -> handle.info().command())
                                .filter(command -> command.endsWith("sleep"))
                                .isPresent())
                        .count()
                == 6;
    }

    @Test
    void anInterruptEndsTheWholeTreeBeforeTheCallReturns() throws InterruptedException {
        var end = new AtomicReference<String>("");
        var running = start("interrupted", end);
        eventually("six sleepers", () -> sleepersAreUp("interrupted"));
        running.interrupt();
        running.join();
        assertThat(end.get()).isEqualTo("interrupted with 0 left");
        assertThat(Files.exists(toolEnvironment.runFolder().resolve("thread.interrupted.command.json")))
                .isFalse();
    }

    @Test
    void manyInterruptsEndItToo() throws InterruptedException {
        var end = new AtomicReference<String>("");
        var running = start("shaken", end);
        eventually("six sleepers", () -> sleepersAreUp("shaken"));
        while (running.isAlive()) running.interrupt();
        assertThat(alive("shaken")).isEmpty();
    }

    @Test
    void aTimeOutEndsTheWholeTree() throws InterruptedException {
        toolEnvironment = Places.withTimeout(folder, Duration.ofMillis(1500));
        var end = new AtomicReference<String>("");
        var running = start("late", end);
        eventually("six sleepers", () -> sleepersAreUp("late"));
        running.join();
        assertThat(end.get()).contains("Process exited with code 124");
        assertThat(alive("late")).isEmpty();
    }

    @Test
    void aSuccessorEndsWhatADeadWorkerLeft() throws Exception {
        var record = new GroupRecord(toolEnvironment, new CallId("orphan"));
        var builder = new ProcessBuilder("setsid", "bash", "-c", STUBBORN);
        builder.environment().put("PAWL_CALL_ID", record.tag());
        var process = builder.start();
        record.write(ProcessGroup.of(process.pid(), record.tag()), WHAT);
        eventually("six sleepers", () -> sleepersAreUp("orphan"));

        assertThat(new LeftBehind(toolEnvironment).end(new CallId("orphan"))).isGreaterThanOrEqualTo(6);
        assertThat(alive("orphan")).isEmpty();
        assertThat(new LeftBehind(toolEnvironment).end(new CallId("orphan"))).isZero();
    }

    @Test
    void aGroupWithoutItsLeaderIsFoundByItsTag() throws Exception {
        var record = new GroupRecord(toolEnvironment, new CallId("headless"));
        var builder = new ProcessBuilder("setsid", "bash", "-c", "sleep 1007 & exit 0");
        builder.environment().put("PAWL_CALL_ID", record.tag());
        var process = builder.start();
        record.write(ProcessGroup.of(process.pid(), record.tag()), WHAT);
        process.waitFor();
        assertThat(new LeftBehind(toolEnvironment).end(new CallId("headless"))).isEqualTo(1);
        assertThat(alive("headless")).isEmpty();
    }

    @Test
    void aStrangerWithTheSameNumberIsLeftAlone() throws Exception {
        var record = new GroupRecord(toolEnvironment, new CallId("reused"));
        var stranger = new ProcessBuilder("setsid", "sleep", "1008").start();
        try {
            var now = ProcessGroup.of(stranger.pid(), record.tag());
            record.write(new ProcessGroup(now.leader(), now.startTicks() - 1, now.boot(), now.tag()), WHAT);
            assertThat(new LeftBehind(toolEnvironment).end(new CallId("reused")))
                    .isZero();
            record.write(new ProcessGroup(now.leader(), now.startTicks(), "another boot", now.tag()), WHAT);
            assertThat(new LeftBehind(toolEnvironment).end(new CallId("reused")))
                    .isZero();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    @Test
    void aGroupThatIsNotYetOnRecordIsFoundToo() throws Exception {
        var builder = new ProcessBuilder("setsid", "sleep", "1009");
        builder.environment().put("PAWL_CALL_ID", "thread/early");
        builder.start();
        eventually("the sleeper", () -> alive("early").size() == 1);
        assertThat(new LeftBehind(toolEnvironment).end(new CallId("early"))).isEqualTo(1);
        assertThat(alive("early")).isEmpty();
    }

    /// What has ended and was not noticed by its parent is still in the table.
    @Test
    void aProcessThatHasEndedIsNotAlive() throws Exception {
        var parent = new ProcessBuilder("sh", "-c", "sleep 0 & exec sleep 2102").start();
        try {
            eventually("its child has ended", () -> ended(parent).isPresent());
            var child = ended(parent).orElseThrow();
            assertThat(ProcessGroup.of(child.pid(), "none").isAlive()).isFalse();
            assertThat(ProcessGroup.of(parent.pid(), "none").isAlive()).isTrue();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    private static Optional<ProcessTable.Entry> ended(Process parent) {
        return ProcessTable.all().stream()
                .filter(entry -> entry.parent() == parent.pid() && entry.gone())
                .findFirst();
    }
}
