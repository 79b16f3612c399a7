package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.pawl.cli.UsageError;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.Semaphore;

/// Many clients over WebSocket, one message for each text frame, and two looks for a supervisor:
/// `/readyz` and `/healthz`. A virtual thread or two for each connection.
///
/// Whoever reaches the port can run commands as the user, so it is opened on this machine's own
/// addresses only, and what comes from a web page (it has an `Origin`) is refused.
final class WebSocketServer implements AutoCloseable {
    private static final int MOST_CLIENTS = 256;
    private static final int HANDSHAKE_MILLIS = 10_000;

    private final ServerSocket socket;
    private final Hub hub;
    private final Map<String, Call.Method> methods;
    private final Semaphore places = new Semaphore(MOST_CLIENTS);

    WebSocketServer(InetSocketAddress address, Hub hub, Map<String, Call.Method> methods) throws IOException {
        this.hub = hub;
        this.methods = methods;
        this.socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(address, MOST_CLIENTS);
    }

    /// Where `ws://HOST:PORT` leads.
    static InetSocketAddress address(String listen) {
        try {
            var url = new URI(listen);
            if (!"ws".equals(url.getScheme()) || url.getHost() == null) throw unclear(listen);
            if (url.getPort() < 0 || url.getPort() > 0xffff) throw unclear(listen);
            var host = InetAddress.getByName(url.getHost());
            if (!host.isLoopbackAddress()) {
                throw new UsageError(
                        "app-server runs commands for whoever reaches it, and knows no passwords: it listens"
                                + " on this machine only\n  use ws://127.0.0.1:" + url.getPort()
                                + ", and ssh -L to come from"
                                + " elsewhere");
            }
            return new InetSocketAddress(host, url.getPort());
        } catch (URISyntaxException | UnknownHostException notAnAddress) {
            throw unclear(listen);
        }
    }

    private static UsageError unclear(String listen) {
        return new UsageError("cannot listen on " + listen + "\n  stdio, or ws://HOST:PORT as in ws://127.0.0.1:7718");
    }

    int port() {
        return socket.getLocalPort();
    }

    /// Until it is closed.
    void serve() throws IOException {
        while (!socket.isClosed()) {
            var client = socket.accept();
            if (places.tryAcquire()) Thread.ofVirtual().name("pawl-client").start(() -> serve(client));
            else client.close();
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            client.setSoTimeout(HANDSHAKE_MILLIS);
            var in = new BufferedInputStream(client.getInputStream(), 16 * 1024);
            var request = Handshake.read(in);
            client.getOutputStream().write(request.reply().getBytes(ISO_8859_1));
            if (!request.isUpgrade()) return;
            client.setSoTimeout(0);
            new WebSocketClient(client, in).serve(hub, methods);
        } catch (IOException gone) {
            // The client left, or never spoke HTTP.
        } finally {
            places.release();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
