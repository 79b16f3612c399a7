package dev.pawl.net;

import java.io.IOException;
import java.util.List;

/// The client at the other end of an open WebSocket. Safe for use by many threads.
public interface WebSocketPeer {
    /// Sends text messages in order; blocks until the last one is written.
    ///
    /// @throws IOException when the client is gone
    void send(List<byte[]> messages) throws IOException, InterruptedException;

    /// The client has proved who it is: it takes a client's place and may send large messages.
    ///
    /// @return false when all places are taken
    boolean admit();

    /// Says why, and ends the connection.
    void close(CloseCode code, String reason);

    /// Ends the connection at once; what was not sent is lost.
    void cut();

    /// Why a server ends a WebSocket (RFC 6455 §7.4.1).
    enum CloseCode {
        GOING_AWAY(1001),
        POLICY(1008),
        TRY_LATER(1013);

        private final int number;

        CloseCode(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
