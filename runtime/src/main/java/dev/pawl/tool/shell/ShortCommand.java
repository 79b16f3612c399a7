package dev.pawl.tool.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// A program that is run to its end within a time, as hooks and searches are: its input is given,
/// its output read, and what it leaves in the background is ended.
public final class ShortCommand {
    /// Names what each program of this process starts.
    private static final AtomicLong COUNT = new AtomicLong();

    private static final String OWN =
            tags(ProcessGroup.of(ProcessHandle.current().pid(), ""));

    private static final long FAREWELL_SECONDS = 5;

    private final Child child;
    private final ProcessGroup group;
    private final boolean confined;

    private ShortCommand(Child child, ProcessGroup group, boolean confined) {
        this.child = child;
        this.group = group;
        this.confined = confined;
    }

    /// How all tags of a process's programs begin.
    private static String tags(ProcessGroup owner) {
        return "short-" + owner.leader() + "." + owner.startTicks() + "-";
    }

    /// Ends what a process that is gone left of its programs.
    static void endThoseOf(Fence.Holder holder) {
        var owner = new ProcessGroup(holder.pid(), holder.startTicks(), ProcessTable.boot(), "");
        if (owner.isAlive()) return;
        for (var process : ProcessTable.all()) {
            ProcessTable.variable(process.pid(), ProcessGroup.TAG)
                    .filter(tag -> tag.startsWith(tags(owner)))
                    .ifPresent(tag -> new ProcessGroup(-1, -1, "", tag).end());
        }
    }

    /// How it ended, and what it wrote.
    public record Ended(int exit, String output, String errors) {}

    /// How much of a program is taken.
    public record Bounds(Duration time, int outputBytes) {}

    /// Runs it where its confinement says.
    ///
    /// @param launch with [Launch.Streams#APART]
    /// @return nothing when it took too long
    public static Optional<Ended> run(Sandbox sandbox, Launch launch, String input, Bounds bounds)
            throws IOException, InterruptedException {
        var tag = OWN + COUNT.incrementAndGet();
        var environment = new HashMap<>(launch.environment());
        environment.put(ProcessGroup.TAG, tag);
        var child = sandbox.start(new Launch(
                        launch.argv(),
                        launch.folder(),
                        environment,
                        launch.confinement(),
                        launch.terminal(),
                        launch.streams())
                .whileHeld(launch.held()));
        var group = ProcessGroup.of(child.pid(), tag);
        return new ShortCommand(child, group, launch.confinement().isConfined()).ended(input, bounds);
    }

    private Optional<Ended> ended(String input, Bounds bounds) throws IOException, InterruptedException {
        var exit = new FutureTask<>(child::waitFor);
        try {
            var output = OutputReader.of(child.output(), bounds.outputBytes());
            var errors = OutputReader.of(child.errors(), bounds.outputBytes());
            Thread.ofPlatform().daemon().name("program end").start(exit);
            Thread.ofPlatform().daemon().name("program input").start(() -> write(input));
            var code = exit.get(bounds.time().toMillis(), TimeUnit.MILLISECONDS);
            return Optional.of(new Ended(code, output.text(), errors.text()));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (ExecutionException broken) {
            throw new IOException("its end was not seen", broken);
        } finally {
            end(exit);
        }
    }

    private void write(String input) {
        try (var stdin = child.input()) {
            stdin.write(input.getBytes(UTF_8));
        } catch (IOException notRead) {
            // A program need not read what it is given.
        }
    }

    private void end(FutureTask<Integer> exit) {
        if (!exit.isDone()) {
            ProcessHandle.of(child.pid()).ifPresent(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
        // What has lost its parent is nobody's descendant: it is found by its tag. A sandbox ends
        // with its first process.
        if (!confined) group.end();
        var interrupted = Thread.interrupted();
        try {
            exit.get(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException hangs) {
            // Nothing more can be done for it.
        } catch (InterruptedException hurried) {
            interrupted = true;
        }
        child.release();
        if (interrupted) Thread.currentThread().interrupt();
    }
}
