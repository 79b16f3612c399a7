package dev.pawl.tool.shell;

import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The commands of this process that outlive their call, by thread of chat. They end when they are
/// told to, when their thread is closed, when there are too many, and with this process. Safe for
/// use by many threads.
public final class Terminals implements AutoCloseable {
    /// Codex's bounds: so many at once, and so many of the latest are never ended for room.
    private static final int MOST = 64;
    private static final int SPARED = 8;
    private static final int FIRST_ID = 1000;
    private static final int IDS = 99_000;

    private final Sandbox sandbox;
    private final ReentrantLock lock = new ReentrantLock();
    /// In the order of their last use.
    private final Map<Integer, Kept> kept = new LinkedHashMap<>();

    private record Kept(ThreadId thread, Terminal terminal) {}

    /// A terminal as people see it.
    ///
    /// @param pid of its first process on this machine
    public record Shown(
            int id, ThreadId thread, String command, Path folder, long pid, boolean running, Duration age) {}

    public Terminals(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    public Sandbox sandbox() {
        return sandbox;
    }

    /// Starts a command. It is the caller's until it is kept.
    Terminal start(ToolEnvironment toolEnvironment, CommandRequest request, Terminal.Starter starter)
            throws IOException {
        return Terminal.start(sandbox, toolEnvironment, request, starter);
    }

    /// Keeps a command beyond its call and says by which number it is asked for. The number comes
    /// from the call, so that one from before a restart does not name another command.
    int keep(ThreadId thread, Terminal terminal, CallId call) {
        var ended = new ArrayList<Terminal>();
        lock.lock();
        try {
            while (kept.size() >= MOST) ended.add(leastUsed());
            var id = firstId(call);
            while (kept.containsKey(id)) id = FIRST_ID + (id - FIRST_ID + 1) % IDS;
            kept.put(id, new Kept(thread, terminal));
            terminal.keptAs(id);
            return id;
        } finally {
            lock.unlock();
            ended.forEach(Terminal::end);
        }
    }

    private static int firstId(CallId call) {
        var hash = RunFolder.hash(call.value().getBytes(StandardCharsets.UTF_8));
        return FIRST_ID + Integer.parseUnsignedInt(hash.substring(0, 7), 16) % IDS;
    }

    /// One that has ended, else the one that nobody used for longest; not the latest ones.
    private Terminal leastUsed() {
        var old = kept.entrySet().stream().limit(kept.size() - SPARED).toList();
        var goes = old.stream()
                .filter(entry -> entry.getValue().terminal().hasExited())
                .findFirst()
                .orElse(old.getFirst());
        kept.remove(goes.getKey());
        return goes.getValue().terminal();
    }

    /// The thread's own terminal with this number.
    Optional<Terminal> use(ThreadId thread, int id) {
        lock.lock();
        try {
            var found = kept.get(id);
            if (found == null || !found.thread().equals(thread)) return Optional.empty();
            kept.remove(id);
            kept.put(id, found); // now the latest
            return Optional.of(found.terminal());
        } finally {
            lock.unlock();
        }
    }

    /// Forgets one whose end was told.
    void forget(int id) {
        lock.lock();
        try {
            kept.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /// The terminals of a thread, the latest last.
    public List<Shown> of(ThreadId thread) {
        return all().stream().filter(shown -> shown.thread().equals(thread)).toList();
    }

    public List<Shown> all() {
        lock.lock();
        try {
            var all = new ArrayList<Shown>();
            kept.forEach((id, one) -> all.add(new Shown(
                    id,
                    one.thread(),
                    one.terminal().request().shown(),
                    one.terminal().request().folder(),
                    one.terminal().pid(),
                    !one.terminal().hasExited(),
                    Duration.ofNanos(one.terminal().ageNanos()))));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /// Ends one terminal and everything in it. False if the thread has none with this number.
    public boolean end(ThreadId thread, int id) {
        var found = use(thread, id);
        found.ifPresent(Terminal::end);
        forget(id);
        return found.isPresent();
    }

    /// Ends all terminals of a thread: it was archived, or its last surface has gone.
    public void endAll(ThreadId thread) {
        of(thread).forEach(shown -> end(thread, shown.id()));
    }

    /// Ends all there are.
    @Override
    public void close() {
        all().forEach(shown -> end(shown.thread(), shown.id()));
    }
}
