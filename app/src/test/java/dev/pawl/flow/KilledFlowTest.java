package dev.pawl.flow;

import static dev.pawl.flow.FlowProject.DONE;
import static dev.pawl.flow.FlowProject.command;
import static dev.pawl.flow.FlowProject.oneTask;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl flow` killed with a real `kill -9` in each state that works, in a turn and in a check, and
/// gone on with by another process: attempts stay counted, no effect is done twice.
@Tag("process")
class KilledFlowTest {
    private static final long LONGEST_SECONDS = 60;
    private static final String BAD = command("echo task >> effects; echo bad > a.txt");
    private static final String GOOD = command("echo fix >> effects; echo good > a.txt");

    @TempDir
    private Path folder;

    private FlowProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = new FlowProject(folder);
        // The check can be held, and says that it is there.
        Files.writeString(project.work().resolve("check.sh"), """
                while [ -e hold ]; do touch held; sleep 0.05; done
                grep -q -e one -e good a.txt || { echo "error: bad word"; exit 1; }
                """);
    }

    /// The same response, an hour later.
    private static String late(String response) {
        return response.replaceFirst("\"type\":", "\"pause_ms\":3600000,\"type\":");
    }

    private Process start(String... words) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.main.Main",
                "flow"));
        line.addAll(List.of(words));
        line.addAll(List.of("--home", project.home().toString()));
        var log = ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile());
        return new ProcessBuilder(line)
                .directory(project.work().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log)
                .redirectError(log)
                .start();
    }

    private void killWhen(Process process, BooleanSupplier isThere) throws Exception {
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!isThere.getAsBoolean()) {
            assertThat(process.isAlive()).as(this::log).isTrue();
            assertThat(System.nanoTime()).as(this::log).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        process.destroyForcibly().waitFor();
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException none) {
            return "no log";
        }
    }

    private boolean exists(String name) {
        return Files.exists(project.work().resolve(name));
    }

    private void hold() throws IOException {
        Files.writeString(project.work().resolve("hold"), "");
    }

    private void letGo() throws IOException {
        Files.deleteIfExists(project.work().resolve("hold"));
        Files.deleteIfExists(project.work().resolve("held"));
    }

    private List<String> effects() throws IOException {
        var file = project.work().resolve("effects");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void isCompleted() {
        assertThat(project.status().text("outcome")).as(this::log).isEqualTo("completed");
    }

    /// Whether the model is being asked for the step after so many effects.
    private BooleanSupplier asked(String state, int effects) {
        return () -> {
            try {
                return project.state().equals(state) && effects().size() == effects && isTurnUnderWay();
            } catch (IOException gone) {
                throw new AssertionError(gone);
            }
        };
    }

    private boolean isTurnUnderWay() {
        // The file is written after the journal: until then there is nothing to read.
        return exists(".agent/memory/active_context.md")
                && !project.status().text("owner").isEmpty();
    }

    @Test
    void inPlanning() throws Exception {
        project.script(late(oneTask()));
        killWhen(start("do it"), asked("PLANNING", 0));
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        assertThat(project.flow("status").out()).contains("its process is gone");
        assertThat(project.flow("resume").code()).as(this::log).isEqualTo(3);
        assertThat(project.state()).isEqualTo("CONFIRMING");
        assertThat(project.flow("confirm").code()).isZero();
        isCompleted();
    }

    @Test
    void inConfirmingWhileTheBaselineIsTaken() throws Exception {
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        project.plan();
        hold();
        killWhen(start("confirm"), () -> exists("held"));
        assertThat(project.state()).isEqualTo("CONFIRMING");
        letGo();
        assertThat(project.flow("resume").code()).as(this::log).isZero();
        isCompleted();
    }

    @Test
    void inExecutingInATurn() throws Exception {
        project.script(oneTask(), BAD, late(DONE), GOOD, DONE);
        project.plan();
        killWhen(start("confirm"), asked("EXECUTING", 1));
        project.script(oneTask(), BAD, DONE, GOOD, DONE);
        assertThat(project.flow("resume").code()).as(this::log).isZero();
        assertThat(effects()).containsExactly("task", "fix");
        isCompleted();
    }

    @Test
    void inExecutingBetweenACheckAndTheJournal() throws Exception {
        project.script(oneTask(), command("echo task >> effects; touch hold; echo good > a.txt"), DONE);
        project.plan();
        killWhen(start("confirm"), () -> exists("held"));
        assertThat(project.state()).isEqualTo("EXECUTING");
        letGo();
        assertThat(project.flow("resume").code()).as(this::log).isZero();
        assertThat(effects()).containsExactly("task");
        isCompleted();
    }

    @Test
    void w18InAutoFixTheAttemptStaysCounted() throws Exception {
        var nothing = command("echo attempt >> effects");
        project.script(oneTask(), BAD, DONE, nothing, DONE, nothing, late(DONE), GOOD, DONE);
        project.plan();
        killWhen(start("confirm"), asked("AUTO_FIX", 3));
        assertThat(project.status().number("auto_fix_attempts")).isEqualTo(2);
        project.script(oneTask(), BAD, DONE, nothing, DONE, nothing, DONE, GOOD, DONE);
        var done = project.flow("resume");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err()).contains("attempt 3 of 3");
        assertThat(effects()).containsExactly("task", "attempt", "attempt", "fix");
        isCompleted();
    }

    @Test
    void inAutoFixBetweenACheckAndTheJournal() throws Exception {
        project.script(oneTask(), BAD, DONE, command("echo fix >> effects; touch hold; echo good > a.txt"), DONE);
        project.plan();
        killWhen(start("confirm"), () -> exists("held"));
        assertThat(project.state()).isEqualTo("AUTO_FIX");
        letGo();
        assertThat(project.flow("resume").code()).as(this::log).isZero();
        assertThat(effects()).containsExactly("task", "fix");
        isCompleted();
    }

    @Test
    void w40AnArchiveThatFailedIsMadeOnceItCanBe() throws Exception {
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        project.plan();
        var history = project.work().resolve(".agent/memory/history");
        Files.writeString(history, "in the way\n");
        assertThat(project.flow("confirm").code()).isEqualTo(1);
        assertThat(project.state()).isEqualTo("ARCHIVING");
        Files.delete(history);
        assertThat(project.flow("archive").code()).isZero();
        isCompleted();
    }

    @Test
    void w50TwoProcessesAtOnce() throws Exception {
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        project.plan();
        hold();
        var first = start("confirm");
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!exists("held") && System.nanoTime() < until) TimeUnit.MILLISECONDS.sleep(20);
        assertThat(project.flow("resume", "--no-wait").out())
                .contains("process " + first.pid() + " of this machine runs it");
        assertThat(project.flow("status").out()).contains("process " + first.pid() + " of this machine runs it");
        // The second one shows what the first one does, and ends with it.
        try (var threads = Executors.newSingleThreadExecutor()) {
            var second = threads.submit(() -> project.flow("resume"));
            letGo();
            assertThat(first.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS))
                    .as(this::log)
                    .isTrue();
            assertThat(second.get(LONGEST_SECONDS, TimeUnit.SECONDS).code()).isZero();
        }
        isCompleted();
    }
}
