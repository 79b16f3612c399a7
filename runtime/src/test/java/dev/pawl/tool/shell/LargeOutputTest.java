package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.patch.ApplyPatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeOutputTest {
    private static final String COMMAND = "head -c 1073741824 /dev/zero | tr '\\0' x; echo end";

    @TempDir
    Path folder;

    /// What the small JVM runs.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var toolEnvironment =
                arguments[1].equals("free") ? Places.free(Path.of(arguments[0])) : Places.in(Path.of(arguments[0]));
        Files.createDirectories(toolEnvironment.cwd());
        var tool = new ExecCommandTool(
                toolEnvironment, new ApplyPatch(toolEnvironment), Places.terminals(toolEnvironment));
        var outcome = tool.run(call(), RunMode.CONFINED, _ -> {});
        var ran = (Detail.Ran) outcome.detail();
        System.out.print(ran.exitCode() + " " + ran.output().length() + " "
                + outcome.text().length());
    }

    private static Item.ToolCall call() {
        return Places.call(
                "big",
                "exec_command",
                Json.object().with("cmd", COMMAND).with("yield_time_ms", 30_000).write());
    }

    @ParameterizedTest
    @ValueSource(strings = "confined")
    void aGigabyteFitsIntoASmallHeap(String how) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-Xmx32m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeOutputTest.class.getName(),
                        folder.toString(),
                        how)
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).startsWith("0 10486");
    }

    @Test
    void aWatcherWhoHangsDoesNotHoldTheCommand() throws Exception {
        var toolEnvironment = Places.free(folder);
        Files.createDirectories(toolEnvironment.cwd());
        var tool = new ExecCommandTool(
                toolEnvironment, new ApplyPatch(toolEnvironment), Places.terminals(toolEnvironment));
        var made = toolEnvironment.cwd().resolve("made");
        var go = new CountDownLatch(1);
        Tool.Output hanging = _ -> {
            try {
                go.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        };
        var call = Places.call("slow", "exec_command", "{\"cmd\":\"head -c 5000000 /dev/zero; touch made\"}");
        var running = Thread.ofVirtual().start(() -> {
            try {
                tool.run(call, RunMode.CONFINED, hanging);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
        eventually("the command got through", () -> Files.exists(made));
        go.countDown();
        running.join();
    }
}
