package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.http.Reply;
import dev.pawl.http.ServerSentEvents;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// An answer on its way over HTTP. [#close] may come from another thread and frees a waiting
/// [#next] at once.
final class HttpAnswer implements Model.Answering {
    private final Reply reply;
    private final Dialect.Reader reader;
    private final ServerSentEvents events;
    private final Duration idle;
    private final boolean streamed;
    private boolean read;
    private final Queue<ModelEvent> ready = new ArrayDeque<>();
    private @Nullable ModelFailure held; // told once all that is ready was taken
    private volatile boolean complete;

    HttpAnswer(Reply reply, Dialect.Reader reader, Duration idle) {
        this.reply = reply;
        this.reader = reader;
        this.events = new ServerSentEvents(reply.body());
        this.idle = idle;
        this.streamed = !reply.head().header("content-type").startsWith("application/json");
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
            var event = streamed ? events.next() : whole();
            if (event == null) {
                reader.ended(ready);
            } else {
                reader.read(event, ready);
            }
        } catch (SocketTimeoutException silent) {
            broken(Failures.idle());
        } catch (IOException cut) {
            if (Thread.interrupted()) throw stopped();
            broken(Failures.cut());
        } catch (ModelFailure failure) {
            broken(failure);
        }
    }

    /// Some servers do not stream: their one reply is then the one event.
    private ServerSentEvents.@Nullable Event whole() throws InterruptedIOException {
        var text = read ? "" : reply.text(ServerSentEvents.LARGEST);
        read = true;
        if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException();
        return text.isEmpty() ? null : new ServerSentEvents.Event("", text);
    }

    private void broken(ModelFailure failure) {
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
