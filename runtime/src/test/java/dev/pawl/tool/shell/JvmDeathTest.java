package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Gate;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A worker is killed with `kill -9` while commands run: in a sandbox nothing of them survives, and
/// without one the next process of the thread ends them.
@Tag("process")
class JvmDeathTest {
    /// Sleepers in a session of their own, deaf, and without the tag; one with a terminal.
    private static final String TREE = "env -i setsid sleep 2101 & (trap '' TERM HUP; exec sleep 2101) & sleep 2101";

    @TempDir
    Path folder;

    /// What the JVM that is killed runs.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[1].equals("HOOK")) {
            hook(place(Path.of(arguments[0]), Tier.NONE));
            return;
        }
        var tier = Tier.valueOf(arguments[1]);
        var toolEnvironment = place(Path.of(arguments[0]), tier);
        var terminals = new Terminals(Sandbox.of(toolEnvironment.runFolder(), tier));
        var tool = new ExecCommandTool(toolEnvironment, new ApplyPatch(toolEnvironment), terminals);
        for (var tty : new boolean[] {false, true}) {
            var asked = Json.object()
                    .with("cmd", TREE)
                    .with("tty", Json.of(tty))
                    .with("yield_time_ms", 300)
                    .write();
            tool.run(Places.call("tty-" + tty, "exec_command", asked), RunMode.CONFINED, _ -> {});
        }
        System.out.println("ready " + terminals.all().size());
        new CountDownLatch(1).await();
    }

    /// A program that is waited for, as hooks are, and its child in a session of its own.
    private static void hook(ToolEnvironment toolEnvironment) throws IOException, InterruptedException {
        take(toolEnvironment, 1).settled();
        var words = List.of("/bin/sh", "-c", "setsid sleep 2101 & echo ready > ready; sleep 2101");
        var launch = new Launch(
                words,
                toolEnvironment.cwd(),
                Places.ENVIRONMENT,
                Confinement.none(),
                Optional.empty(),
                Launch.Streams.APART);
        var bounds = new ShortCommand.Bounds(Duration.ofMinutes(10), 100);
        ShortCommand.run(new Sandbox(toolEnvironment.runFolder()), launch, "", bounds);
    }

    private static Fence take(ToolEnvironment place, long epoch) throws IOException {
        var gate = new Gate(new AgentId(place.thread().value()), new TurnId("turn"), new Epoch(epoch));
        return HeldFence.take(place.runFolder(), gate, _ -> false);
    }

    private static ToolEnvironment place(Path folder, Tier tier) throws IOException {
        var toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
        return tier == Tier.NONE ? toolEnvironment.with(Confinement.none()) : toolEnvironment;
    }

    private static long sleepers() {
        return ProcessTable.all().stream()
                .filter(entry -> !entry.gone() && isSleeper(entry.pid()))
                .count();
    }

    private static boolean isSleeper(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
                    .equals("sleep\0" + "2101\0");
        } catch (IOException gone) {
            return false;
        }
    }

    private Process start(String what) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JvmDeathTest.class.getName(),
                        folder.toString(),
                        what)
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void aHookOutsideTheSandboxIsEndedByTheNextWorker() throws Exception {
        var place = place(folder, Tier.NONE);
        var worker = start("HOOK");
        eventually(
                "both sleepers",
                () -> sleepers() == 2 && Files.exists(place.cwd().resolve("ready")));
        worker.destroyForcibly().waitFor();
        assertThat(sleepers()).isEqualTo(2);

        assertThat(new LeftBehind(place.with(take(place, 2))).endOrphans()).isEmpty();

        assertThat(sleepers()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void nothingSurvives(Tier tier) throws Exception {
        var worker = start(tier.name());
        try (var said = new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("ready 2");
        }
        eventually("six sleepers", () -> sleepers() == 6);
        worker.destroyForcibly().waitFor();
        if (tier == Tier.NONE) {
            // The one without session and tag is out of reach where there is no sandbox.
            assertThat(new LeftBehind(place(folder, tier)).endOrphans()).hasSize(2);
            endBareSleepers();
        }
        eventually("nothing is left", () -> sleepers() == 0);
        // Nothing was made in the project that a kill could leave there.
        try (var left = Files.list(place(folder, tier).cwd())) {
            assertThat(left).isEmpty();
        }
    }

    private static void endBareSleepers() {
        for (var entry : ProcessTable.all()) {
            if (isSleeper(entry.pid())) ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
