package dev.pawl.provider;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// An HTTP server that says exactly the bytes a test gives it. The n-th request gets the n-th
/// scene, the last scene repeats.
public final class WireServer implements AutoCloseable {
    /// What the server does once a request is there.
    @FunctionalInterface
    public interface Scene {
        void play(Stage stage) throws IOException;
    }

    public record Received(String path, Map<String, String> headers, String body) {}

    private final ServerSocket listening;
    private final List<Scene> scenes;
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public WireServer(Scene... scenes) {
        this.scenes = List.of(scenes);
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        Thread.ofPlatform().daemon().start(this::accept);
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/v1";
    }

    public List<Received> received() {
        return received;
    }

    int connections() {
        return connections.get();
    }

    int openConnections() {
        return open.size();
    }

    private void accept() {
        try {
            while (true) {
                var socket = listening.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            while (!socket.isClosed()) {
                received.add(read(socket.getInputStream()));
                var scene = scenes.get(Math.min(served.getAndIncrement(), scenes.size() - 1));
                scene.play(new Stage(socket));
            }
        } catch (IOException gone) {
            // the client left, or the scene cut the line
        } finally {
            open.remove(socket);
        }
    }

    private static Received read(InputStream in) throws IOException {
        var request = line(in).split(" ", 3);
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        var body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Received(request[1], headers, new String(body, StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) throw new EOFException();
            if (b != '\r') line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (var socket : new ArrayList<>(open)) socket.close();
    }

    /// One connection, while it is the server's turn to speak.
    public static final class Stage {
        private final Socket socket;

        private Stage(Socket socket) {
            this.socket = socket;
        }

        Stage raw(String text) throws IOException {
            return raw(text.getBytes(StandardCharsets.UTF_8));
        }

        public Stage raw(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        }

        /// The head of a streamed answer.
        public Stage begin() throws IOException {
            return raw("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        }

        public Stage chunk(String text) throws IOException {
            return chunk(text.getBytes(StandardCharsets.UTF_8));
        }

        public Stage chunk(byte[] bytes) throws IOException {
            var chunk = new ByteArrayOutputStream();
            chunk.writeBytes((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
            chunk.writeBytes(bytes);
            chunk.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
            return raw(chunk.toByteArray());
        }

        /// A whole streamed answer in one packet.
        public void whole(String text) throws IOException {
            var length = Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length);
            raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n" + length + "\r\n" + text + "\r\n0\r\n\r\n");
        }

        /// The regular end of a streamed answer; the connection stays.
        public void end() throws IOException {
            raw("0\r\n\r\n");
        }

        /// A whole answer of another status.
        void refuse(int status, Map<String, String> headers, String body) throws IOException {
            var head = new StringBuilder("HTTP/1.1 " + status + " Whatever\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            raw(head + "content-length: " + bytes.length + "\r\n\r\n").raw(bytes);
        }

        /// Closes as if the process had ended.
        public void hangUp() throws IOException {
            socket.close();
        }

        /// Closes with a reset.
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /// Blocks until the client has closed its side.
        void awaitClose() throws IOException {
            try {
                while (socket.getInputStream().read() >= 0) {
                    // whatever it still says
                }
            } catch (IOException reset) {
                // closed all the same
            } finally {
                socket.close();
            }
        }
    }
}
