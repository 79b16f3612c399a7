package dev.pawl.appserver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PlacesTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private ServerSocketChannel server;

    @BeforeEach
    void open() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /// Both ends of a connection.
    private record Pair(SocketChannel ours, SocketChannel theirs) {
        /// Waits for the other end to be closed.
        boolean isCut() throws IOException {
            return theirs.read(ByteBuffer.allocate(1)) < 0;
        }
    }

    private Pair connection() throws IOException {
        var theirs = SocketChannel.open(server.getLocalAddress());
        return new Pair(server.accept(), theirs);
    }

    @Test
    void aNewcomerThatSaysNothingIsCut() throws IOException {
        var places = new Places(10, 10, Duration.ofMillis(50));
        var idle = connection();
        places.enter(idle.ours());
        assertTrue(idle.isCut());
    }

    @Test
    void newcomersGiveWayToTheNextAndTakeNoClientsPlace() throws IOException {
        var places = new Places(2, 1, LONG);
        var first = connection();
        var second = connection();
        var third = connection();
        places.enter(first.ours());
        places.enter(second.ours());
        places.enter(third.ours());
        assertTrue(first.isCut());
        assertTrue(second.ours().isOpen());
        assertTrue(places.admit(third.ours()));
        assertFalse(places.admit(second.ours()), "one client's place, and it is taken");
        places.leave(third.ours());
        assertTrue(places.admit(second.ours()));
    }

    @Test
    void aClientMayBeSilent() throws IOException {
        var places = new Places(1, 1, Duration.ofMillis(50));
        var client = connection();
        places.enter(client.ours());
        places.admit(client.ours());
        var idle = connection();
        places.enter(idle.ours());
        assertTrue(idle.isCut(), "its time is up later than the client's would have been");
        assertTrue(client.ours().isOpen());
    }
}
