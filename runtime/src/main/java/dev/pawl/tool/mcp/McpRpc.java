package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.card.Question;
import dev.pawl.json.Json;
import dev.pawl.tool.mcp.McpFailure.Kind;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// JSON-RPC with one server: requests wait for their answers, what the server asks is answered,
/// what it announces is passed on. Safe for use by many threads.
final class McpRpc implements Carrier.Ear {
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final String CALL = "tools/call";
    /// How many questions of a server may stand in line for one call.
    private static final int MOST_QUESTIONS = 8;

    private final String server;
    private final Consumer<String> announced;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    /// What the server asked and still wants to know.
    private final Set<Json> questions = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Carrier carrier;
    private volatile @Nullable McpFailure gone;

    private sealed interface Reply {
        record Result(Json value) implements Reply {}

        record Failed(McpFailure why) implements Reply {}

        /// No answer yet: the server asks the person first.
        record Asks(Json id, Question.Elicitation question) implements Reply {}
    }

    private record Open(long id, String method, BlockingQueue<Reply> replies, Tool.Output output) {
        boolean isOver() {
            return replies.stream().anyMatch(reply -> !(reply instanceof Reply.Asks));
        }
    }

    /// @param announced hears the names of the server's notifications
    McpRpc(String server, Consumer<String> announced) {
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
    /// @param output hears how far the server says it is, and asks the person for it
    Json request(String method, Json.Obj params, Duration patience, Tool.Output output)
            throws McpFailure, InterruptedException {
        var way = way();
        var id = ids.incrementAndGet();
        var mine = new Open(id, method, new LinkedBlockingQueue<>(MOST_QUESTIONS + 2), output);
        open.put(id, mine);
        try {
            var meta = Json.object().with("progressToken", id);
            way.send(message(method)
                    .with("id", id)
                    .with("params", method.equals(CALL) ? params.with("_meta", meta) : params));
            // A server that was lost before it was asked tells nobody of this one.
            var failure = gone;
            if (failure != null) throw failure;
            var reply = await(mine, patience);
            if (reply.isPresent()) return reply.get();
            cancel(way, id, method, "timed out");
            throw new McpFailure(Kind.TIMEOUT, "timed out awaiting " + method + " after " + seconds(patience));
        } catch (InterruptedException stopped) {
            cancel(way, id, method, "the user stopped the turn");
            throw stopped;
        } finally {
            open.remove(id);
        }
    }

    /// Empty when the time is up. While a person is asked, it does not run.
    private Optional<Json> await(Open mine, Duration patience) throws McpFailure, InterruptedException {
        for (var left = patience.toNanos(); ; ) {
            var since = System.nanoTime();
            var reply = mine.replies().poll(left, TimeUnit.NANOSECONDS);
            left -= System.nanoTime() - since;
            switch (reply) {
                case Reply.Result(var value) -> {
                    return Optional.of(value);
                }
                case Reply.Failed(var why) -> throw why;
                case Reply.Asks(var id, var question) -> askThePerson(mine, id, question);
                case null -> {
                    return Optional.empty();
                }
            }
        }
    }

    private void askThePerson(Open mine, Json id, Question.Elicitation question) throws InterruptedException {
        var said = mine.output().ask(question, () -> questions.contains(id) && !mine.isOver() && gone == null);
        if (questions.remove(id)) reply(id, Elicited.result(said));
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
            else answer(message.at("id"), method, message.at("params"));
        } else if (message.at("id") instanceof Json.Num(var digits)) {
            answered(digits, message);
        }
    }

    private void answered(String digits, Json message) {
        var waiting = digits.matches("[0-9]{1,18}") ? open.get(Long.parseLong(digits)) : null;
        if (waiting == null) return; // too late, or not ours
        var error = message.at("error");
        var failure = new McpFailure(Kind.REFUSED, error.text("message", error.write()));
        waiting.replies().offer(error.isNull() ? new Reply.Result(message.at("result")) : new Reply.Failed(failure));
    }

    private void announced(String method, Json params) {
        if (method.equals("notifications/progress")) {
            var token = params.at("progressToken") instanceof Json.Num(var digits) ? digits : "";
            var waiting = token.matches("[0-9]{1,18}") ? open.get(Long.parseLong(token)) : null;
            if (waiting != null) waiting.output().write(progress(params));
        }
        if (method.equals("notifications/cancelled")) questions.remove(params.at("requestId"));
        announced.accept(method);
    }

    private static String progress(Json params) {
        var done = params.at("progress") instanceof Json.Num(var digits) ? digits : "";
        var total = params.at("total") instanceof Json.Num(var digits) ? "/" + digits : "";
        var words = params.text("message", "");
        var count = (done + total).isEmpty() ? "" : "[" + done + total + "]";
        return (count + (count.isEmpty() || words.isEmpty() ? "" : " ") + words).strip() + "\n";
    }

    /// What a server asks of us.
    private void answer(Json id, String method, Json params) {
        switch (method) {
            case "ping" -> reply(id, Json.object());
            case "elicitation/create" -> elicit(id, params);
            case String unknown -> refuse(id, METHOD_NOT_FOUND, "not supported: " + unknown);
        }
    }

    /// A server does not say for which of its calls it asks; it can only be one that is open. The
    /// thread that waits for that call's answer asks the person, so that all ends with the call.
    private void elicit(Json id, Json params) {
        var question = Elicited.question(server, params);
        if (question.isEmpty()) {
            refuse(id, INVALID_PARAMS, "only forms are supported: flat, and of a reasonable size");
            return;
        }
        var call = open.values().stream()
                .filter(waiting -> waiting.method().equals(CALL))
                .max(Comparator.comparingLong(Open::id));
        questions.add(id);
        var heard = call.isPresent()
                && call.get().replies().size() < MOST_QUESTIONS
                && call.get().replies().offer(new Reply.Asks(id, question.get()));
        if (!heard && questions.remove(id)) reply(id, Json.object().with("action", "decline"));
    }

    private void refuse(Json id, int code, String message) {
        send(Json.object()
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("error", Json.object().with("code", code).with("message", message)));
    }

    private void reply(Json id, Json.Obj result) {
        send(Json.object().with("jsonrpc", "2.0").with("id", id).with("result", result));
    }

    private void send(Json.Obj reply) {
        try {
            way().send(reply);
        } catch (McpFailure unreachable) {
            // Whoever waits is told by the way itself.
        }
    }

    @Override
    public void failed(long request, McpFailure failure) {
        var waiting = open.get(request);
        if (waiting != null) waiting.replies().offer(new Reply.Failed(failure));
    }

    @Override
    public void lost(String why) {
        var failure = new McpFailure(Kind.LOST, why);
        gone = failure;
        open.values().forEach(waiting -> waiting.replies().offer(new Reply.Failed(failure)));
    }

    boolean isLost() {
        return gone != null;
    }
}
