package dev.pawl.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// A reply whose head is here and whose body is on its way. Read by one thread; [#close] may be
/// called by any, at any time, more than once.
public final class HttpReply implements AutoCloseable {
    private final HttpLink link;
    private final Wire wire;
    private final HttpHead head;
    private final Body body;
    private final AtomicBoolean closed = new AtomicBoolean();

    HttpReply(HttpLink link, Wire wire, HttpHead head) throws IOException {
        this.link = link;
        this.wire = wire;
        this.head = head;
        this.body = new Body(wire, head);
    }

    public HttpHead head() {
        return head;
    }

    public InputStream body() {
        return body;
    }

    /// From now on a read that lasts beyond this throws `SocketTimeoutException`.
    public void patience(Duration patience) {
        wire.patience(patience);
    }

    /// The body as text, up to a limit. A body that breaks off is worth what came.
    public String text(int mostBytes) {
        var text = new ByteArrayOutputStream();
        var piece = new byte[8 * 1024];
        try {
            while (text.size() < mostBytes) {
                var count = body.read(piece, 0, Math.min(piece.length, mostBytes - text.size()));
                if (count < 0) break;
                text.write(piece, 0, count);
            }
        } catch (IOException cut) {
            // the head already says what matters
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /// Keeps the connection for the next request. Only for the thread that read the body to where
    /// it has all it wanted; a server that has not ended its reply by then loses the connection.
    public void release() {
        if (!closed.compareAndSet(false, true)) return;
        if (finished()) {
            link.keep(wire);
        } else {
            link.drop(wire);
        }
    }

    private boolean finished() {
        try {
            return !head.header("connection").equalsIgnoreCase("close") && body.finished();
        } catch (IOException broken) {
            return false;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) link.drop(wire);
    }
}
