package dev.pawl.app;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.Stance;
import dev.pawl.event.Live;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.provider.Providers;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.worker.Agent;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;

/// Makes a thread's agent by how the thread is set up. Models are shared: they keep connections.
/// Safe for use by many threads.
final class Agents implements AutoCloseable {
    private final LocalEngine.Parts parts;
    private final Threads threads;
    private final ThreadFactory hands;
    private final Live.Sink live;
    private final Map<String, Model> models = new ConcurrentHashMap<>();
    private final Map<ThreadId, McpServers> servers = new ConcurrentHashMap<>();

    /// @param hands where tools run
    Agents(LocalEngine.Parts parts, Threads threads, ThreadFactory hands, Live.Sink live) {
        this.parts = parts;
        this.threads = threads;
        this.hands = hands;
        this.live = live;
    }

    Agent of(AgentId id) {
        var thread = new ThreadId(id.value());
        var setup = threads.find(thread)
                .map(ChatThread::setup)
                .orElseThrow(() -> new IllegalStateException("a turn without its thread: " + id));
        var provider = parts.providers().of(setup.provider());
        var workplace = parts.workplaces().of(thread, setup);
        return new Agent(
                models.computeIfAbsent(setup.provider(), this::model),
                new ThreadTools(
                        workplace,
                        () -> stance(thread, setup),
                        servers.computeIfAbsent(thread, _ -> servers(workplace))),
                setup,
                Instructions.text(),
                new Backoff(provider.patience().streamRetries(), parts.retryBase()),
                new Agent.Means(hands, live));
    }

    private McpServers servers(Workplace workplace) {
        return McpServers.start(
                parts.servers().enabled(), workplace, hands, parts.servers().grace());
    }

    /// Ends the threads' MCP servers.
    @Override
    public void close() {
        servers.values().forEach(McpServers::close);
    }

    private Stance stance(ThreadId thread, Setup setup) {
        return new Stance(
                Stance.Approval.of(setup.approval()),
                Stance.Mode.of(setup.sandbox()),
                false,
                parts.rules().rules(),
                threads.grants(thread).stream().map(Threads.Grant::seal).collect(Collectors.toSet()));
    }

    private Model model(String provider) {
        var model = Providers.open(parts.providers().of(provider));
        return parts.record().isEmpty() ? model : Providers.recording(model, Path.of(parts.record()));
    }
}
