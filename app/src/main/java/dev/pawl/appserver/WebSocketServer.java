package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Many clients over WebSocket, one message for each text frame, and two looks for a supervisor:
/// `/readyz` and `/healthz`. A virtual thread or two for each connection.
///
/// A client runs commands as the user, so the [Door] lets in only what the user sent.
final class WebSocketServer implements AutoCloseable {
    private static final int MOST_CLIENTS = 256;
    private static final int MOST_NEWCOMERS = 128;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long BREATH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ServerSocketChannel socket;
    private final Entrance entrance;
    private final Places places;

    /// How connections are let in, and let go.
    interface Entrance {
        Door door();

        /// Whether the other end is one to talk with at all.
        boolean isWelcome(SocketChannel client) throws IOException;

        /// Where a token lies that was made for this start.
        Optional<Path> tokenFile();

        void close() throws IOException;
    }

    private WebSocketServer(ServerSocketChannel socket, Entrance entrance, Duration patience) {
        this.socket = socket;
        this.entrance = entrance;
        this.places = new Places(MOST_NEWCOMERS, MOST_CLIENTS, patience);
    }

    /// A port whose door is made when the port is known.
    static WebSocketServer on(InetSocketAddress address, TokenChoice tokens) throws IOException {
        return on(address, tokens, PATIENCE);
    }

    static WebSocketServer on(InetSocketAddress address, TokenChoice tokens, Duration patience) throws IOException {
        var socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address, MOST_CLIENTS);
            var bound = (InetSocketAddress) socket.getLocalAddress();
            return new WebSocketServer(socket, new PortEntrance(bound, tokens.open(bound.getPort())), patience);
        } catch (IOException | RuntimeException notOpened) {
            socket.close();
            throw notOpened;
        }
    }

    static WebSocketServer on(Path file) throws IOException {
        return new WebSocketServer(SocketFile.open(file, MOST_CLIENTS), new FileEntrance(file), PATIENCE);
    }

    private record PortEntrance(Door door, TokenChoice.Opened token) implements Entrance {
        PortEntrance(InetSocketAddress bound, TokenChoice.Opened token) {
            this(Door.ofPort(bound, token.token()), token);
        }

        @Override
        public boolean isWelcome(SocketChannel client) throws IOException {
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return true;
        }

        @Override
        public Optional<Path> tokenFile() {
            return token.file().map(TokenFile::path);
        }

        @Override
        public void close() throws IOException {
            token.close();
        }
    }

    private record FileEntrance(Path file) implements Entrance {
        @Override
        public Door door() {
            return Door.ofFile();
        }

        @Override
        public boolean isWelcome(SocketChannel client) throws IOException {
            return SocketFile.isOwnersOwn(client, file);
        }

        @Override
        public Optional<Path> tokenFile() {
            return Optional.empty();
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(file);
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) socket.getLocalAddress()).getPort();
    }

    Optional<Path> tokenFile() {
        return entrance.tokenFile();
    }

    /// Until it is closed.
    void serve(Hub hub, Map<String, Call.Method> methods) throws IOException {
        while (socket.isOpen()) {
            try {
                var client = socket.accept();
                places.enter(client);
                Thread.ofVirtual().name("pawl-client").start(() -> serve(client, hub, methods));
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException noDescriptor) {
                // The process has too many files open: one that is closed makes room.
                LockSupport.parkNanos(BREATH_NANOS);
            }
        }
    }

    private void serve(SocketChannel client, Hub hub, Map<String, Call.Method> methods) {
        try (client) {
            if (!entrance.isWelcome(client)) return;
            var in = new BufferedInputStream(Channels.newInputStream(client), 16 * 1024);
            var out = Channels.newOutputStream(client);
            var request = Handshake.read(in);
            var refusal = entrance.door().refuses(request);
            out.write((refusal.isPresent() ? Handshake.refused(refusal.get()) : request.reply()).getBytes(ISO_8859_1));
            if (refusal.isPresent() || !request.isUpgrade()) return;
            new WebSocketClient(client, in, out).serve(hub, methods, () -> places.admit(client));
        } catch (IOException gone) {
            // The client left, or never spoke HTTP.
        } finally {
            places.leave(client);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        entrance.close();
    }
}
