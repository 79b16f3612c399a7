package dev.pawl.host;

import dev.pawl.event.Live;
import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Ledger;
import dev.pawl.thread.Threads;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.Recovery;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerProcess;
import dev.pawl.worker.turn.Agent;
import dev.pawl.worker.turn.AgentSteps;
import dev.pawl.worker.turn.Steps;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workspace.FolderGuard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/// What runs turns in a host: agents, their terminals and MCP servers, and the worker.
final class TurnHost implements AutoCloseable {
    private final Parts parts;
    private final Terminals terminals;
    private final ThreadServers servers;
    private final AgentFactory agents;
    private final Worker worker;

    /// What turns are made of.
    ///
    /// @param live where words go as they come
    record Parts(
            Ledger ledger,
            Threads threads,
            IdSource ids,
            Supplier<ThreadConfig> current,
            Supplier<WorkflowStore> workflows,
            Live.Sink live) {}

    TurnHost(Parts parts, WorkerMode mode, Duration lease) {
        this.parts = parts;
        var config = parts.current().get();
        var tools = threads(mode, "pawl-tool-");
        this.terminals = new Terminals(config.environments().sandbox());
        this.servers = new ThreadServers(parts.threads(), tools);
        this.agents = new AgentFactory(
                parts.current(),
                parts.threads(),
                parts.ledger(),
                terminals,
                servers,
                parts.workflows(),
                new Agent.Services(tools, parts.live(), config.questionPatience()));
        Steps.Maker usual = new ExplainedSteps(new AgentSteps(parts.ledger(), agents::of), parts.current());
        // A command has a person before it who is told that the folder is gone.
        var steps = mode instanceof WorkerMode.Target ? new FolderGuard(usual, parts.threads()) : usual;
        this.worker =
                new Worker(parts.ledger(), steps, identity(mode, lease), parts.ids(), threads(mode, "pawl-turn-"));
    }

    /// Short-lived commands use no virtual threads: those keep a poller in native code, for which
    /// the JVM waits at its exit.
    private static ThreadFactory threads(WorkerMode mode, String name) {
        return mode instanceof WorkerMode.Family
                ? Thread.ofPlatform().daemon(true).name(name, 0).factory()
                : Thread.ofVirtual().name(name, 0).factory();
    }

    private Worker.Identity identity(WorkerMode mode, Duration lease) {
        var id = WorkerProcess.name(parts.ids().fresh());
        return switch (mode) {
            case WorkerMode.None _, WorkerMode.Watch _ ->
                throw new IllegalArgumentException("a host without a worker runs no turns");
            case WorkerMode.Family(var pool) ->
                new Worker.Identity(
                        id, List.of(pool), WorkerMode.TURNS_AT_ONCE, lease, WorkerProcess::vital, Recovery.USUAL);
            case WorkerMode.Target target ->
                new Worker.Identity(
                        id,
                        target.served(),
                        target.slots(),
                        lease,
                        WorkerProcess::vital,
                        new Recovery(target.scope(), agents::hasMeans));
        };
    }

    Worker worker() {
        return worker;
    }

    AgentFactory agents() {
        return agents;
    }

    ThreadServers servers() {
        return servers;
    }

    /// Ends the MCP servers of threads that have had no turn for a while.
    void endIdleServers() {
        servers.endIdle(parts.current().get().unloadAfter(), this::isRunning);
    }

    private boolean isRunning(ThreadId thread) {
        return parts.ledger()
                .head(new AgentId(thread.value()))
                .filter(head -> head.state() instanceof Running)
                .isPresent();
    }

    /// After the worker has ended its turns.
    @Override
    public void close() {
        servers.close();
        terminals.close();
    }
}
