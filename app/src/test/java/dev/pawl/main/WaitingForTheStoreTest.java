package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A person is told what a turn waits for when the store does not reply.
@Timeout(60)
class WaitingForTheStoreTest {
    @TempDir
    private Path folder;

    private static void await(BooleanSupplier condition, TestProgram.Watching watching) throws InterruptedException {
        for (var i = 0; !condition.getAsBoolean(); i++) {
            if (i > 3000)
                throw new AssertionError(
                        "waited in vain: " + watching.consoles().err());
            watching.thread().join(Duration.ofMillis(10));
        }
    }

    @Test
    void aStoreThatIsLockedIsNamedWithinASecond() throws Exception {
        var house = new TestProgram(folder);
        var work = Files.createDirectories(folder.resolve("work"));
        house.script(
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"c1\",\"arguments\":"
                        + "{\"cmd\":\"touch begun; while [ ! -f go ]; do sleep 0.02; done\",\"login\":false}}]}",
                "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        var exec = house.begin(
                "exec",
                "--skip-git-repo-check",
                "--sandbox",
                "danger-full-access",
                "-a",
                "never",
                "--cd",
                work.toString(),
                "go");
        await(() -> Files.exists(work.resolve("begun")), exec);
        assertThat(exec.consoles().err()).doesNotContain("the store");
        var url = "jdbc:sqlite:" + house.home().resolve("pawl.db");
        try (var other = DriverManager.getConnection(url);
                var statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            var since = System.nanoTime();
            release(work);
            await(() -> exec.consoles().err().contains("the store does not answer"), exec);
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(5));
            assertThat(exec.consoles().err()).contains("pawl.db").contains("the turn waits for it");
            statement.execute("ROLLBACK");
        }
        exec.thread().join();
        assertThat(exec.consoles().out()).contains("Done.");
    }

    private static void release(Path work) throws IOException {
        Files.createFile(work.resolve("go"));
    }
}
