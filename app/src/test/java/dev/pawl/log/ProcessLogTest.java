package dev.pawl.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server's log holds, and what is read of it.
class ProcessLogTest {
    private static final LogOptions USUAL = new LogOptions("info", 1 << 20, 3);

    @TempDir
    private Path folder;

    private LoggerContext context(LogOptions options) {
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        ProcessLog.write(context, folder.resolve("serve.log"), options, text -> text.replace("hunter2", "[secret]"));
        return context;
    }

    @Test
    void aLineIsJsonWithItsErrorAndWithoutSecrets() throws IOException {
        var context = context(USUAL);
        context.getLogger("dev.pawl.worker.Worker")
                .error("turn {} failed with hunter2", "t-1", new IllegalStateException("because of hunter2"));
        var text = Files.readString(folder.resolve("serve.log"));
        var line = Json.parse(text.strip());
        assertThat(line.text("level")).isEqualTo("error");
        assertThat(line.text("message")).isEqualTo("turn t-1 failed with [secret]");
        assertThat(line.text("error")).contains("IllegalStateException: because of [secret]", "ProcessLogTest");
        assertThat(Instant.parse(line.text("time"))).isAfter(Instant.EPOCH);
        assertThat(text).doesNotContain("hunter2");
    }

    @Test
    void theLevelHoldsForPawlAndLibrariesTellOnlyWhatIsWrong() throws IOException {
        var context = context(new LogOptions("debug", 1 << 20, 3));
        context.getLogger("dev.pawl.host.Host").debug("seen");
        context.getLogger("dev.pawl.host.Host").trace("not seen");
        context.getLogger("org.eclipse.jetty.server.Server").info("not seen");
        context.getLogger("org.eclipse.jetty.server.Server").warn("seen");
        assertThat(Files.readAllLines(folder.resolve("serve.log")))
                .hasSize(2)
                .allMatch(line -> line.contains("\"seen\""));
    }

    @Test
    void itIsTurnedOverBySizeAndKeepsSoManyFiles() throws IOException {
        var context = context(new LogOptions("info", 1 << 10, 2));
        var log = context.getLogger("dev.pawl.test");
        // The size is looked at now and then only: write until all files are there, with a bound.
        for (var round = 0; round < 1_000 && !Files.exists(folder.resolve("serve.log.2")); round++) {
            log.info("line {} {}", round, "x".repeat(200));
        }
        for (var round = 0; round < 5_000; round++) log.info("line {}", round);
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("serve.log", "serve.log.1", "serve.log.2");
        }
    }

    @Test
    void aDutyThatFailsIsFoundUntilItWorksAgain() {
        var context = context(USUAL);
        var log = context.getLogger("dev.pawl.worker.Duty");
        log.atError()
                .addKeyValue("duty", "pawl-recover")
                .addKeyValue("failures", 8)
                .log("pawl-recover has failed 8 times");
        var files = new LogFiles(folder);
        assertThat(files.failingDuties(Instant.EPOCH)).singleElement().satisfies(line -> {
            assertThat(line.failures()).isEqualTo(8);
            assertThat(line.file()).isEqualTo("serve.log");
        });
        assertThat(files.failingDuties(Instant.now().plusSeconds(60))).isEmpty();
        log.atInfo()
                .addKeyValue("duty", "pawl-recover")
                .addKeyValue("failures", 0)
                .log("pawl-recover works again");
        assertThat(files.failingDuties(Instant.EPOCH)).isEmpty();
        assertThat(files.tail(1))
                .singleElement()
                .satisfies(line -> assertThat(line.level()).isEqualTo("info"));
    }

    @Test
    void aTornLineIsPassedOver() throws IOException {
        Files.writeString(
                folder.resolve("serve.log"), "{\"time\":\"2026-01-01T00:00:00Z\",\"level\":\"warn\"}\n{\"time\":\"20");
        assertThat(new LogFiles(folder).tail(10)).hasSize(1);
        assertThat(new LogFiles(folder.resolve("none")).tail(10)).isEmpty();
    }
}
