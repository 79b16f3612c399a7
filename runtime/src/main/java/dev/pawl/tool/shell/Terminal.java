package dev.pawl.tool.shell;

import dev.pawl.agent.Tool;
import dev.pawl.id.CallId;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Pty;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;

/// One command from its start to its end, in a session of its own, with a terminal or without. It
/// may outlive the call that started it; what it writes meanwhile is kept, up to a bound.
///
/// Its group is on record as soon as it has a number. Before that a successor finds it by the tag
/// in its environment, so there is no moment in which a command runs that nobody could find. Safe
/// for use by many threads.
final class Terminal {
    private static final int ROWS = 24;
    private static final int COLUMNS = 80;
    private static final int SHOWN_BYTES = 1 << 20;
    private static final long OUTPUT_AFTER_EXIT_MILLIS = 100;
    private static final Map<String, String> PLAIN = Map.ofEntries(
            Map.entry("NO_COLOR", "1"),
            Map.entry("TERM", "dumb"),
            Map.entry("LANG", "C.UTF-8"),
            Map.entry("LC_CTYPE", "C.UTF-8"),
            Map.entry("LC_ALL", "C.UTF-8"),
            Map.entry("COLORTERM", ""),
            Map.entry("PAGER", "cat"),
            Map.entry("GIT_PAGER", "cat"),
            Map.entry("GH_PAGER", "cat"),
            Map.entry("CODEX_CI", "1"));

    private final CallId call;
    private final CommandRequest request;
    private final Child child;
    private final Optional<Pty> pty;
    private final ProcessGroup group;
    private final GroupRecord record;
    private final boolean confined;
    private final Capture capture;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    /// What earlier looks have shown, for whoever sees the end.
    private final HeadTail shown = new HeadTail(SHOWN_BYTES);
    private final long began = System.nanoTime();
    private volatile OptionalInt exitCode = OptionalInt.empty();

    private Terminal(
            Starter starter,
            CommandRequest request,
            Child child,
            Optional<Pty> pty,
            GroupRecord record,
            boolean confined) {
        this.call = starter.call;
        this.capture = new Capture(starter.output);
        this.confined = confined;
        this.request = request;
        this.child = child;
        this.pty = pty;
        this.record = record;
        this.group = ProcessGroup.of(child.pid(), record.tag());
    }

    /// Whether it runs inside a sandbox.
    boolean isConfined() {
        return confined;
    }

    /// What a look at it shows: the output since the last one, and the exit code once there is one.
    record Snapshot(String output, OptionalInt exitCode, long nanos) {}

    /// The call that starts a command. Its watchers see what the command writes until it ends.
    record Starter(CallId call, Tool.Output output) {}

    /// @throws IOException if it cannot be started
    static Terminal start(Sandbox sandbox, ToolEnvironment toolEnvironment, CommandRequest request, Starter starter)
            throws IOException {
        var record = new GroupRecord(toolEnvironment, starter.call);
        var environment = new HashMap<>(toolEnvironment.shell().environment());
        environment.putAll(PLAIN);
        environment.put(ProcessGroup.TAG, record.tag());
        Optional<Pty> pty = request.wish().terminal() ? Optional.of(Pty.open(ROWS, COLUMNS)) : Optional.empty();
        try {
            var child = sandbox.start(
                    new Launch(request.argv(), request.folder(), environment, toolEnvironment.confinement(), pty)
                            .whileHeld(toolEnvironment.fence().place()));
            var terminal = new Terminal(
                    starter,
                    request,
                    child,
                    pty,
                    record,
                    toolEnvironment.confinement().isConfined());
            try {
                terminal.watch();
            } catch (IOException noRecord) {
                terminal.end();
                throw noRecord;
            }
            return terminal;
        } catch (IOException | RuntimeException notStarted) {
            pty.ifPresent(Pty::close);
            toolEnvironment.fence().check();
            throw notStarted;
        }
    }

    /// Threads of their own: reading and waiting would hold a virtual thread's carrier.
    private void watch() throws IOException {
        try {
            record.write(group, what(0));
        } finally {
            capture.read(child.output());
            Thread.ofPlatform().daemon().name("command end").start(this::awaitEnd);
        }
    }

    private void awaitEnd() {
        try {
            exitCode = OptionalInt.of(child.waitFor());
        } catch (InterruptedException nobodyDoes) {
            exitCode = OptionalInt.of(1);
        }
        // Whatever cannot be cleared away: nobody must wait for a command that has ended.
        try {
            child.release();
        } finally {
            try {
                record.delete();
            } finally {
                capture.exited();
            }
        }
    }

    /// It goes on beyond its call, by this number: others find it by that.
    void keptAs(int id) {
        try {
            record.write(group, what(id));
            if (hasExited()) record.delete();
        } catch (IOException full) {
            // The note from its start is still there, without the number.
        }
    }

    private GroupRecord.What what(int id) {
        return new GroupRecord.What(request.command(), request.folder(), id);
    }

    CommandRequest request() {
        return request;
    }

    /// The call that started it.
    CallId call() {
        return call;
    }

    long pid() {
        return child.pid();
    }

    long ageNanos() {
        return System.nanoTime() - began;
    }

    boolean hasExited() {
        return capture.hasExited();
    }

    /// False when the time was over first.
    boolean awaitExit(long nanos) throws InterruptedException {
        return capture.awaitExit(System.nanoTime() + nanos);
    }

    boolean takesKeys() {
        return pty.isPresent();
    }

    /// Waits until the command has ended or the time is over, and answers with all that came.
    Snapshot look(long nanos) throws InterruptedException {
        var from = System.nanoTime();
        oneAtATime.lockInterruptibly();
        try {
            if (capture.awaitExit(from + nanos)) capture.settle(OUTPUT_AFTER_EXIT_MILLIS);
            var look = new Snapshot(capture.take(), exitCode, System.nanoTime() - from);
            if (look.exitCode().isEmpty()) keep(look.output());
            capture.flush();
            return look;
        } finally {
            oneAtATime.unlock();
        }
    }

    private void keep(String output) {
        var bytes = output.getBytes(StandardCharsets.UTF_8);
        shown.write(bytes, bytes.length);
    }

    /// All that it wrote, when this was the last look at it.
    String whole(Snapshot last) {
        oneAtATime.lock();
        try {
            return shown.text() + last.output();
        } finally {
            oneAtATime.unlock();
        }
    }

    /// Types into the terminal.
    void type(String keys) throws IOException {
        if (pty.isEmpty()) throw new IOException("it has no terminal");
        pty.get().type(keys.getBytes(StandardCharsets.UTF_8));
    }

    /// As Ctrl-C would, for a command without a terminal.
    void interrupt() {
        group.interrupt();
    }

    /// Ends it and everything it started; returns when nothing is left.
    void end() {
        group.end();
        child.release();
        record.delete();
    }
}
