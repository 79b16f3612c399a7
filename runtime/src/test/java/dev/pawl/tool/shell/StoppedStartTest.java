package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LostGate;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.fence.WatchedFence;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A worker that is stopped on its way to a command, loses its turn, and goes on: the command must
/// not begin, or must be ended before its successor goes on. The stop is a real SIGSTOP.
@Tag("process")
class StoppedStartTest {
    private static final CallId CALL = new CallId("call");
    private static final String EFFECT = "echo ran >> sub/effect";

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endThem() {
        started.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
        started.forEach(Process::destroyForcibly);
    }

    /// The worker that is stopped: after the look with this number, 0 for never.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var tier = Tier.valueOf(arguments[1]);
        var stop = Integer.parseInt(arguments[2]);
        var plain = place(Path.of(arguments[0]), tier);
        var fence = new WatchedFence(take(plain, 1), looks -> {
            if (looks == stop) stopSelf(Path.of(arguments[0]).resolve("go"));
        });
        var toolEnvironment = plain.with(fence);
        var terminals = new Terminals(Sandbox.of(toolEnvironment.runFolder(), tier));
        if (tier != Tier.NONE) terminals.sandbox().probe();
        fence.settled();
        System.out.println("ready");
        // As the loop does it: the beginning is noted, then the tool runs.
        try {
            fence.begin(CALL);
            var tool = new ExecCommandTool(toolEnvironment, new ApplyPatch(toolEnvironment), terminals);
            var asked = Json.object().with("cmd", EFFECT).write();
            System.out.println(tool.run(Places.call("call", "exec_command", asked), RunMode.CONFINED, _ -> {})
                    .text()
                    .replace('\n', ' '));
        } catch (LostGate lost) {
            System.out.println("lost");
        }
    }

    /// A signal takes a moment to reach a thread that runs: it waits here until the stop is over.
    private static void stopSelf(Path go) {
        try {
            var pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
            eventually("the stop is over", () -> Files.exists(go));
        } catch (IOException | InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Fence take(ToolEnvironment place, long epoch) throws IOException {
        var gate = new Gate(new AgentId(place.thread().value()), new TurnId("turn"), new Epoch(epoch));
        return HeldFence.take(place.runFolder(), gate, _ -> false);
    }

    private static ToolEnvironment place(Path folder, Tier tier) throws IOException {
        var toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd().resolve("sub"));
        return tier == Tier.NONE ? toolEnvironment.with(Confinement.none()) : toolEnvironment;
    }

    private Process start(Tier tier, int stop, String... before) throws IOException {
        var words = new ArrayList<>(List.of(before));
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StoppedStartTest.class.getName(),
                folder.toString(),
                tier.name(),
                Integer.toString(stop)));
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        started.add(process);
        return process;
    }

    private static boolean isStopped(long pid) {
        return ProcessTable.find(pid).filter(ProcessTable.Entry::stopped).isPresent();
    }

    private static void signal(long pid, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    }

    private static String rest(Process worker) throws IOException {
        try (var said = new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))) {
            return said.lines().toList().getLast();
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aWorkerThatKeepsItsTurnRunsItsCommand(Tier tier) throws Exception {
        var worker = start(tier, 0);
        assertThat(rest(worker)).contains("code 0");
        assertThat(place(folder, tier).cwd().resolve("sub/effect")).hasContent("ran");
    }

    /// Stopped behind each look at its right: the note that the call begins, and the last one
    /// before the child is made.
    @ParameterizedTest
    @CsvSource({"NONE, 1", "NONE, 2", "BUBBLEWRAP, 1", "BUBBLEWRAP, 2", "LANDLOCK, 1", "LANDLOCK, 2"})
    void aWorkerThatWasStoppedOnTheWayDoesNotRunIt(Tier tier, int look) throws Exception {
        var worker = start(tier, look);
        eventually("it stops itself", () -> isStopped(worker.pid()));
        var place = place(folder, tier);
        var next = place.with(take(place, 2));
        assertThat(new LeftBehind(next).end(CALL)).isZero();
        assertThat(next.fence().mayHaveBegun(CALL)).isTrue();

        Files.createFile(folder.resolve("go"));
        signal(worker.pid(), "CONT");

        assertThat(rest(worker)).isEqualTo("lost");
        assertThat(place.cwd().resolve("sub/effect")).doesNotExist();
    }

    /// The child itself is stopped when it has passed its look and has not become the command.
    @Test
    void aChildThatIsNotYetItsCommandIsEnded() throws Exception {
        var strace = Path.of("/usr/bin/strace");
        Assumptions.assumeTrue(Files.isExecutable(strace), "strace is not there");
        // The child enters the folder it runs in: that comes behind its look at the right.
        var work = place(folder, Tier.NONE).cwd();
        var tracer = start(
                Tier.NONE,
                0,
                strace.toString(),
                "-f",
                "-qq",
                "-o",
                folder.resolve("trace").toString(),
                "-P",
                work.toString(),
                "-e",
                "trace=chdir",
                "-e",
                "inject=chdir:signal=SIGSTOP");
        var place = place(folder, Tier.NONE);
        var found = new ArrayList<ProcessHandle>();
        eventually("the child is stopped", () -> {
            half(tracer).ifPresent(found::add);
            return !found.isEmpty();
        });
        var worker = tracer.children().findFirst().orElseThrow();
        var child = found.getFirst(); // A stop that is handed to the tracer hides it for a moment.
        assertThat(ProcessTable.words(child.pid())).isEqualTo(ProcessTable.words(worker.pid()));
        var next = place.with(take(place, 2));

        new LeftBehind(next).end(CALL);

        assertThat(ProcessTable.find(child.pid()).filter(entry -> !entry.gone()))
                .isEmpty();
        tracer.waitFor();
        assertThat(place.cwd().resolve("sub/effect")).doesNotExist();
    }

    private static Optional<ProcessHandle> half(Process tracer) {
        return tracer.descendants()
                .filter(process ->
                        process.parent().flatMap(ProcessHandle::parent).isPresent())
                .filter(process -> process.parent().orElseThrow().pid() != tracer.pid())
                .filter(process -> isStopped(process.pid()))
                .findFirst();
    }
}
