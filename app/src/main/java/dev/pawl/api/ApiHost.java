package dev.pawl.api;

import dev.pawl.doctor.Finding;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.host.AgentReport;
import dev.pawl.host.Host;
import dev.pawl.id.ThreadId;
import dev.pawl.store.StoreReports;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.checkpoint.WorkspaceDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// What the methods need of the rest of the program. Safe for use by many threads.
public interface ApiHost {
    Gateway gateway();

    ThreadOperations threads();

    StatusReader statuses();

    StoreReports reports();

    /// The agents that threads have called.
    AgentReport agents();

    /// Who runs the turns of the store.
    List<Host.WorkerLine> workers();

    /// @throws IOException when there can be no checkpoints in this folder; the message says why
    Undo undo(Path folder) throws IOException;

    /// @throws IOException when there can be no checkpoints in this folder; the message says why
    WorkspaceDiff diff(Path folder) throws IOException;

    FlowBoard flows();

    /// Looks at the machine; takes a moment.
    List<Finding> doctor();

    /// Where long-lived processes write their logs.
    Path logs();

    Instant now();

    /// Looks at the store now: another process of this home has written to it.
    void wake();

    /// Tells of every thread whose log has grown, until the result is closed.
    ///
    /// @param thread called by the thread that wrote: quick, and without blocking
    /// @param any    called when other processes may have written
    AutoCloseable whenGrown(Consumer<ThreadId> thread, Runnable any);
}
