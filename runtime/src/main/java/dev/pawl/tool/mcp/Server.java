package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.event.Event;
import dev.pawl.event.Event.ServerChanged.State;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.mcp.McpFailure.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One connection to a server, from its start to its end: connects on a thread of its own, then
/// serves calls. A lost one is not mended; [McpServers] begins another. Safe for use by many
/// threads.
final class Server implements AutoCloseable {
    /// What we speak, the newest first.
    private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
    private static final int MOST_PAGES = 100;
    private static final int MOST_TOOLS = 1_000;

    private final ServerSettings settings;
    private final ToolEnvironment toolEnvironment;
    private final ThreadFactory threads;
    private final Consumer<Event> news;
    private final McpRpc rpc;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile List<RemoteSpec> tools = List.of();
    private volatile @Nullable McpFailure failure;
    private volatile @Nullable Carrier carrier;
    private volatile Greeting greeting = new Greeting("", "", false);
    private volatile boolean closed;

    /// What the server said of itself.
    record Greeting(String name, String version, boolean hasResources) {}

    Server(ServerSettings settings, ToolEnvironment toolEnvironment, ThreadFactory threads, Consumer<Event> news) {
        this.settings = settings;
        this.toolEnvironment = toolEnvironment;
        this.threads = threads;
        this.news = news;
        this.rpc = new McpRpc(settings.id(), this::announced);
    }

    ServerSettings settings() {
        return settings;
    }

    String id() {
        return settings.id();
    }

    void start() {
        news.accept(new Event.ServerChanged(id(), State.STARTING, ""));
        threads.newThread(this::connect).start();
    }

    private void connect() {
        var deadline = System.nanoTime() + settings.patience().startup().toNanos();
        try {
            greet(deadline);
            tools = list(deadline);
            news.accept(new Event.ServerChanged(id(), State.READY, ""));
        } catch (McpFailure failed) {
            fail(failed);
        } catch (BadJson strange) {
            fail(new McpFailure(Kind.LOST, "answered strangely: " + strange.getMessage()));
        } catch (InterruptedException stopped) {
            fail(new McpFailure(Kind.LOST, "stopped while it started"));
            Thread.currentThread().interrupt();
        } finally {
            settled.countDown();
        }
    }

    private void fail(McpFailure why) {
        var way = carrier;
        var words = way == null || why.kind() == Kind.LOST ? "" : way.lastWords();
        var whole = new McpFailure(why.kind(), why.words() + words);
        failure = whole;
        if (!closed) news.accept(new Event.ServerChanged(id(), State.FAILED, whole.words()));
        if (way != null) way.close();
    }

    private void greet(long deadline) throws McpFailure, InterruptedException {
        try {
            greet(deadline, open(deadline, false));
        } catch (McpFailure refused) {
            if (refused.kind() != Kind.OLD) throw refused;
            var way = carrier;
            if (way != null) way.close();
            greet(deadline, open(deadline, true));
        }
    }

    private Carrier open(long deadline, boolean old) throws McpFailure, InterruptedException {
        var way = switch (settings.reach()) {
            case ServerSettings.Transport.Program program -> Program.start(id(), program, toolEnvironment, rpc);
            case ServerSettings.Transport.Http http ->
                old
                        ? OldHttpCarrier.open(id(), http, threads, rpc, left(deadline))
                        : new HttpCarrier(id(), http, threads, rpc);
            case ServerSettings.Transport.Broken(var why) -> throw new McpFailure(Kind.REFUSED, why);
        };
        carrier = way;
        rpc.over(way);
        if (closed) way.close();
        return way;
    }

    private void greet(long deadline, Carrier way) throws McpFailure, InterruptedException {
        var hello = Json.object()
                .with("protocolVersion", VERSIONS.getFirst())
                .with("capabilities", Json.object().with("elicitation", Json.object()))
                .with(
                        "clientInfo",
                        Json.object().with("name", "pawl").with("title", "Pawl").with("version", "1"));
        var reply = rpc.request("initialize", hello, left(deadline), _ -> {});
        var version = reply.text("protocolVersion", "");
        if (!VERSIONS.contains(version)) {
            throw new McpFailure(
                    Kind.REFUSED, "speaks MCP \"" + version + "\"; Pawl knows " + String.join(", ", VERSIONS));
        }
        var about = reply.at("serverInfo");
        greeting = new Greeting(
                (about.text("name", "") + " " + about.text("version", "")).strip(),
                version,
                !reply.at("capabilities").at("resources").isNull());
        way.agreed(version);
        rpc.tell("notifications/initialized", Json.object());
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    }

    private List<RemoteSpec> list(long deadline) throws McpFailure, InterruptedException {
        var found = new ArrayList<RemoteSpec>();
        var cursor = "";
        for (var page = 0; page < MOST_PAGES; page++) {
            var params = cursor.isEmpty() ? Json.object() : Json.object().with("cursor", cursor);
            var reply = rpc.request("tools/list", params, left(deadline), _ -> {});
            for (var tool : reply.list("tools")) {
                var spec = RemoteSpec.of(tool);
                if (isUsable(tool) && settings.offer().has(spec.name()) && found.size() < MOST_TOOLS) found.add(spec);
            }
            cursor = reply.text("nextCursor", "");
            if (cursor.isEmpty()) break;
        }
        found.sort(Comparator.comparing(RemoteSpec::name));
        return List.copyOf(found);
    }

    /// Some tools answer only through tasks, which Pawl does not speak.
    private static boolean isUsable(Json tool) {
        return !tool.at("execution").text("taskSupport", "").equals("required");
    }

    /// A list that changed is read again; until then the old one holds.
    private void announced(String method) {
        if (!method.equals("notifications/tools/list_changed") || settled.getCount() > 0) return;
        threads.newThread(this::refresh).start();
    }

    private void refresh() {
        try {
            tools = list(System.nanoTime() + settings.patience().startup().toNanos());
        } catch (McpFailure | BadJson unchanged) {
            // What was known still holds; a call says what is wrong.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until it is ready or has failed, at most this long. An interrupt ends the wait and is
    /// kept.
    void await(Duration patience) {
        try {
            settled.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isStarting() {
        return settled.getCount() > 0;
    }

    /// Whether it was ready once and is gone.
    boolean isLost() {
        return settled.getCount() == 0 && failure == null && rpc.isLost();
    }

    Optional<String> failure() {
        var why = failure;
        return why == null ? Optional.empty() : Optional.of(why.words());
    }

    Greeting greeting() {
        return greeting;
    }

    List<RemoteSpec> tools() {
        return tools;
    }

    /// Calls a tool, or any other method. Blocks; an interrupt calls it off.
    Json ask(String method, Json.Obj params, Tool.Output output) throws McpFailure, InterruptedException {
        settled.await();
        var why = failure;
        if (why != null) throw new McpFailure(Kind.LOST, "MCP server `" + id() + "` is not there: " + why.words());
        return rpc.request(method, params, settings.patience().call(), output);
    }

    /// Asks it to go; [#close] makes sure.
    void farewell() {
        closed = true;
        var way = carrier;
        if (way != null) way.farewell();
    }

    @Override
    public void close() {
        closed = true;
        var way = carrier;
        if (way != null) way.close();
    }
}
