package dev.pawl.tool.mcp;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.event.Event;
import dev.pawl.event.Event.ServerChanged.State;
import dev.pawl.json.Json;
import dev.pawl.tool.ToolEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/// The MCP servers of one thread of chat, shared by its turns. All start at once and nobody waits
/// for the slow ones longer than the grace: their tools are offered from the step after they are
/// ready. One that was lost is started again when it is next looked at. Safe for use by many
/// threads.
public final class McpServers implements AutoCloseable {
    private static final int MOST_STARTS = 3;
    /// Whoever lived as long as this may be started as often again.
    private static final Duration LONG_LIFE = Duration.ofMinutes(1);

    private final ToolEnvironment toolEnvironment;
    private final ThreadFactory threads;
    private final Duration grace;
    private final ToolPins pins;
    private final long began = System.nanoTime();
    private final Queue<Event> news = new ConcurrentLinkedQueue<>();
    private final List<Seat> seats = new ArrayList<>();
    private volatile long usedAt = System.nanoTime();

    /// A server's place, whoever sits there now.
    private static final class Seat {
        private Server server;
        private int starts = 1;
        private long since = System.nanoTime();

        Seat(Server server) {
            this.server = server;
        }
    }

    private McpServers(ToolEnvironment toolEnvironment, ThreadFactory threads, Duration grace, PinStore pins) {
        this.toolEnvironment = toolEnvironment;
        this.threads = threads;
        this.grace = grace;
        this.pins = new ToolPins(pins);
    }

    /// Starts them all and returns at once.
    ///
    /// @param grace how long a step waits for servers that start; counted once, from now
    /// @param pins where is kept how their tools were first offered in the thread
    public static McpServers start(
            List<ServerSettings> settings,
            ToolEnvironment toolEnvironment,
            ThreadFactory threads,
            Duration grace,
            PinStore pins) {
        var servers = new McpServers(toolEnvironment, threads, grace, pins);
        if (settings.isEmpty()) return servers;
        ServerNote.endLeftBehind(toolEnvironment);
        settings.stream().sorted(Comparator.comparing(ServerSettings::id)).forEach(servers::seat);
        return servers;
    }

    private synchronized void seat(ServerSettings settings) {
        seats.add(new Seat(begin(settings)));
    }

    private Server begin(ServerSettings settings) {
        var server = new Server(settings, toolEnvironment, threads, news::add);
        server.start();
        return server;
    }

    /// What happened to servers since this was last asked.
    public List<Event> news() {
        var all = new ArrayList<Event>();
        for (var event = news.poll(); event != null; event = news.poll()) all.add(event);
        return all;
    }

    /// What the model is told, always in the same order. Waits for servers that start, as long as
    /// the grace lasts; for one that is required as long as it may take.
    ///
    /// @throws ModelFailure when a required server is not there
    public List<ToolSpec> specs() {
        var servers = servers();
        for (var server : servers) {
            var required = server.settings().required();
            var longest = required ? server.settings().patience().startup().plus(grace) : left();
            if (server.isStarting() && longest.isPositive()) server.await(longest);
            if (required && server.failure().isPresent()) {
                throw new ModelFailure(
                        ModelFailure.Kind.BAD_REQUEST,
                        "the MCP server `" + server.id() + "` is required and did not start: "
                                + server.failure().get());
            }
        }
        return tools(servers).values().stream().map(Tool::spec).toList();
    }

    private Duration left() {
        return grace.minusNanos(System.nanoTime() - began);
    }

    /// A tool by its name. For one of a server that still starts, waits for the server.
    public Optional<Tool> find(String name) {
        var servers = servers();
        for (var server : servers) {
            if (server.isStarting() && name.startsWith(ToolNames.prefix(server.id()))) {
                server.await(server.settings().patience().startup());
            }
        }
        return Optional.ofNullable(tools(servers).get(name));
    }

    /// Asks a server something in its own words; waits for one that starts.
    ///
    /// @return what it answers; nothing when there is no such server
    /// @throws IllegalStateException with the server's reason when it does not answer
    public Optional<Json> ask(String id, String method, Json.Obj params) throws InterruptedException {
        for (var server : servers()) {
            if (!server.id().equals(id)) continue;
            try {
                return Optional.of(server.ask(method, params, _ -> {}));
            } catch (McpFailure failed) {
                throw new IllegalStateException(failed.words(), failed);
            }
        }
        return Optional.empty();
    }

    private Map<String, Tool> tools(List<Server> servers) {
        var tools = new LinkedHashMap<String, Tool>();
        if (servers.isEmpty()) return tools;
        var tokens = toolEnvironment.limits().outputTokens();
        for (var kind : ResourceTool.Kind.values()) {
            var tool = new ResourceTool(kind, servers, tokens);
            tools.put(tool.spec().name(), tool);
        }
        for (var server : servers) {
            var offered = server.tools();
            pins.see(server, offered);
            for (var remote : offered) {
                var name = ToolNames.distinct(server.id(), remote.name(), tools.keySet());
                tools.put(name, new RemoteTool(server, remote, pins, new RemoteTool.Guise(name, tokens)));
            }
        }
        return tools;
    }

    /// How long ago a turn or a client last asked for them.
    public Duration idle() {
        return Duration.ofNanos(System.nanoTime() - usedAt);
    }

    /// Those in force; whoever was lost is replaced first.
    private synchronized List<Server> servers() {
        usedAt = System.nanoTime();
        var now = new ArrayList<Server>(seats.size());
        for (var seat : seats) {
            if (seat.server.isLost() && mayStart(seat)) {
                var lost = seat.server;
                news.add(new Event.ServerChanged(lost.id(), State.FAILED, "lost; it is started again"));
                lost.close();
                seat.server = begin(lost.settings());
                seat.starts++;
                seat.since = System.nanoTime();
            }
            now.add(seat.server);
        }
        return now;
    }

    private static boolean mayStart(Seat seat) {
        if (System.nanoTime() - seat.since > LONG_LIFE.toNanos()) seat.starts = 0;
        return seat.starts < MOST_STARTS;
    }

    /// Ends them all, with everything they started.
    @Override
    public void close() {
        List<Server> all;
        synchronized (this) {
            all = seats.stream().map(seat -> seat.server).toList();
            seats.clear();
        }
        all.forEach(Server::farewell);
        all.forEach(Server::close);
    }
}
