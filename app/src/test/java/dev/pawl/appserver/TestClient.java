package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A client of the app-server that keeps all it is told.
final class TestClient implements WebSocket.Listener, AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final StringBuilder part = new StringBuilder();
    private final List<Json> heard = new ArrayList<>();
    private @Nullable WebSocket socket;
    private int lastId;

    /// @param unwanted notifications it is not told of
    static TestClient connect(URI url, String token, String... unwanted) throws InterruptedException {
        var capabilities = Json.object()
                .with("experimentalApi", Json.of(true))
                .with("optOutNotificationMethods", Json.strings(List.of(unwanted)));
        return connect(url, token, capabilities);
    }

    static TestClient connect(URI url, String token, Json capabilities) throws InterruptedException {
        var client = dial(url, "Bearer " + token);
        client.call("initialize", hello().with("capabilities", capabilities).write());
        return client;
    }

    /// The parameters of the first request.
    static Json.Obj hello() {
        return Json.object()
                .with("clientInfo", Json.object().with("name", "test").with("version", "1"));
    }

    /// A connection that has said nothing yet.
    ///
    /// @param authorization empty for none
    static TestClient dial(URI url, String authorization) throws InterruptedException {
        var client = new TestClient();
        try {
            var builder = HttpClient.newHttpClient().newWebSocketBuilder();
            if (!authorization.isEmpty()) builder.header("Authorization", authorization);
            client.socket = builder.buildAsync(url, client).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException refused) {
            throw new IllegalStateException("no connection to " + url, refused);
        }
        return client;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        hear(Json.object().with("closed", code));
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            hear(Json.parse(part.toString()));
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    private synchronized void hear(Json message) {
        heard.add(message);
        notifyAll();
    }

    void send(Json message) throws InterruptedException {
        try {
            Objects.requireNonNull(socket).sendText(message.write(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException gone) {
            throw new IllegalStateException(gone);
        }
    }

    /// The result, or a failure that shows the error.
    Json call(String method, String params) throws InterruptedException {
        var answer = ask(method, params);
        if (!answer.at("error").isNull()) throw new IllegalStateException(answer.write());
        return answer.at("result");
    }

    /// The message of the error, or a failure that shows the result.
    String refuses(String method, String params) throws InterruptedException {
        var answer = ask(method, params);
        if (answer.at("error").isNull()) throw new IllegalStateException("not refused: " + answer.write());
        return answer.at("error").text("message");
    }

    private Json ask(String method, String params) throws InterruptedException {
        var id = begin(method, params);
        return await(method, id);
    }

    /// Sends a request and does not wait for its answer.
    Json begin(String method, String params) throws InterruptedException {
        var id = Json.of(++lastId);
        send(Json.object().with("id", id).with("method", method).with("params", Json.parse(params)));
        return id;
    }

    /// The answer to a request, result or error.
    Json await(String what, Json id) throws InterruptedException {
        return await(
                what,
                message -> message.at("id").equals(id) && message.at("method").isNull());
    }

    /// A whole turn, and its id.
    String turn(String thread) throws InterruptedException {
        var input = Json.array(List.of(Json.object().with("type", "text").with("text", "go")));
        var params = Json.object().with("threadId", thread).with("input", input);
        var turn = call("turn/start", params.write()).at("turn").text("id");
        await(
                "turn/completed",
                message -> message.text("method", "").equals("turn/completed")
                        && message.at("params").at("turn").text("id").equals(turn));
        return turn;
    }

    void answer(Json request, String decision) throws InterruptedException {
        send(Json.object()
                .with("id", request.at("id"))
                .with("result", Json.object().with("decision", decision)));
    }

    Json await(String method, String thread) throws InterruptedException {
        return await(
                method,
                message -> message.text("method", "").equals(method)
                        && message.at("params").text("threadId", "").equals(thread));
    }

    synchronized Json await(String what, Predicate<Json> wanted) throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            for (var message : heard) if (wanted.test(message)) return message;
            var left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) throw new IllegalStateException("not heard: " + what + " in " + heard);
            wait(left);
        }
    }

    /// All notifications about a thread.
    synchronized List<Json> told(String thread) {
        return heard.stream()
                .filter(message -> message.at("params").text("threadId", "").equals(thread))
                .toList();
    }

    synchronized List<String> methods(String thread) {
        return heard.stream()
                .filter(message -> message.at("params").text("threadId", "").equals(thread))
                .map(message -> message.text("method"))
                .toList();
    }

    synchronized List<Json> heard(String method) {
        return heard.stream()
                .filter(message -> message.text("method", "").equals(method))
                .toList();
    }

    @Override
    public void close() {
        Objects.requireNonNull(socket).abort();
    }
}
