package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents have running, listed and ended as a user would type it.
@Tag("process")
class TerminalsCommandTest {
    private static final String RUNS = "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\","
            + "\"arguments\":{\"cmd\":\"sleep 1301\",\"yield_time_ms\":300}}]}";
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";

    @TempDir
    Path folder;

    private TestProgram house;

    @BeforeEach
    void anAgentStartsSomethingLong() throws IOException {
        house = new TestProgram(folder);
        Files.createDirectories(folder.resolve("work"));
    }

    private Thread turn(int wait) throws IOException {
        var polls = "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\","
                + "\"arguments\":{\"cmd\":\"sleep 1302\",\"yield_time_ms\":" + wait + "}}]}";
        house.script(RUNS, polls, DONE);
        var work = folder.resolve("work").toString();
        return Thread.ofPlatform()
                .daemon()
                .start(() -> house.pawl("exec", "--skip-git-repo-check", "--yolo", "--cd", work, "go"));
    }

    private Json listed(String command) {
        var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < end) {
            for (var line : house.pawl("terminals", "list", "--json").lines()) {
                var json = Json.parse(line);
                if (json.text("command").equals(command)) return json;
            }
            LockSupport.parkNanos(20_000_000);
        }
        throw new AssertionError(command + " was never listed");
    }

    @Test
    void oneIsShownAndEndedFromAnywhere() throws IOException, InterruptedException {
        var turn = turn(30_000);
        var open = listed("sleep 1302");
        var kept = listed("sleep 1301");
        assertThat(kept.number("terminal")).isPositive();
        assertThat(open.number("terminal")).as("its call waits for it").isZero();
        var shown = house.pawl("terminals", "show", String.valueOf(kept.number("terminal")));
        assertThat(shown.out()).contains("sleep 1301", "thread " + kept.text("thread"), "run by process");
        assertThat(house.pawl("terminals", "kill", String.valueOf(kept.number("terminal")))
                        .err())
                .contains("it has ended");
        assertThat(house.pawl("terminals", "list").out())
                .doesNotContain("sleep 1301")
                .contains("sleep 1302");
        assertThat(house.pawl("terminals", "kill", String.valueOf(open.number("pid")))
                        .code())
                .isZero();
        turn.join(Duration.ofSeconds(20));
        assertThat(turn.isAlive())
                .as("the call is answered when its command ends")
                .isFalse();
        assertThat(house.pawl("terminals", "kill", "1").err()).contains("pawl terminals list shows what does");
    }

    @Test
    void archivingAThreadEndsWhatRunsForIt() throws IOException, InterruptedException {
        var turn = turn(30_000);
        listed("sleep 1302");
        var thread = listed("sleep 1301").text("thread");
        assertThat(house.pawl("threads", "archive", thread).code()).isZero();
        assertThat(house.pawl("terminals", "list").err()).contains("no agent has a command running here");
        turn.join(Duration.ofSeconds(20));
    }
}
