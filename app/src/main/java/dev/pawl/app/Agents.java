package dev.pawl.app;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.Redaction;
import dev.pawl.agent.Rule;
import dev.pawl.agent.Stance;
import dev.pawl.agent.Tool;
import dev.pawl.appserver.Backend;
import dev.pawl.cli.FileTrouble;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.provider.DiscreetModel;
import dev.pawl.provider.Providers;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.tool.DiscreetTool;
import dev.pawl.tool.Toolbox;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.mcp.McpServers;
import dev.pawl.tool.person.ClientTool;
import dev.pawl.tool.person.RequestUserInput;
import dev.pawl.tool.sandbox.Network;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.worker.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Makes a thread's agent by how the thread is set up, and by what the settings say now. Models
/// are shared: they keep connections. Safe for use by many threads.
final class Agents implements AutoCloseable {
    private final Supplier<LocalEngine.Parts> current;
    private final Threads threads;
    private final Ledger ledger;
    private final Terminals terminals;
    private final Agent.Means means;
    private volatile Shelf shelf;
    private final Map<ThreadId, McpServers> servers = new ConcurrentHashMap<>();
    /// Threads whose servers were started by settings that have changed.
    private final Set<ThreadId> outdated = ConcurrentHashMap.newKeySet();

    private final Map<ThreadId, Integer> followers = new ConcurrentHashMap<>();

    /// The models of one state of the settings, by provider.
    ///
    /// @param links those that keep connections
    /// @param models the same, saying no secrets
    private record Shelf(
            LocalEngine.Parts parts, Redaction redaction, Map<String, Model> links, Map<String, Model> models) {
        static Shelf of(LocalEngine.Parts parts) {
            return with(parts, new ConcurrentHashMap<>());
        }

        private static Shelf with(LocalEngine.Parts parts, Map<String, Model> links) {
            return new Shelf(parts, parts.redaction().redaction(), links, new ConcurrentHashMap<>());
        }

        /// By other settings; connections are kept unless the providers are others, too.
        Shelf next(LocalEngine.Parts now) {
            return now.providers().hasSame(parts.providers()) ? with(now, links) : of(now);
        }

        Model model(String provider) {
            return models.computeIfAbsent(provider, this::open);
        }

        private Model open(String provider) {
            var settings = parts.providers().of(provider);
            var model = links.computeIfAbsent(provider, _ -> Providers.open(settings));
            var told = parts.redaction().isOn() ? new DiscreetModel(model, redaction) : model;
            return parts.record().isEmpty() ? told : Providers.recording(told, Path.of(parts.record()));
        }

        Tool discreet(Tool tool) {
            return parts.redaction().isOn() ? new DiscreetTool(tool, redaction) : tool;
        }
    }

    /// @param terminals where commands are started and kept, of the whole process
    Agents(
            Supplier<LocalEngine.Parts> current,
            Threads threads,
            Ledger ledger,
            Terminals terminals,
            Agent.Means means) {
        this.ledger = ledger;
        this.current = current;
        this.shelf = Shelf.of(current.get());
        this.threads = threads;
        this.terminals = terminals;
        this.means = means;
    }

    Agent of(Gate gate) {
        var thread = new ThreadId(gate.agent().value());
        var found = threads.find(thread)
                .orElseThrow(() -> new IllegalStateException("a turn without its thread: " + thread));
        var shelf = shelf();
        var parts = shelf.parts();
        var chat = found.setup().isUnsettled()
                ? found.with(parts.setups().adjusted(found.setup()), found.updatedAt())
                : found;
        var setup = chat.setup();
        var provider = parts.providers().of(setup.provider());
        var place = parts.in(setup.cwd());
        var workplace = place.workplaces().of(chat);
        var held = workplace.with(fence(workplace, gate));
        return new Agent(
                shelf.model(setup.provider()),
                new ThreadTools(
                        tools(held, setup),
                        held,
                        new ThreadTools.Guards(
                                parts.checkpoints().of(thread, gate.turn(), workplace),
                                place.hooks().of(gate, setup, held, terminals.sandbox()),
                                () -> stance(parts, setup, workplace),
                                shelf::discreet),
                        servers(place.servers(), workplace)),
                setup,
                setup.style().instructions().isEmpty()
                        ? Instructions.text()
                        : setup.style().instructions(),
                new Backoff(provider.patience().streamRetries(), parts.retryBase()),
                means);
    }

    /// From here on no earlier worker of the thread starts anything on this machine.
    private Fence fence(Workplace workplace, Gate gate) {
        try {
            return HeldFence.take(workplace.runFolder(), gate, this::isCurrent);
        } catch (IOException cannot) {
            throw new UncheckedIOException(
                    "the right to act cannot be noted in " + workplace.runFolder() + ": " + FileTrouble.of(cannot),
                    cannot);
        }
    }

