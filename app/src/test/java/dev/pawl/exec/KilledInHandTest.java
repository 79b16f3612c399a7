package dev.pawl.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.exec.PhasedModel.Hold;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `kill -9` with something in hand: a question nobody has answered, a command with a terminal,
/// half a patch, half an undo.
@Tag("process")
class KilledInHandTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int FILES = 400;
    private static final String SLEEP = "sleep 86413";
    private static final String DONE = "{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"content\":"
            + "[{\"type\":\"output_text\",\"text\":\"done\"}]}";

    @TempDir
    private Path folder;

    @Test
    void aQuestionNobodyAnsweredIsAskedAgainWithTheSameName() throws Exception {
        var step = call("c1", "{\"cmd\":\"echo c1 >> effects\"}");
        try (var model = new PhasedModel(List.of(List.of(step), List.of(DONE)))) {
            prepare(model.url(), "untrusted", "danger-full-access");
            // Somebody at a terminal, who thinks.
            var asking = program("-Dpawl.tty=02", "exec", "--skip-git-repo-check", "do it")
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
            await(() -> log().contains("runs without a sandbox"));
            asking.destroyForcibly().waitFor();
            assertThat(effects()).isEmpty();

            run("approvals", "list", "--json");
            assertThat(log()).containsPattern("\"(call|id)\":\"c1\"");
            run("approvals", "accept", "c1");
            run("exec", "resume", "--last", "--skip-git-repo-check");
            assertThat(effects()).as(this::log).containsExactly("c1");
            assertThat(deliverables()).isEqualTo(1);
            assertThat(model.faults()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCommandThatOutlivedItsCallEndsAndIsNotStartedAgain(boolean tty) throws Exception {
        var step =
                call("c1", "{\"cmd\":\"echo c1 >> effects; " + SLEEP + "\",\"tty\":" + tty + ",\"yield_time_ms\":250}");
        try (var model = new PhasedModel(List.of(List.of(step), List.of(DONE)))) {
            prepare(model.url(), "never", "danger-full-access");
            model.holdAt(new Hold(1, -1));
            var first = program("exec", "--skip-git-repo-check", "do it").start();
            assertThat(model.held().await(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as(this::log)
                    .isTrue();
            await(() -> sleepers() > 0 && !effects().isEmpty());
            first.destroyForcibly().waitFor();
            model.letGo();
            run("exec", "resume", "--last", "--skip-git-repo-check");
            assertThat(sleepers()).isZero();
            assertThat(effects()).as(this::log).containsExactly("c1");
            assertThat(deliverables()).isEqualTo(1);
            assertThat(outputs()).singleElement().asString().contains("Process running with session ID ");
            assertThat(folder.resolve("thread.jsonl"))
                    .content()
                    .containsPattern("Session [0-9]+ .* has ended: the process that ran it stopped");
            assertThat(model.faults()).as("the call has one output").isEmpty();
        }
    }

    /// New files are made beside their places first, then moved: killed in each.
    @ParameterizedTest
    @ValueSource(strings = {".pawl-", "file"})
    void halfAPatchIsBroughtToItsEnd(String begun) throws Exception {
        var patch = new StringBuilder("*** Begin Patch\n");
        for (var i = 0; i < FILES; i++)
            patch.append("*** Add File: file").append(i).append("\n+new\n");
        var step = "{\"type\":\"custom_tool_call\",\"id\":\"i1\",\"call_id\":\"c1\",\"name\":\"apply_patch\",\"input\":"
                + Json.of(patch + "*** End Patch\n").write() + "}";
        try (var model = new PhasedModel(List.of(List.of(step), List.of(DONE)))) {
            prepare(model.url(), "never", "danger-full-access");
            var first = program("exec", "--skip-git-repo-check", "do it").start();
            await(() -> !names(begun).isEmpty() || !first.isAlive());
            first.destroyForcibly().waitFor();
            assertThat(names("file")).as("killed too late").hasSizeLessThan(FILES);
            run("exec", "resume", "--last", "--skip-git-repo-check");
            assertThat(names("file")).as(this::log).hasSize(FILES);
            assertThat(names(".pawl-")).isEmpty();
            assertThat(deliverables()).isEqualTo(1);
            assertThat(model.faults()).isEmpty();
        }
    }

    /// Ctrl-Z in the middle of a patch: the next process finishes it, and its model rewrites the
    /// files. The first one goes on after that, and changes nothing.
    @ParameterizedTest
    @ValueSource(strings = {".pawl-", "file"})
    void aStoppedPatchThatWasTakenOverChangesNothingMore(String begun) throws Exception {
        var patch = new StringBuilder("*** Begin Patch\n");
        for (var i = 0; i < FILES; i++)
            patch.append("*** Add File: file").append(i).append("\n+new\n");
        var step = "{\"type\":\"custom_tool_call\",\"id\":\"i1\",\"call_id\":\"c1\",\"name\":\"apply_patch\",\"input\":"
                + Json.of(patch + "*** End Patch\n").write() + "}";
        var rewrite = call("c2", "{\"cmd\":\"for f in file*; do echo theirs > $f; done\"}");
        try (var model = new PhasedModel(List.of(List.of(step), List.of(rewrite), List.of(DONE)))) {
            prepare(model.url(), "never", "danger-full-access");
            var first = program("exec", "-c", "pawl.lease_seconds=2", "--skip-git-repo-check", "do it")
                    .start();
            await(() -> !names(begun).isEmpty() || !first.isAlive());
            signal(first, "STOP");
            assertThat(names("file")).as("stopped too late").hasSizeLessThan(FILES);
            run("exec", "resume", "--last", "-c", "pawl.lease_seconds=2", "--skip-git-repo-check");
            assertThat(names("file")).as(this::log).hasSize(FILES);
            signal(first, "CONT");
            assertThat(first.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
            for (var name : names("file"))
                assertThat(folder.resolve("work").resolve(name)).hasContent("theirs");
            assertThat(names("file")).hasSize(FILES);
            assertThat(names(".pawl-")).isEmpty();
            assertThat(deliverables()).isEqualTo(1);
            assertThat(model.faults()).isEmpty();
        }
    }

    /// Ctrl-Z when the call is written down and its command has not begun: the picture of the
    /// folder for undo comes in between and takes its time.
    @Test
    void aStoppedCallThatWasTakenOverDoesNotBegin() throws Exception {
        var step = call("c1", "{\"cmd\":\"echo c1 >> effects\"}");
        try (var model = new PhasedModel(List.of(List.of(step), List.of(DONE)))) {
            prepare(model.url(), "never", "danger-full-access");
            var many = Files.createDirectories(folder.resolve("work/many"));
            for (var i = 0; i < 3000; i++) Files.writeString(many.resolve("file" + i), "text " + i);
            String[] usual = {"-c", "pawl.lease_seconds=2", "-c", "pawl.checkpoints=true", "--skip-git-repo-check"};
            var first = program(joined(usual, "exec", "--json", "do it")).start();
            await(() -> log().contains("item.started") || !first.isAlive());
            signal(first, "STOP");
            assertThat(effects()).as("stopped too late").isEmpty();
            run(joined(usual, "exec", "resume", "--last"));
            signal(first, "CONT");
            assertThat(first.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(effects()).as(this::log).isEmpty();
            assertThat(outputs()).singleElement().asString().startsWith("Not started.");
            assertThat(deliverables()).isEqualTo(1);
            assertThat(model.faults()).isEmpty();
        }
    }

    private static String[] joined(String[] options, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of(options));
        return all.toArray(String[]::new);
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /// What the calls of the last thread were answered with.
    private List<String> outputs() throws Exception {
        run(
                "threads",
                "export",
                "last",
                "--output",
                folder.resolve("thread.jsonl").toString());
        var outputs = new ArrayList<String>();
        for (var line : Files.readAllLines(folder.resolve("thread.jsonl"))) {
            var payload = Json.parse(line).at("payload");
            if (payload.text("type", "").equals("function_call_output")) outputs.add(payload.text("output", ""));
        }
        return outputs;
    }

    @Test
    void halfAnUndoIsBroughtToItsEnd() throws Exception {
        var step = call("c1", "{\"cmd\":\"for i in $(seq " + FILES + "); do echo new > file$i; done\"}");
        try (var model = new PhasedModel(List.of(List.of(step), List.of(DONE)))) {
            prepare(model.url(), "never", "danger-full-access");
            run("exec", "-c", "pawl.checkpoints=true", "--skip-git-repo-check", "do it");
            assertThat(names("file")).as(this::log).hasSize(FILES);
            var first = program("undo", "--yes").start();
            await(() -> names("file").size() < FILES || !first.isAlive());
            first.destroyForcibly().waitFor();
            assertThat(names("file")).as("killed too late").isNotEmpty();
            run("undo", "--yes");
            assertThat(names("file")).as(this::log).isEmpty();
        }
    }

    private static String call(String id, String arguments) {
        return "{\"type\":\"function_call\",\"id\":\"i" + id + "\",\"call_id\":\"" + id
                + "\",\"name\":\"exec_command\",\"arguments\":"
                + Json.of(arguments).write() + "}";
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        var until = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) throw new AssertionError("waited in vain");
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private void prepare(String url, String approval, String sandbox) throws IOException {
        Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("home/config.toml"), """
                model = "m"
                model_provider = "p"
                approval_policy = "%s"
                sandbox_mode = "%s"
                pawl.retry_base_ms = 1
                pawl.checkpoints = false
                [model_providers.p]
                name = "p"
                wire_api = "responses"
                base_url = "%s"
                stream_max_retries = 20
                """.formatted(approval, sandbox, url));
    }

    private ProcessBuilder program(String... words) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        for (var word : words) if (word.startsWith("-D")) command.add(word);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.pawl.main.Main"));
        for (var word : words) if (!word.startsWith("-D")) command.add(word);
        command.addAll(List.of("--home", folder.resolve("home").toString()));
        var log = ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile());
        return new ProcessBuilder(command)
                .directory(folder.resolve("work").toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log)
                .redirectError(log);
    }

    private void run(String... words) throws IOException, InterruptedException {
        assertThat(program(words).start().waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                .as(this::log)
                .isTrue();
    }

    private List<String> effects() {
        try {
            var file = folder.resolve("work/effects");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    private List<String> names(String beginning) {
        try (var files = Files.list(folder.resolve("work"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(beginning))
                    .toList();
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    private static long sleepers() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.endsWith(SLEEP))
                        .isPresent())
                .count();
    }

    private String log() {
        try {
            return Files.exists(folder.resolve("log")) ? Files.readString(folder.resolve("log")) : "";
        } catch (IOException none) {
            return "no log";
        }
    }

    private long deliverables() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("home/pawl.db"));
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM cards WHERE type = 'deliverable'")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
