package dev.pawl.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A cable to a real server that a test can pull out and put back in.
///
/// While it is out, its port refuses connections, as if the server were not running.
public final class Wire implements AutoCloseable {
    private final InetSocketAddress server;
    private final Set<Socket> ends = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile @Nullable ServerSocket door;

    public Wire(String host, int serverPort) {
        this.server = new InetSocketAddress(host, serverPort);
        this.port = freePort();
        plug();
    }

    public int port() {
        return port;
    }

    /// A port of the loopback that nobody listens on.
    public static int freePort() {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    public void plug() {
        // The port of a door that was just shut may take a moment to become free.
        Eventually.eventually("the port is free", this::opened);
    }

    private boolean opened() {
        try {
            var opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            door = opened;
            Thread.ofVirtual().start(() -> accept(opened));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    public void pull() {
        var open = door;
        door = null;
        if (open != null) shut(open);
        ends.forEach(Wire::shut);
        ends.clear();
    }

    @Override
    public void close() {
        pull();
    }

    private void accept(ServerSocket open) {
        try {
            while (true) {
                var client = open.accept();
                var onward = new Socket();
                onward.connect(server);
                ends.add(client);
                ends.add(onward);
                if (open.isClosed()) {
                    shut(client);
                    shut(onward);
                }
                Thread.ofVirtual().start(() -> pump(client, onward));
                Thread.ofVirtual().start(() -> pump(onward, client));
            }
        } catch (IOException pulled) {
            shut(open);
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            ends.remove(from);
        }
        ends.remove(to);
    }

    private static void shut(AutoCloseable end) {
        try {
            end.close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
