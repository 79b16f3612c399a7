package dev.pawl.main;

import dev.pawl.api.ApiHost;
import dev.pawl.api.FlowBoard;
import dev.pawl.config.CheckpointConfig;
import dev.pawl.config.PawlHome;
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
import java.util.function.Supplier;

/// The program behind Pawl's own methods: the durable store of a server.
record LocalApiHost(
        Supplier<Host> host,
        Supplier<CheckpointConfig> checkpoints,
        PawlHome home,
        Supplier<List<Finding>> looks,
        FlowBoard flows)
        implements ApiHost {
    @Override
    public Gateway gateway() {
        return host.get().gateway();
    }

    @Override
    public ThreadOperations threads() {
        return host.get().operations();
    }

    @Override
    public StatusReader statuses() {
        return host.get().statuses();
    }

    @Override
    public AgentReport agents() {
        return host.get().agents();
    }

    @Override
    public List<Host.WorkerLine> workers() {
        return host.get().workers();
    }

    @Override
    public StoreReports reports() {
        return host.get().reports();
    }

    @Override
    public Undo undo(Path folder) throws IOException {
        return checkpoints.get().undo(folder);
    }

    @Override
    public WorkspaceDiff diff(Path folder) throws IOException {
        return checkpoints.get().diff(folder);
    }

    @Override
    public List<Finding> doctor() {
        return looks.get();
    }

    @Override
    public Path logs() {
        return home.files().resolve("logs");
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void wake() {
        host.get().wake();
    }

    @Override
    public AutoCloseable whenGrown(Consumer<ThreadId> thread, Runnable any) {
        return host.get().whenGrown(thread, any);
    }
}
