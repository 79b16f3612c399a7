package dev.pawl.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sends requests and keeps idle connections. Starts no thread. Safe for use by many threads;
/// closing it cuts whatever is under way.
public final class HttpLink implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    private static final long LONGEST_IDLE = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST_IDLE = 8;

    /// Where a request goes, and by which way.
    private record Line(Origin origin, Optional<Proxy> proxy) {
        boolean isRelayed() {
            return proxy.isPresent() && !origin.secure();
        }
    }

    private record Idle(Origin origin, Wire wire, long since) {}

    private final Proxies proxies;
    private final Deque<Idle> idle = new ArrayDeque<>();
    private final Map<Wire, Origin> used = new HashMap<>();
    private boolean closed;

    public HttpLink(Proxies proxies) {
        this.proxies = proxies;
    }

    /// Sends the request and waits for the reply's head. An interrupt ends the wait with some
    /// `IOException`, and the thread's interrupt flag is then set.
    public HttpReply send(Request request, Duration patience) throws IOException {
        var origin = Origin.of(request.url());
        var proxy = proxies.to(origin);
        var line = new Line(origin, proxy);
        var kept = take(origin);
        if (kept != null) {
            try {
                return exchange(line, kept, request, patience);
            } catch (SocketTimeoutException silent) {
                // It has the request and may be at work on it: the caller may send it again.
                throw silent;
            } catch (IOException stale) {
                // The server had given the connection up, most likely: a fresh one decides.
                if (Thread.currentThread().isInterrupted()) throw stale;
            }
        }
        var fresh = Wire.open(origin, proxy, CONNECT_TIMEOUT);
        register(origin, fresh);
        return exchange(line, fresh, request, patience);
    }

    private HttpReply exchange(Line line, Wire wire, Request request, Duration patience) throws IOException {
        try {
            wire.patience(patience);
            var body = request.body().getBytes(StandardCharsets.UTF_8);
            wire.send(head(line, request, body.length), body);
            return new HttpReply(this, wire, HttpHead.read(wire));
        } catch (IOException | RuntimeException failed) {
            drop(wire);
            throw failed;
        }
    }

    private static byte[] head(Line line, Request request, int length) {
        var origin = line.origin;
        var head = new StringBuilder(512);
        var path = request.url().getRawPath();
        var query = request.url().getRawQuery();
        head.append(request.method()).append(' ');
        // A proxy that leads on by itself has to be told where to.
        if (line.isRelayed()) head.append("http://").append(origin.authority());
        head.append(path == null || path.isEmpty() ? "/" : path);
        if (query != null) head.append('?').append(query);
        head.append(" HTTP/1.1\r\n");
        if (line.isRelayed()) head.append(line.proxy.get().authorization());
        head.append("host: ").append(origin.authority());
        head.append("\r\ncontent-length: ").append(length).append("\r\n");
        request.headers()
                .forEach((name, value) -> head.append(clean(name))
                        .append(": ")
                        .append(clean(value))
                        .append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// A value from a settings file must not begin a header of its own.
    private static String clean(String text) {
        return text.replace("\r", "").replace("\n", "");
    }

    private synchronized @Nullable Wire take(Origin origin) {
        var now = System.nanoTime();
        for (var each = idle.descendingIterator(); each.hasNext(); ) {
            var kept = each.next();
            if (now - kept.since() > LONGEST_IDLE) {
                each.remove();
                kept.wire().close();
            } else if (kept.origin().equals(origin)) {
                each.remove();
                used.put(kept.wire(), origin);
                return kept.wire();
            }
        }
        return null;
    }

    private synchronized void register(Origin origin, Wire wire) throws IOException {
        if (closed) {
            wire.close();
            throw new IOException("the link is closed");
        }
        used.put(wire, origin);
    }

    synchronized void keep(Wire wire) {
        var origin = used.remove(wire);
        if (origin == null || closed || idle.size() == MOST_IDLE) {
            wire.close();
        } else {
            idle.add(new Idle(origin, wire, System.nanoTime()));
        }
    }

    synchronized void drop(Wire wire) {
        used.remove(wire);
        wire.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(kept -> kept.wire().close());
        idle.clear();
        used.keySet().forEach(Wire::close);
        used.clear();
    }
}
