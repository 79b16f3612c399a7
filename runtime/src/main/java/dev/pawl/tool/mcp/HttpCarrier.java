package dev.pawl.tool.mcp;

import dev.pawl.http.HttpLink;
import dev.pawl.http.HttpReply;
import dev.pawl.http.Request;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.mcp.McpFailure.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A server behind one URL ("streamable HTTP"): each message is a POST whose reply is the answer,
/// as JSON or as a stream; a GET stays open for what the server says by itself.
///
/// A connection serves one request and is not kept: one that was kept may be dead, and a call that
/// may have been done must not be sent again.
final class HttpCarrier implements Carrier {
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofDays(1);
    private static final int MOST_TRIES = 5;
    private static final int RETRY_MILLIS = 1_000;
    private static final String STREAM = "text/event-stream";

    private final String id;
    private final ServerSettings.Transport.Http how;
    private final ThreadFactory threads;
    private final Ear ear;
    private final HttpLink link;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Long, Thread> askers = new ConcurrentHashMap<>();
    private volatile String version = "";
    private volatile String ticket = "";

    HttpCarrier(String id, ServerSettings.Transport.Http how, ThreadFactory threads, Ear ear) {
        this.id = id;
        this.how = how;
        this.link = new HttpLink(how.proxies());
        this.threads = threads;
        this.ear = ear;
    }

    /// A message gets a thread, a request's ends with its answer. Only the end of the handshake is
    /// delivered at once: what follows depends on it.
    @Override
    public void send(Json.Obj message) throws McpFailure {
        var method = message.text("method", "");
        if (!method.isEmpty() && message.at("id") instanceof Json.Num) {
            var request = message.at("id").asLong();
            var asker = threads.newThread(() -> ask(request, message));
            askers.put(request, asker);
            asker.start();
        } else if (method.equals("notifications/initialized")) {
            deliver(message);
        } else {
            threads.newThread(() -> mention(message)).start();
        }
    }

    private void deliver(Json.Obj message) throws McpFailure {
        try (var reply = post(message, SHORT)) {
            check(reply);
        } catch (IOException unreachable) {
            throw unreachable(unreachable);
        }
    }

    private void mention(Json.Obj message) {
        try {
            deliver(message);
        } catch (McpFailure unheard) {
            // Nobody waits for it.
        }
    }

    private void ask(long request, Json.Obj message) {
        try (var reply = post(message, LONG)) {
            check(reply);
            var given = reply.head().header("mcp-session-id");
            if (!given.isEmpty()) ticket = given;
            if (reply.head().header("content-type").startsWith(STREAM)) follow(request, reply);
            else ear.hear(Json.parse(reply.text(LineReader.LARGEST)));
        } catch (IOException broken) {
            ear.failed(request, unreachable(broken));
        } catch (BadJson strange) {
            ear.failed(request, new McpFailure(Kind.LOST, named("did not answer with JSON: " + strange.getMessage())));
        } catch (McpFailure refused) {
            // Lost first: who asks again must find that the server is to be started anew.
            if (refused.kind() == Kind.LOST) ear.lost(refused.words());
            ear.failed(request, refused);
        } finally {
            askers.remove(request);
        }
    }

    /// Reads the answer's stream; one that breaks off is taken up again where the server allows it.
    private void follow(long request, HttpReply first) throws IOException, McpFailure {
        var events = new ServerSentEvents(first.body());
        if (hear(events, request)) return;
        for (var tries = 0; tries < MOST_TRIES && !events.lastId().isEmpty(); tries++) {
            if (pause(events.retryMillis(RETRY_MILLIS))) return;
            try (var again = get(events.lastId())) {
                check(again);
                var more = new ServerSentEvents(again.body());
                if (hear(more, request)) return;
                if (!more.lastId().isEmpty()) events = more;
            }
        }
        throw new IOException("the answer broke off");
    }

    /// Whether the answer to the request came.
    private boolean hear(ServerSentEvents events, long request) {
        try {
            for (var event = events.next(); event != null; event = events.next()) {
                if (event.data().isBlank()) continue;
                var message = Json.parse(event.data());
                ear.hear(message);
                if (isAnswer(message, request)) return true;
            }
        } catch (IOException cut) {
            // The same as its end.
        }
        return false;
    }

