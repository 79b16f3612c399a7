package dev.pawl.tool.mcp;

import dev.pawl.http.HttpLink;
import dev.pawl.http.Request;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.mcp.McpFailure.Kind;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// The way of 2024-11-05 ("HTTP with SSE"): one stream brings everything the server says, and its
/// first event names where to post. For servers that do not know the newer way.
final class OldHttpCarrier implements Carrier {
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofDays(1);

    private final String id;
    private final ServerSettings.Transport.Http how;
    private final ThreadFactory threads;
    private final Ear ear;
    private final HttpLink link;
    private final BlockingQueue<URI> announced = new ArrayBlockingQueue<>(1);
    private volatile URI target;

    private OldHttpCarrier(String id, ServerSettings.Transport.Http how, ThreadFactory threads, Ear ear) {
        this.id = id;
        this.how = how;
        this.link = new HttpLink(how.proxies());
        this.threads = threads;
        this.ear = ear;
        this.target = how.url();
    }

    /// Opens the stream and waits until the server has said where to post.
    static OldHttpCarrier open(
            String id, ServerSettings.Transport.Http how, ThreadFactory threads, Ear ear, Duration patience)
            throws McpFailure, InterruptedException {
        var carrier = new OldHttpCarrier(id, how, threads, ear);
        threads.newThread(carrier::listen).start();
        var target = carrier.announced.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (target != null && !target.equals(how.url())) {
            carrier.target = target;
            return carrier;
        }
        carrier.close();
        throw new McpFailure(
                Kind.REFUSED, "MCP server `" + id + "` speaks neither streamable HTTP nor SSE at " + how.shown());
    }

    private void listen() {
        var why = "closed its stream";
        var request = new Request("GET", how.url(), headers("text/event-stream"), "");
        try (var reply = link.send(request, LONG)) {
            if (reply.head().status() == 200) {
                var events = new ServerSentEvents(reply.body());
                for (var event = events.next(); event != null; event = events.next()) {
                    if (event.name().equals("endpoint"))
                        announced.offer(endpoint(event.data().strip()));
                    else if (!event.data().isBlank()) ear.hear(Json.parse(event.data()));
                }
            }
        } catch (IOException | BadJson broken) {
            why = "cut its stream: " + broken.getMessage();
        }
        announced.offer(how.url());
        ear.lost("MCP server `" + id + "` " + why);
    }

    /// Only on the server's own host: our headers go there.
    private URI endpoint(String words) throws IOException {
        try {
            var found = how.url().resolve(words);
            if (how.url().getAuthority().equals(found.getAuthority())) return found;
        } catch (IllegalArgumentException noAddress) {
            throw new IOException("it names no address to post to", noAddress);
        }
        throw new IOException("it wants messages sent to another host");
    }

    private Map<String, String> headers(String accept) {
        var headers = new HashMap<>(how.headers());
        headers.put("accept", accept);
        headers.put("content-type", "application/json");
        return headers;
    }

    @Override
    public void send(Json.Obj message) throws McpFailure {
        if (!message.text("method", "").equals("notifications/cancelled")) {
            deliver(message);
            return;
        }
        threads.newThread(() -> {
                    try {
                        deliver(message);
                    } catch (McpFailure unheard) {
                        // Nobody waits for it.
                    }
                })
                .start();
    }

    private void deliver(Json.Obj message) throws McpFailure {
        var request = new Request(target, headers("application/json"), message.write());
        try (var reply = link.send(request, SHORT)) {
            var status = reply.head().status();
            if (status < 200 || status >= 300) throw HttpCarrier.refusal(id, status, reply, false);
        } catch (IOException unreachable) {
            throw HttpCarrier.unreachable(id, how, unreachable);
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
