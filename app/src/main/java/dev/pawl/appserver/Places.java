package dev.pawl.appserver;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The connections of a server. One that has not said `initialize` is a newcomer: it has a short
/// while for that, takes no client's place, and gives way to the next when there are too many. Safe
/// for use by many threads.
final class Places {
    private final int mostNewcomers;
    private final int mostClients;
    private final Duration patience;
    private final Map<SocketChannel, Thread> newcomers = new LinkedHashMap<>();
    private final Set<SocketChannel> clients = new HashSet<>();

    Places(int mostNewcomers, int mostClients, Duration patience) {
        this.mostNewcomers = mostNewcomers;
        this.mostClients = mostClients;
        this.patience = patience;
    }

    synchronized void enter(SocketChannel newcomer) {
        if (newcomers.size() >= mostNewcomers) {
            var oldest = newcomers.keySet().iterator().next();
            leave(oldest);
            close(oldest);
        }
        newcomers.put(newcomer, Thread.ofVirtual().name("pawl-newcomer").start(() -> wait(newcomer)));
    }

    private void wait(SocketChannel newcomer) {
        try {
            Thread.sleep(patience);
            if (isNewcomer(newcomer)) close(newcomer);
        } catch (InterruptedException notNewAnyMore) {
            // It became a client, or has left.
        }
    }

    private synchronized boolean isNewcomer(SocketChannel connection) {
        return newcomers.containsKey(connection);
    }

    /// Gives a newcomer a client's place, if there is one.
    synchronized boolean admit(SocketChannel newcomer) {
        leave(newcomer);
        return clients.size() < mostClients && clients.add(newcomer);
    }

    synchronized void leave(SocketChannel connection) {
        clients.remove(connection);
        var waiting = newcomers.remove(connection);
        if (waiting != null) waiting.interrupt();
    }

    private static void close(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException closed) {
            // That is what was wanted.
        }
    }
}
