package dev.pawl.tool.mcp;

import dev.pawl.json.Json;
import dev.pawl.tool.mcp.McpFailure.Kind;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// JSON-RPC with one server: requests wait for their answers, what the server asks is answered,
/// what it announces is passed on. Safe for use by many threads.
final class Rpc implements Carrier.Ear {
    private static final int METHOD_NOT_FOUND = -32601;

    private final String server;
    private final Consumer<String> announced;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    private volatile @Nullable Carrier carrier;
    private volatile @Nullable McpFailure gone;

    private sealed interface Reply {
        record Result(Json value) implements Reply {}

        record Failed(McpFailure why) implements Reply {}
    }

    private record Open(BlockingQueue<Reply> reply, Consumer<String> progress) {}

    /// @param announced hears the names of the server's notifications
    Rpc(String server, Consumer<String> announced) {
        this.server = server;
        this.announced = announced;
    }

    void over(Carrier way) {
        carrier = way;
    }

    private Carrier way() throws McpFailure {
        var failure = gone;
        if (failure != null) throw failure;
        var way = carrier;
        if (way == null) throw new McpFailure(Kind.LOST, "MCP server `" + server + "` is not connected");
        return way;
    }

    /// Asks and waits. An interrupt, or a time-out, tells the server that nobody waits any more.
    ///
    /// @param progress hears how far the server says it is
    Json request(String method, Json.Obj params, Duration patience, Consumer<String> progress)
            throws McpFailure, InterruptedException {
        var way = way();
        var id = ids.incrementAndGet();
        var mine = new Open(new ArrayBlockingQueue<>(1), progress);
        open.put(id, mine);
        try {
            var meta = Json.object().with("progressToken", id);
            way.send(message(method)
                    .with("id", id)
                    .with("params", method.equals("tools/call") ? params.with("_meta", meta) : params));
            // A server that was lost before it was asked tells nobody of this one.
            var failure = gone;
            if (failure != null) throw failure;
            var reply = mine.reply().poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (reply == null) {
                cancel(way, id, method, "timed out");
                throw new McpFailure(Kind.TIMEOUT, "timed out awaiting " + method + " after " + seconds(patience));
            }
            return switch (reply) {
                case Reply.Result(var value) -> value;
                case Reply.Failed(var why) -> throw why;
            };
        } catch (InterruptedException stopped) {
            cancel(way, id, method, "the user stopped the turn");
            throw stopped;
        } finally {
            open.remove(id);
        }
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /// A handshake is never taken back; all else is.
    private void cancel(Carrier way, long id, String method, String reason) {
        way.forget(id);
        if (method.equals("initialize")) return;
        var interrupted = Thread.interrupted();
        try {
            tell("notifications/cancelled", Json.object().with("requestId", id).with("reason", reason));
        } catch (McpFailure gone) {
            // Then it is not doing it either.
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    void tell(String method, Json.Obj params) throws McpFailure {
        way().send(message(method).with("params", params));
    }

    private static Json.Obj message(String method) {
        return Json.object().with("jsonrpc", "2.0").with("method", method);
    }

    @Override
    public void hear(Json message) {
        if (message instanceof Json.Arr(var batch)) {
            batch.forEach(this::hear);
        } else if (message.at("method") instanceof Json.Str(var method)) {
            if (message.at("id").isNull()) announced(method, message.at("params"));
            else answer(message.at("id"), method);
        } else if (message.at("id") instanceof Json.Num(var digits)) {
            answered(digits, message);
        }
    }

    private void answered(String digits, Json message) {
        var waiting = digits.matches("[0-9]{1,18}") ? open.get(Long.parseLong(digits)) : null;
        if (waiting == null) return; // too late, or not ours
        var error = message.at("error");
        var failure = new McpFailure(Kind.REFUSED, error.text("message", error.write()));
        waiting.reply().offer(error.isNull() ? new Reply.Result(message.at("result")) : new Reply.Failed(failure));
    }

    private void announced(String method, Json params) {
        if (method.equals("notifications/progress")) {
            var token = params.at("progressToken") instanceof Json.Num(var digits) ? digits : "";
            var waiting = token.matches("[0-9]{1,18}") ? open.get(Long.parseLong(token)) : null;
            if (waiting != null) waiting.progress().accept(progress(params));
        }
        announced.accept(method);
    }

    private static String progress(Json params) {
        var done = params.at("progress") instanceof Json.Num(var digits) ? digits : "";
        var total = params.at("total") instanceof Json.Num(var digits) ? "/" + digits : "";
        var words = params.text("message", "");
        var count = (done + total).isEmpty() ? "" : "[" + done + total + "]";
        return (count + (count.isEmpty() || words.isEmpty() ? "" : " ") + words).strip() + "\n";
    }

    /// What a server asks of us. Nobody can be asked within a call, so a form is declined.
    private void answer(Json id, String method) {
        var reply = Json.object().with("jsonrpc", "2.0").with("id", id);
        reply = switch (method) {
            case "ping" -> reply.with("result", Json.object());
            case "elicitation/create" -> reply.with("result", Json.object().with("action", "decline"));
            case String unknown ->
                reply.with(
                        "error",
                        Json.object().with("code", METHOD_NOT_FOUND).with("message", "not supported: " + unknown));
        };
        if (method.equals("elicitation/create")) {
            var words = "The server asked the user something; Pawl declined for them: nobody can be asked here.\n";
            open.values().forEach(waiting -> waiting.progress().accept(words));
        }
        try {
            way().send(reply);
        } catch (McpFailure unreachable) {
            // Whoever waits is told by the way itself.
        }
    }

    @Override
    public void failed(long request, McpFailure failure) {
        var waiting = open.get(request);
        if (waiting != null) waiting.reply().offer(new Reply.Failed(failure));
    }

    @Override
    public void lost(String why) {
        var failure = new McpFailure(Kind.LOST, why);
        gone = failure;
        open.values().forEach(waiting -> waiting.reply().offer(new Reply.Failed(failure)));
    }

    boolean isLost() {
        return gone != null;
    }
}