    private static boolean isAnswer(Json message, long request) {
        if (message instanceof Json.Arr(var batch)) return batch.stream().anyMatch(one -> isAnswer(one, request));
        return message.at("method").isNull()
                && message.at("id") instanceof Json.Num(var digits)
                && digits.equals(Long.toString(request));
    }

    /// Whether the carrier was closed meanwhile.
    private boolean pause(int millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void agreed(String spoken) {
        version = spoken;
        threads.newThread(this::listen).start();
    }

    /// What the server says by itself. Many servers have nothing to say and refuse the GET.
    private void listen() {
        var last = "";
        for (var tries = 0; tries < MOST_TRIES; tries++) {
            try (var reply = get(last)) {
                if (reply.head().status() != 200
                        || !reply.head().header("content-type").startsWith(STREAM)) return;
                var events = new ServerSentEvents(reply.body());
                for (var event = events.next(); event != null; event = events.next()) {
                    if (!event.data().isBlank()) ear.hear(Json.parse(event.data()));
                    tries = 0;
                }
                last = events.lastId();
                if (pause(events.retryMillis(RETRY_MILLIS))) return;
            } catch (IOException | BadJson broken) {
                if (pause(RETRY_MILLIS)) return;
            }
        }
    }

    private HttpReply post(Json.Obj message, Duration patience) throws IOException {
        var headers = headers();
        headers.put("content-type", "application/json");
        headers.put("accept", "application/json, " + STREAM);
        return link.send(new Request(how.url(), headers, message.write()), patience);
    }

    private HttpReply get(String lastId) throws IOException {
        var headers = headers();
        headers.put("accept", STREAM);
        if (!lastId.isEmpty()) headers.put("last-event-id", lastId);
        return link.send(new Request("GET", how.url(), headers, ""), LONG);
    }

    private Map<String, String> headers() {
        var headers = new HashMap<>(how.headers());
        if (!version.isEmpty()) headers.put("mcp-protocol-version", version);
        if (!ticket.isEmpty()) headers.put("mcp-session-id", ticket);
        return headers;
    }

    private void check(HttpReply reply) throws McpFailure {
        var status = reply.head().status();
        if (status >= 200 && status < 300) return;
        if (status == 404 && !ticket.isEmpty()) throw new McpFailure(Kind.LOST, named("has forgotten us (HTTP 404)"));
        throw refusal(id, status, reply, version.isEmpty());
    }

    static McpFailure refusal(String id, int status, HttpReply reply, boolean first) {
        var words = "MCP server `" + id + "` ";
        if (status == 401 || status == 403) {
            return new McpFailure(
                    Kind.REFUSED,
                    words + "wants other credentials (HTTP " + status
                            + "): set bearer_token_env_var or http_headers in its settings");
        }
        if (status >= 300 && status < 400) {
            return new McpFailure(
                    Kind.REFUSED,
                    words + "has moved: set its url to " + reply.head().header("location"));
        }
        var old = first && (status == 400 || status == 404 || status == 405);
        return new McpFailure(
                old ? Kind.OLD : Kind.REFUSED,
                words + "answered HTTP " + status + " " + reply.text(500).strip());
    }

    private McpFailure unreachable(IOException why) {
        return unreachable(id, how, why);
    }

    static McpFailure unreachable(String id, ServerSettings.Transport.Http how, IOException why) {
        @Nullable String words = why.getMessage();
        return new McpFailure(
                Kind.LOST,
                "MCP server `" + id + "` cannot be reached at " + how.shown() + ": "
                        + (words == null ? why.getClass().getSimpleName() : words));
    }

    private String named(String what) {
        return "MCP server `" + id + "` " + what;
    }

    @Override
    public void forget(long request) {
        var asker = askers.get(request);
        if (asker != null) asker.interrupt();
    }

    /// The server may forget us now.
    @Override
    public void farewell() {
        if (ticket.isEmpty() || closed.getCount() == 0) return;
        try (var reply = link.send(new Request("DELETE", how.url(), headers(), ""), Duration.ofMillis(500))) {
            reply.head();
        } catch (IOException gone) {
            // Then it has.
        }
        ticket = "";
    }

    @Override
    public void close() {
        farewell();
        closed.countDown();
        link.close();
    }
}
