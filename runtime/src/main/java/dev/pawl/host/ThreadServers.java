package dev.pawl.host;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.Threads;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.mcp.McpServers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/// The MCP servers of this process's threads: started with a thread's first turn, ended when the
/// thread has had no turn for a while. Safe for use by many threads.
public final class ThreadServers implements AutoCloseable {
    private final Threads threads;
    private final ThreadFactory factory;
    private final Map<ThreadId, Used> servers = new ConcurrentHashMap<>();
    /// Threads whose servers were started by settings that have changed.
    private final Set<ThreadId> outdated = ConcurrentHashMap.newKeySet();

    private record Used(McpServers servers, long lastNanos) {
        Used now() {
            return new Used(servers, System.nanoTime());
        }
    }

    ThreadServers(Threads threads, ThreadFactory factory) {
        this.threads = threads;
        this.factory = factory;
    }

    /// The thread's servers, started if they must be. New ones begin only after the old ones have
    /// ended: they are found by the same name.
    McpServers of(ThreadConfig config, ToolEnvironment environment) {
        return servers.compute(environment.thread(), (thread, known) -> {
                    if (known != null && !outdated.remove(thread)) return known.now();
                    if (known != null) known.servers().close();
                    var pins = new ThreadPins(threads, thread);
                    var started =
                            McpServers.start(config.mcpServers(), environment, factory, config.mcpPatience(), pins);
                    return new Used(started, System.nanoTime());
                })
                .servers();
    }

    /// Each thread's next turn starts its servers anew, by the settings as they are then.
    public void renew() {
        outdated.addAll(servers.keySet());
    }

    /// Ends the servers of threads that have not used them for this long and have no turn.
    void endIdle(Duration after, Predicate<ThreadId> isRunning) {
        for (var thread : servers.keySet()) {
            if (isRunning.test(thread)) servers.computeIfPresent(thread, (_, used) -> used.now());
            else end(thread, after);
        }
    }

    void end(ThreadId thread) {
        end(thread, Duration.ZERO);
    }

    private void end(ThreadId thread, Duration after) {
        servers.computeIfPresent(thread, (_, used) -> {
            if (System.nanoTime() - used.lastNanos() < after.toNanos()) return used;
            used.servers().close();
            return null;
        });
    }

    /// Ends all of them, and waits for those that end already.
    @Override
    public void close() {
        servers.keySet().forEach(this::end);
    }
}
