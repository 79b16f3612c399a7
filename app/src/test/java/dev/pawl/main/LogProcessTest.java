package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which processes keep a log, and that the others load nothing of it.
@Tag("process")
class LogProcessTest {
    @TempDir
    private Path folder;

    private Process start(List<String> options, String... words) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED"));
        line.addAll(options);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.pawl.main.Main"));
        line.addAll(List.of(words));
        line.addAll(List.of("--home", folder.resolve("home").toString()));
        return new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    @Test
    void execLoadsNeitherTheLogNorTheCountersNorTheServer() throws Exception {
        var program = new TestProgram(folder);
        var loaded = folder.resolve("loaded");
        var exec = start(
                List.of("-Xlog:class+load:file=" + loaded),
                "exec",
                "--skip-git-repo-check",
                "-C",
                folder.toString(),
                "hello");
        exec.getOutputStream().close(); // nothing is added to the prompt
        assertThat(exec.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(exec.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
        var classes = Files.readString(loaded);
        assertThat(classes).contains("dev.pawl.worker.turn.TurnRun");
        assertThat(classes.lines())
                .noneMatch(line -> line.contains(" ch.qos.logback."))
                .noneMatch(line -> line.contains(" io.prometheus."))
                .noneMatch(line -> line.contains(" org.eclipse.jetty."));
        assertThat(program.home().resolve("logs")).doesNotExist();
    }

    @Test
    void aServerWritesLinesThatProgramsCanRead() throws Exception {
        var program = new TestProgram(folder);
        var log = program.home().resolve("logs/app-server.log");
        var server = start(List.of(), "app-server", "-v");
        try {
            Eventually.eventually("a line of the server", () -> log.toFile().length() > 0);
            var second = new TestProgram(folder);
            var other = start(List.of(), "app-server");
            try {
                Eventually.eventually(
                        "a file of its own for the second server",
                        () -> Files.exists(second.home().resolve("logs/app-server-2.log")));
            } finally {
                other.destroy();
            }
        } finally {
            server.destroy();
        }
        var line = Json.parse(Files.readAllLines(log).getFirst());
        assertThat(line.text("level")).isEqualTo("info");
        assertThat(line.text("message")).contains("app-server started, process " + server.pid());
        assertThat(program.pawl("doctor", "--json").out()).contains("no errors in the last hour");
    }
}
