package dev.pawl.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.exec.PhasedModel.Hold;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// `pawl exec` killed with a real `kill -9` at every phase of a turn with four steps, and gone on
/// with by another process: no effect twice, one output for each call, one deliverable.
@Tag("process")
class KilledExecTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int READ = 0;
    private static final int COMMAND = 2;
    private static final int TWO = 3;
    private static final int LAST = 4;

    /// Outputs in the request that asks for each step.
    private static final int[] OUTPUTS = {0, 1, 2, 3, 5};

    private static final List<List<String>> STEPS = List.of(
            List.of(call("c1", "read_file", "{\"file_path\":\"a.txt\"}")),
            List.of(
                    "{\"type\":\"custom_tool_call\",\"id\":\"i2\",\"call_id\":\"c2\",\"name\":\"apply_patch\",\"input\":"
                            + quoted("*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n") + "}"),
            List.of(call("c3", "exec_command", "{\"cmd\":\"echo c3 >> effects; cat go3 2>/dev/null\"}")),
            List.of(
                    call("c4", "exec_command", "{\"cmd\":\"echo c4 >> effects; sleep 0.2\"}"),
                    call("c5", "exec_command", "{\"cmd\":\"echo c5 >> effects; sleep 0.2\"}")),
            List.of("{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"content\":"
                    + "[{\"type\":\"output_text\",\"text\":\"done\"}]}"));

    @TempDir
    private Path folder;

    private static String call(String id, String tool, String arguments) {
        return "{\"type\":\"function_call\",\"id\":\"i" + id + "\",\"call_id\":\"" + id + "\",\"name\":\"" + tool
                + "\",\"arguments\":" + quoted(arguments) + "}";
    }

    private static String quoted(String text) {
        return Json.object().with("x", text).write().replaceAll("^\\{\"x\":|\\}$", "");
    }

    static Stream<Arguments> phases() {
        var phases = new ArrayList<Arguments>();
        for (var step = READ; step <= LAST; step++) {
            phases.add(Arguments.of("request " + step + " sent", new Hold(OUTPUTS[step], -1)));
            phases.add(Arguments.of("answer " + step + " begun", new Hold(OUTPUTS[step], 1)));
            phases.add(Arguments.of("item of " + step + " announced", new Hold(OUTPUTS[step], 2)));
            phases.add(Arguments.of("item of " + step + " complete", new Hold(OUTPUTS[step], 3)));
        }
        phases.add(Arguments.of("the first of two calls runs", new Hold(OUTPUTS[TWO], 4)));
        phases.add(Arguments.of("both calls run", new Hold(OUTPUTS[TWO], 5)));
        phases.add(Arguments.of("the last answer is complete", new Hold(OUTPUTS[LAST], 4)));
        return phases.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("phases")
    void killedAtEveryPhaseTheTurnGoesOn(String phase, Hold hold) throws Exception {
        try (var model = new PhasedModel(STEPS)) {
            prepare(model.url());
            model.holdAt(hold);
            var first = start("exec", "--json", "do it");
            assertThat(model.held().await(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as(() -> "reached: " + phase + "\n" + log())
                    .isTrue();
            awaitEffectsOf(hold);
            first.destroyForcibly().waitFor();
            model.letGo();
            var second = start("exec", "resume", "--last", "--json");
            assertThat(second.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as(this::log)
                    .isTrue();
            assertThat(model.faults()).as("each call has one output").isEmpty();
            assertThat(effects()).as("no effect twice").doesNotHaveDuplicates();
            assertThat(Files.readString(folder.resolve("work/a.txt"))).isEqualTo("two\n");
            assertThat(deliverables()).as(this::log).isEqualTo(1);
        }
    }

    @Test
    void killedAtItsFirstLineThePromptIsKept() throws Exception {
        try (var model = new PhasedModel(STEPS)) {
            prepare(model.url());
            model.holdAt(new Hold(OUTPUTS[READ], -1));
            var first = start("exec", "--json", "do it");
            await(() -> log().contains("started"));
            first.destroyForcibly().waitFor();
            assertThat(count("agent_turns")).as("what was printed is stored").isEqualTo(1);
            model.letGo();
            var second = start("exec", "resume", "--last", "--json");
            assertThat(second.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as(this::log)
                    .isTrue();
            assertThat(second.exitValue()).as(this::log).isZero();
            assertThat(deliverables()).isEqualTo(1);
        }
    }

    @Test
    void cutAtEveryEventNothingIsDoneTwice() throws Exception {
        try (var model = new PhasedModel(STEPS)) {
            prepare(model.url());
            model.cutEverywhere();
            var only = start("exec", "--json", "do it");
            assertThat(only.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as(this::log)
                    .isTrue();
            assertThat(only.exitValue()).as(this::log).isZero();
            assertThat(model.cuts()).isGreaterThan(10);
            assertThat(model.faults()).as("each call has one output").isEmpty();
            assertThat(effects()).as("each effect once").contains("c3", "c4").doesNotHaveDuplicates();
            assertThat(deliverables()).isEqualTo(1);
        }
    }

    /// A call whose card is written has started, or is about to: give its effect the time to be
    /// seen, so that the kill comes while it runs or after it.
    private void awaitEffectsOf(Hold hold) throws InterruptedException {
        if (hold.events() < 3) return;
        if (hold.outputs() == OUTPUTS[COMMAND]) await(() -> effects().contains("c3"));
        if (hold.outputs() == OUTPUTS[TWO]) await(() -> effects().contains("c4"));
        if (hold.outputs() == OUTPUTS[TWO] && hold.events() == 5)
            await(() -> effects().contains("c5"));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        var until = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) throw new AssertionError("waited in vain");
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void prepare(String url) throws IOException {
        Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("work/a.txt"), "one\n");
        Files.writeString(folder.resolve("home/config.toml"), """
                model = "m"
                model_provider = "p"
                approval_policy = "never"
                sandbox_mode = "danger-full-access"
                pawl.retry_base_ms = 1
                [model_providers.p]
                name = "p"
                wire_api = "responses"
                base_url = "%s"
                stream_max_retries = 20
                """.formatted(url));
    }

    private Process start(String... words) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.pawl.main.Main"));
        command.addAll(List.of(words));
        command.addAll(List.of(
                "--skip-git-repo-check", "--home", folder.resolve("home").toString()));
        var log = ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile());
        return new ProcessBuilder(command)
                .directory(folder.resolve("work").toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log)
                .redirectError(log)
                .start();
    }

    private List<String> effects() {
        try {
            var file = folder.resolve("work/effects");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException none) {
            return "no log";
        }
    }

    /// Told by the first process, by the second, or in the store when it was killed between the
    /// two.
    private long deliverables() throws Exception {
        return count("cards WHERE type = 'deliverable'");
    }

    private long count(String rows) throws Exception {
        var url = "jdbc:sqlite:" + folder.resolve("home/pawl.db");
        try (var connection = java.sql.DriverManager.getConnection(url);
                var found = connection.createStatement().executeQuery("SELECT count(*) FROM " + rows)) {
            found.next();
            return found.getLong(1);
        }
    }
}
