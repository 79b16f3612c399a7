package dev.pawl.host;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.briefing.Instructions;
import dev.pawl.delegation.Family;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.agents.AgentTools;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.tool.patch.PatchRecovery;
import dev.pawl.tool.person.ClientTool;
import dev.pawl.tool.person.RequestUserInput;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.turn.Agent;
import dev.pawl.workflow.WorkflowStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Makes a thread's agent from how the thread is set up and from the settings as they are now.
/// Models are shared: they keep connections. Safe for use by many threads.
final class AgentFactory {
    private final Supplier<ThreadConfig> current;
    private final Threads threads;
    private final Ledger ledger;
    private final Terminals terminals;
    private final ThreadServers servers;
    private final Supplier<WorkflowStore> workflows;
    private final Agent.Services services;
    private volatile Models models;

    /// @param terminals where commands of the whole process are started and kept
    AgentFactory(
            Supplier<ThreadConfig> current,
            Threads threads,
            Ledger ledger,
            Terminals terminals,
            ThreadServers servers,
            Supplier<WorkflowStore> workflows,
            Agent.Services services) {
        this.workflows = workflows;
        this.current = current;
        this.models = Models.of(current.get());
        this.threads = threads;
        this.ledger = ledger;
        this.terminals = terminals;
        this.servers = servers;
        this.services = services;
    }

    Agent of(Gate gate) {
        var thread = new ThreadId(gate.agent().value());
        var found = threads.find(thread)
                .orElseThrow(() -> new IllegalStateException("a turn without its thread: " + thread));
        var models = models();
        var config = models.config();
        var chat = found.setup().isUnsettled() ? found.with(config.adjusted(found.setup()), found.updatedAt()) : found;
        var setup = chat.setup();
        var provider = config.provider(setup.provider());
        var place = config.in(setup.cwd());
        var environment = place.environments().of(chat);
        var fenced = environment.with(fence(environment, gate));
        var family = family(gate, chat, config);
        var tools = tools(fenced, chat, place);
        for (var tool : AgentTools.of(family, InstantSource.system())) tools = tools.with(tool);
        return new Agent(
                models.model(setup.provider()),
                new ThreadTools(
                                tools,
                                fenced,
                                new ThreadTools.Guards(
                                        config.checkpoint(thread, gate.turn(), environment),
                                        place.hooks(gate, setup, fenced, terminals.sandbox()),
                                        () -> context(config, setup, environment),
                                        models::redacted),
                                servers.of(place, environment))
                        .calling(family),
                setup,
                setup.style().instructions().isEmpty()
                        ? Instructions.text()
                        : setup.style().instructions(),
                new Backoff(provider.patience().streamRetries(), config.retryBase()),
                services,
                new ThreadSpending(ledger, threads, thread, setup.model(), config.spending(), InstantSource.system()));
    }

    private Family family(Gate gate, ChatThread thread, ThreadConfig config) {
        var depth = ledger.turn(gate.turn()).map(turn -> turn.lineage().depth()).orElse(0);
        var briefings = new Briefings(() -> config, InstantSource.system());
        return new Family(
                ledger,
                threads,
                new Family.Caller(gate.turn(), thread, depth),
                config.delegation(thread.setup().model()),
                new Family.Surroundings(InstantSource.system(), briefings::all));
    }

    /// From here on no earlier worker of the thread starts anything on this machine.
    private Fence fence(ToolEnvironment environment, Gate gate) {
        try {
            var fence = HeldFence.take(environment.runFolder(), gate, this::isCurrent);
            PatchRecovery.settleAbandoned(environment);
            return fence;
        } catch (IOException cannot) {
            throw new UncheckedIOException(
                    "the right to act cannot be noted in " + environment.runFolder() + ": " + FileTrouble.of(cannot),
                    cannot);
        }
    }

    private boolean isCurrent(Gate gate) {
        return ledger.head(gate.agent())
                .filter(head -> head.state() instanceof HeadState.Active active
                        && active.gate().equals(gate))
                .isPresent();
    }

    /// Whether the turns of an agent that others left can run here: its thread is not archived, its
    /// folder is there, and its provider can be asked.
    boolean hasMeans(AgentId agent) {
        var thread = threads.find(new ThreadId(agent.value()));
        if (thread.isEmpty() || thread.get().archived()) return false;
        var setup = thread.get().setup();
        try {
            current.get().check(setup);
            return Files.isDirectory(Path.of(setup.cwd()));
        } catch (StoreFailure down) {
            throw down;
        } catch (RuntimeException missing) {
            return false;
        }
    }

    /// Settings that were read again have models of their own; a turn keeps those it began with.
    private Models models() {
        var config = current.get();
        var known = models;
        if (known.config().equals(config)) return known;
        synchronized (this) {
            if (!models.config().equals(config)) models = models.next(config);
            return models;
        }
    }

    /// No question is offered where the approval policy is never to ask.
    private Toolbox tools(ToolEnvironment environment, ChatThread thread, ThreadConfig place) {
        var setup = thread.setup();
        var usual = Toolbox.of(environment, terminals);
        var silent = ApprovalContext.Approval.of(setup.approval()) == ApprovalContext.Approval.NEVER;
        var all = silent ? usual : usual.with(new RequestUserInput());
        for (var tool : ClientTool.all(setup.style().tools())) all = all.with(tool);
        for (var tool : place.tools(thread, workflows)) all = all.with(tool);
        return all;
    }

    /// The thread's MCP servers, started if they must be.
    McpServers servers(ThreadId thread) {
        var found = threads.find(thread).orElseThrow(() -> new IllegalArgumentException("thread not found: " + thread));
        var place = models().config().in(found.setup().cwd());
        return servers.of(place, place.environments().of(found));
    }

    private ApprovalContext context(ThreadConfig config, Setup setup, ToolEnvironment environment) {
        var mode = ApprovalContext.Mode.of(setup.sandbox());
        var network = environment.confinement().network() == Network.ON;
        return new ApprovalContext(
                ApprovalContext.Approval.of(setup.approval()),
                new ApprovalContext.Scope(mode, network, setup.roots()),
                mode == ApprovalContext.Mode.DANGER_FULL_ACCESS
                        || terminals.sandbox().probe().tier() != Tier.NONE,
                config.rules(Path.of(setup.cwd())),
                threads.grants(environment.thread()).stream()
                        .map(Threads.Grant::seal)
                        .collect(Collectors.toSet()));
    }
}
