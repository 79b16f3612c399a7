package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.http.HttpReply;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.ProviderError;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// An answer on its way over HTTP. [#close] may come from another thread and frees a waiting
/// [#next] at once.
final class HttpModelResponse implements Model.ResponseStream {
    private static final int PAGE_BYTES = 64 * 1024;

    private final HttpReply reply;
    private final Dialect.Reader reader;
    private final PushbackInputStream body;
    private final ServerSentEvents events;
    private final Duration idle;
    private boolean begun;
    private final Queue<ModelEvent> ready = new ArrayDeque<>();
    private @Nullable ModelFailure held; // told once all that is ready was taken
    private volatile boolean complete;

    HttpModelResponse(HttpReply reply, Dialect.Reader reader, Duration idle) {
        this.reply = reply;
        this.reader = reader;
        this.body = new PushbackInputStream(reply.body(), 1);
        this.events = new ServerSentEvents(body);
        this.idle = idle;
    }

    @Override
    public ModelEvent next() throws InterruptedException {
        if (Thread.interrupted()) throw stopped();
        while (ready.isEmpty()) {
            if (held != null) throw held;
            if (complete) throw new IllegalStateException("the answer is complete");
            pull();
        }
        var event = ready.remove();
        if (event instanceof ModelEvent.Completed) complete = true;
        return event;
    }

    private void pull() throws InterruptedException {
        try {
            reply.patience(idle);
            if (begun || !isWhole()) stream();
        } catch (SocketTimeoutException silent) {
            broken(Failures.idle());
        } catch (IOException cut) {
            if (Thread.interrupted()) throw stopped();
            broken(Failures.cut());
        } catch (ModelFailure failure) {
            broken(failure);
        }
    }

    private void stream() throws IOException {
        var event = events.next();
        if (event == null) {
            reader.ended(ready);
        } else {
            reader.read(event, ready);
        }
    }

    /// Whether the answer came in one piece, and was read. Not every server streams, and not every
    /// server says what it sends: no line of a stream begins like JSON or like a page.
    private boolean isWhole() throws IOException {
        begun = true;
        var first = body.read();
        while (first == ' ' || first == '\t' || first == '\r' || first == '\n') first = body.read();
        if (first < 0) return false;
        body.unread(first);
        if (first == '<') {
            var page = new String(body.readNBytes(PAGE_BYTES), StandardCharsets.UTF_8);
            throw Failures.notAnAnswer(ProviderError.of(page).message());
        }
        if (first != '{' && first != '[') return false;
        whole(new String(body.readNBytes(ServerSentEvents.LARGEST), StandardCharsets.UTF_8));
        return true;
    }

    /// An answer as one object; else its events without their framing, in a list or line by line.
    private void whole(String text) {
        try {
            if (Json.parse(text) instanceof Json.Arr(var events)) {
                for (var event : events) reader.read(new ServerSentEvents.Event("", event.write()), ready);
                if (!isComplete()) reader.ended(ready);
            } else {
                reader.whole(Json.parse(text), ready);
            }
        } catch (BadJson lines) {
            for (var line : text.lines().toList()) {
                if (!line.isBlank()) reader.read(new ServerSentEvents.Event("", line.strip()), ready);
            }
            if (!isComplete()) reader.ended(ready);
        }
    }

    private boolean isComplete() {
        return ready.stream().anyMatch(ModelEvent.Completed.class::isInstance);
    }

    private void broken(ModelFailure failure) {
        reader.broken(ready);
        held = failure;
        reply.close();
    }

    private InterruptedException stopped() {
        reply.close();
        return new InterruptedException("stopped while the model was answering");
    }

    /// A complete answer leaves its connection to the next one.
    @Override
    public void close() {
        if (complete) {
            reply.release();
        } else {
            reply.close();
        }
    }
}