    private boolean isCurrent(Gate gate) {
        return ledger.head(gate.agent())
                .filter(head -> head.state() instanceof HeadState.Active active
                        && active.gate().equals(gate))
                .isPresent();
    }

    /// Throws [dev.pawl.cli.UsageError] when a turn set up so could not run here: its provider,
    /// key, rules or MCP servers are not as they must be.
    void check(Setup setup) {
        var parts = shelf().parts();
        parts.providers().of(setup.provider()).endpoint().key().value();
        rules(parts, setup);
        parts.in(setup.cwd()).servers().enabled();
    }

    /// Whether the turns of an agent that others left can run here: its thread is not put away, its
    /// folder is there, and its provider can be asked.
    boolean hasMeans(AgentId agent) {
        var thread = threads.find(new ThreadId(agent.value()));
        if (thread.isEmpty() || thread.get().archived()) return false;
        var setup = thread.get().setup();
        try {
            check(setup);
            return Files.isDirectory(Path.of(setup.cwd()));
        } catch (StoreFailure down) {
            throw down;
        } catch (RuntimeException missing) {
            return false;
        }
    }

    /// Settings that were read again have models of their own; a turn keeps those it began with.
    private Shelf shelf() {
        var parts = current.get();
        var known = shelf;
        if (known.parts().equals(parts)) return known;
        synchronized (this) {
            if (!shelf.parts().equals(parts)) shelf = shelf.next(parts);
            return shelf;
        }
    }

    /// Nobody is asked where nobody may be.
    private Toolbox tools(Workplace workplace, Setup setup) {
        var usual = Toolbox.of(workplace, terminals);
        var silent = Stance.Approval.of(setup.approval()) == Stance.Approval.NEVER;
        var all = silent ? usual : usual.with(new RequestUserInput());
        for (var tool : ClientTool.all(setup.style().tools())) all = all.with(tool);
        return all;
    }

    /// The thread's, once its earlier ones have ended: computeIfAbsent may hand out those that are
    /// just being ended.
    private McpServers servers(McpChoice choice, Workplace workplace) {
        return servers.compute(workplace.thread(), (thread, known) -> {
            if (known != null && !outdated.remove(thread)) return known;
            if (known != null) known.close();
            var pins = new ThreadPins(threads, workplace.thread());
            return McpServers.start(choice.enabled(), workplace, means.threads(), choice.grace(), pins);
        });
    }

    /// Each thread's next turn starts its MCP servers anew, by the settings as they are then.
    void renewServers() {
        outdated.addAll(servers.keySet());
    }

    /// The thread's MCP servers, started if they must be.
    McpServers servers(ThreadId thread) {
        var found = threads.find(thread).orElseThrow(() -> new IllegalArgumentException("thread not found: " + thread));
        var place = shelf().parts().in(found.setup().cwd());
        return servers(place.servers(), place.workplaces().of(found));
    }

    /// The same following; when the last one of a thread is closed, the thread's MCP servers end.
    /// Its next turn starts them again.
    Backend.Following whileFollowed(ThreadId thread, Backend.Following following) {
        followers.merge(thread, 1, Integer::sum);
        return () -> {
            following.close();
            followers.computeIfPresent(thread, (_, count) -> count == 1 ? null : count - 1);
            Thread.ofVirtual().name("pawl-servers-end").start(() -> endUnlessFollowed(thread));
        };
    }

    /// New ones begin only after the old ones have ended: they are found by the same name.
    private void endUnlessFollowed(ThreadId thread) {
        servers.computeIfPresent(thread, (_, all) -> {
            if (followers.containsKey(thread)) return all;
            all.close();
            return null;
        });
    }

    /// Ends the threads' MCP servers, and waits for those that end already.
    @Override
    public void close() {
        for (var thread : servers.keySet()) {
            servers.computeIfPresent(thread, (_, all) -> {
                all.close();
                return null;
            });
        }
    }

    private Stance stance(LocalEngine.Parts parts, Setup setup, Workplace workplace) {
        var mode = Stance.Mode.of(setup.sandbox());
        var network = workplace.confinement().network() == Network.ON;
        return new Stance(
                Stance.Approval.of(setup.approval()),
                new Stance.Reach(mode, network, setup.roots()),
                mode == Stance.Mode.DANGER_FULL_ACCESS
                        || terminals.sandbox().probe().tier() != Tier.NONE,
                rules(parts, setup),
                threads.grants(workplace.thread()).stream()
                        .map(Threads.Grant::seal)
                        .collect(Collectors.toSet()));
    }

    /// The user's, and those of the thread's project once it is trusted.
    private static List<Rule> rules(LocalEngine.Parts parts, Setup setup) {
        var rules = new ArrayList<>(parts.rules().rules());
        rules.addAll(parts.trust().rules(Path.of(setup.cwd())));
        return rules;
    }
}
