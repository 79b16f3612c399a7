package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.AppServer;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.net.Access;
import dev.pawl.net.BearerToken;
import dev.pawl.net.HttpCall;
import dev.pawl.net.HttpRefusal;
import dev.pawl.net.HttpRoute;
import dev.pawl.net.ServerReply;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;

/// Every path of `pawl serve`. Each request is judged by `Host` and `Origin`; all but the page's
/// files, the sign-in link and the two health paths need the token or the cookie too.
final class WebRoutes implements HttpRoute {
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final AppServer server;
    private final PageFiles page;
    private final Gatekeeper gatekeeper;
    private final Health health;

    /// Who may come in.
    record Gatekeeper(Access access, BearerToken token, SignIns signIns, String cookie, boolean isEncrypted) {}

    /// How the program stands, for supervisors.
    interface Health {
        /// Why the server is not ready; empty when it is.
        String trouble();

        /// Counters in Prometheus' text form.
        String metrics();

        /// A stream of events was opened.
        void subscribed();

        /// It is over.
        ///
        /// @param tooSlow whether the server ended it because it did not keep up
        void left(boolean tooSlow);

        boolean isEnding();
    }

    WebRoutes(AppServer server, PageFiles page, Gatekeeper gatekeeper, Health health) {
        this.server = server;
        this.page = page;
        this.gatekeeper = gatekeeper;
        this.health = health;
    }

    @Override
    public void serve(HttpCall call) throws IOException, InterruptedException {
        gatekeeper.access().check(call);
        switch (call.path()) {
            case "/healthz" -> status(call, "");
            case "/readyz" -> status(call, health.isEnding() ? "the server is going away" : health.trouble());
            case "/login" -> login(call);
            case "/logout" -> logout(call);
            case "/metrics" -> {
                judge(call, "GET");
                call.reply(ServerReply.of(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        health.metrics().getBytes(UTF_8)));
            }
            case "/app-server" -> socket(call);
            case "/api/rpc" -> rpc(call);
            case "/api/events" -> events(call);
            case String path
            when path.startsWith("/api/") || path.equals("/api") -> {
                judge(call, call.method());
                throw new HttpRefusal(404, "no such path: /api/rpc and /api/events are there\n");
            }
            default -> page.serve(call);
        }
    }

    private static void status(HttpCall call, String trouble) throws IOException {
        only(call, "GET", "HEAD");
        var body = trouble.isEmpty()
                ? Json.object().with("status", "ok")
                : Json.object().with("status", "unavailable").with("reason", trouble);
        call.reply(ServerReply.json(trouble.isEmpty() ? 200 : 503, body.write()));
    }

    private static void only(HttpCall call, String... methods) {
        for (var method : methods) if (call.method().equals(method)) return;
        throw new HttpRefusal(405, "this path takes " + String.join(" or ", methods) + "\n");
    }

    // Who is it?

    private void judge(HttpCall call, String method) {
        prove(call);
        only(call, method);
        if (health.isEnding()) throw new HttpRefusal(503, "the server is going away\n");
        call.admit();
    }

    private void prove(HttpCall call) {
        var authorization = call.header("Authorization");
        if (authorization.isPresent()) {
            if (gatekeeper.token().holds(BearerToken.in(authorization.get()))) return;
            throw unknown();
        }
        var cookie = call.cookie(gatekeeper.cookie());
        if (cookie.isEmpty() || !gatekeeper.signIns().isCookie(cookie.get())) throw unknown();
        if (!isOwnPage(call)) throw new HttpRefusal(403, "this is not a request of Pawl's own page\n");
    }

    private static HttpRefusal unknown() {
        return new HttpRefusal(
                401, "sign in with the link that `pawl serve` prints, or send Authorization: Bearer TOKEN\n");
    }

    /// A browser sends the cookie with requests of other pages on this machine too. Its own page's
    /// requests carry its `Origin`, or say that they are of the same origin.
    private static boolean isOwnPage(HttpCall call) {
        if (call.header("Origin").isPresent()) return true; // judged by Access
        var site = call.header("Sec-Fetch-Site").orElse("");
        return site.equals("same-origin") || (call.method().equals("GET") && !call.isUpgrade() && site.isEmpty());
    }

    private void login(HttpCall call) throws IOException {
        only(call, "GET");
        var token = call.query("token").orElse("");
        if (token.isEmpty() || !gatekeeper.signIns().use(token)) {
            throw new HttpRefusal(
                    403, "this link was used or is too old: `pawl serve` on the same machine prints a new one\n");
        }
        var cookie = gatekeeper.cookie() + "=" + gatekeeper.signIns().cookie()
                + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + SignIns.COOKIE.toSeconds()
                + (gatekeeper.isEncrypted() ? "; Secure" : "");
        call.reply(ServerReply.empty(303).with("Location", next(call)).with("Set-Cookie", cookie));
    }

    /// A place in the page, never another server.
    private static String next(HttpCall call) {
        var next = call.query("next").orElse("/");
        var isPlace = next.matches("/[A-Za-z0-9_-][A-Za-z0-9_/-]*");
        return isPlace ? next : "/";
    }

    private void logout(HttpCall call) throws IOException {
        judge(call, "POST");
        var cookie = call.cookie(gatekeeper.cookie());
        if (cookie.isPresent()) gatekeeper.signIns().forget(cookie.get());
        call.reply(ServerReply.empty(204)
                .with("Set-Cookie", gatekeeper.cookie() + "=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"));
    }

    // The three carriers of one method table.

    private void socket(HttpCall call) throws IOException {
        judge(call, "GET");
        if (!call.isUpgrade()) throw new HttpRefusal(426, "this path is for WebSocket clients\n");
        call.upgrade(server.provedClient());
    }

    private void rpc(HttpCall call) throws IOException, InterruptedException {
        judge(call, "POST");
        var type = call.header("Content-Type").orElse("");
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new HttpRefusal(415, "send Content-Type: application/json\n");
        }
        var body = new String(call.body(), UTF_8);
        try {
            call.reply(ServerReply.json(200, server.call(body)));
        } catch (BadJson unreadable) {
            var error = Json.object().with("code", -32700).with("message", "not a request: " + unreadable.getMessage());
            call.reply(ServerReply.json(
                    400,
                    Json.object()
                            .with("error", error)
                            .with("id", new Json.Null())
                            .write()));
        }
    }

    private void events(HttpCall call) throws IOException, InterruptedException {
        judge(call, "GET");
        var thread = call.query("thread");
        var stream = new EventStream(InstantSource.system(), BEAT, health::isEnding);
        var tooSlow = new AtomicBoolean();
        Runnable cut = () -> {
            tooSlow.set(true);
            call.cut();
        };
        try (var feed = thread.isEmpty() ? server.listen(cut) : server.listen(thread(thread.get()), after(call), cut)) {
            health.subscribed();
            try {
                stream.send(feed, call);
            } finally {
                health.left(tooSlow.get());
            }
        } catch (NoSuchElementException unknown) {
            throw new HttpRefusal(404, "thread: " + unknown.getMessage() + "\n");
        }
    }

    private static ThreadId thread(String id) {
        try {
            return new ThreadId(id);
        } catch (IllegalArgumentException notAnId) {
            throw new HttpRefusal(400, "thread: " + notAnId.getMessage() + "\n");
        }
    }

    private static long after(HttpCall call) {
        var given = call.header("Last-Event-ID").or(() -> call.query("after"));
        if (given.isEmpty()) return -1;
        if (!given.get().matches("[0-9]{1,18}")) throw new HttpRefusal(400, "after: not the number of an event\n");
        return Long.parseLong(given.get());
    }
}
